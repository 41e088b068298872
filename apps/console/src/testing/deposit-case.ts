import type { OperatorResultOf } from '@glasshouse/api/operator/calls';

type Case = OperatorResultOf<'getDepositCase'>;

const ITEM: Case['item'] = {
  id: 31,
  user: { id: 1001, name: 'anna@example.com', status: 'active' },
  method: 'crypto',
  symbol: 'USDT',
  network: 'TRC20',
  valueUsdt: '500',
  createdAt: '2026-11-29T08:30:00.000Z',
  dueAt: '2099-11-30T08:30:00.000Z',
  isOverdue: false,
  state: 'pending',
  claimed: '500',
  currency: null,
  arrived: null,
  txHash: 'a1'.repeat(32),
  hasProof: false,
  simulated: false,
  frozen: '0',
  owed: '0',
  request: null,
};

/** 500 USDT by Tron, reported by Anna, that no watcher has seen. */
export const REPORTED: Case = {
  item: ITEM,
  deposit: {
    id: ITEM.id,
    method: ITEM.method,
    symbol: ITEM.symbol,
    network: ITEM.network,
    state: ITEM.state,
    claimed: ITEM.claimed,
    currency: null,
    currencyAmount: null,
    amount: '500',
    credited: null,
    valueUsdt: ITEM.valueUsdt,
    frozen: '0',
    held: null,
    owed: '0',
    address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
    sender: null,
    txHash: ITEM.txHash,
    confirmations: null,
    confirmationsNeeded: null,
    reference: null,
    hasProof: false,
    simulated: false,
    reason: null,
    reasonText: null,
    createdAt: ITEM.createdAt,
    timeline: [],
  },
  proofFileId: null,
  transfer: null,
  finding: null,
  verifiedName: null,
  watcher: 'none',
  isShared: false,
  sameSender: [],
  sameHash: [],
  earlier: [],
};

interface Changes extends Partial<Omit<Case, 'item' | 'deposit'>> {
  readonly item?: Partial<Case['item']>;
  readonly deposit?: Partial<Case['deposit']>;
}

/** That deposit with what differs; a state stands in the queue and in the deposit alike. */
export const depositCase = ({ item = {}, deposit = {}, ...more }: Changes = {}): Case => ({
  ...REPORTED,
  ...more,
  item: { ...ITEM, ...item },
  deposit: { ...REPORTED.deposit, ...(item.state !== undefined && { state: item.state }), ...deposit },
});

/** 2,500 euros by bank, reported with its reference. */
export const bankCase = ({ item = {}, deposit = {}, ...more }: Changes = {}): Case =>
  depositCase({
    verifiedName: 'Anna Berg',
    ...more,
    item: { method: 'bank', network: null, claimed: '2500', currency: 'EUR', txHash: null, ...item },
    deposit: {
      method: 'bank',
      network: null,
      claimed: '2500',
      currency: 'EUR',
      txHash: null,
      address: null,
      reference: 'GH-1001-31',
      ...deposit,
    },
  });
