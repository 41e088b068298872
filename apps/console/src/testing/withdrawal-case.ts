import type { OperatorResultOf } from '@glasshouse/api/operator/calls';

type Case = OperatorResultOf<'getWithdrawalCase'>;

const ADDRESS = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const ITEM: Case['item'] = {
  id: 7,
  user: { id: 1001, name: 'anna@example.com', status: 'active' },
  method: 'crypto',
  symbol: 'USDT',
  network: 'TRC20',
  valueUsdt: '2000',
  createdAt: '2026-11-29T08:30:00.000Z',
  dueAt: '2099-11-30T08:30:00.000Z',
  isOverdue: false,
  state: 'pending',
  amount: '2000',
  fee: '2',
  received: '1998',
  address: ADDRESS,
  batch: null,
  trouble: null,
  currency: 'USDT',
  currencyAmount: '1998',
  file: null,
  needsSecondPerson: false,
  limits: [],
  approvedBy: [],
  payers: [],
  request: null,
};

/** 2,000 USDT out by Tron, less a fee of 2, that nobody has decided about. */
export const REQUESTED: Case = {
  item: ITEM,
  withdrawal: {
    id: ITEM.id,
    method: ITEM.method,
    symbol: ITEM.symbol,
    network: ITEM.network,
    state: ITEM.state,
    amount: ITEM.amount,
    fee: ITEM.fee,
    received: ITEM.received,
    valueUsdt: ITEM.valueUsdt,
    address: ADDRESS,
    label: null,
    payout: null,
    txHash: null,
    canCancel: true,
    reason: null,
    reasonText: null,
    createdAt: ITEM.createdAt,
    timeline: [],
  },
  bank: null,
  link: null,
  watcher: 'well',
  paid: null,
  replaced: [],
  secondPayments: [],
  risk: {
    accountAgeDays: 3,
    identity: 'full',
    flags: ['newAccount', 'firstUse'],
    address: { usedBefore: 0, otherUsers: [], inBookSince: null },
    money: {
      deposited: '5000',
      withdrawn: '3500.5',
      grants: '0',
      simulated: '0',
      profit: '500.5',
      profitShare: '0.25025',
    },
    sources: [{ reason: 'deposit.credit', lines: 2, amount: '5000', share: '1' }],
    deposits: [],
    access: { sessions: 2, devices: 1, addresses: 1, changes: [] },
  },
  earlier: [],
};

interface Changes extends Partial<Omit<Case, 'item' | 'withdrawal'>> {
  readonly item?: Partial<Case['item']>;
  readonly withdrawal?: Partial<Case['withdrawal']>;
}

/** That withdrawal with what differs; a state stands in the queue and in the withdrawal alike. */
export const withdrawalCase = ({ item = {}, withdrawal = {}, ...more }: Changes = {}): Case => ({
  ...REQUESTED,
  ...more,
  item: { ...ITEM, ...item },
  withdrawal: { ...REQUESTED.withdrawal, ...(item.state !== undefined && { state: item.state }), ...withdrawal },
});

/** 2,720 USDT out as euros at 1.0875 less a spread of 0.4 %, to the verified holder. */
export const bankWithdrawalCase = ({ item = {}, withdrawal = {}, ...more }: Changes = {}): Case =>
  withdrawalCase({
    bank: {
      holder: 'Anna Berg',
      accountNumber: 'DE89370400440532013000',
      bank: 'Sparbank',
      bic: 'COBADEFFXXX',
      holderIsVerified: true,
    },
    ...more,
    item: {
      method: 'bank',
      network: null,
      amount: '2725',
      fee: '5',
      received: '2720',
      address: 'DE89 **** 3000',
      currency: 'EUR',
      currencyAmount: '2491.14',
      ...item,
    },
    withdrawal: {
      method: 'bank',
      network: null,
      amount: '2725',
      fee: '5',
      received: '2720',
      address: 'DE89 **** 3000',
      payout: {
        currency: 'EUR',
        amount: '2491.14',
        price: '1.0875',
        spread: '0.004',
        isEstimate: true,
        code: 'EURUSD',
        tick: 12,
      },
      ...withdrawal,
    },
  });
