import type { ResultOf } from '@glasshouse/api';
import type { WithdrawalTerms } from '@glasshouse/trade/funds/terms';

type Methods = ResultOf<'listDepositMethods'>;

/** USDT out by two networks, with the fee that a first start defines. */
export const WITHDRAWAL_TERMS: WithdrawalTerms = {
  symbol: 'USDT',
  available: '5000',
  minimum: '20',
  feeRate: '0.001',
  feeMinimum: '1',
  networks: [
    { network: 'ERC20', name: 'Ethereum', decimals: 6 },
    { network: 'TRC20', name: 'Tron', decimals: 6 },
  ],
  bank: null,
  step: 'none',
  passkey: false,
  blocks: [],
  lock: { isLocked: false, unlocksAt: null },
  reviewHours: 24,
};

/** A request that waits for its review. */
export const WITHDRAWAL: ResultOf<'requestWithdrawal'> = {
  id: 812,
  method: 'crypto',
  symbol: 'USDT',
  network: 'TRC20',
  state: 'pending',
  amount: '2000',
  fee: '2',
  received: '1998',
  valueUsdt: '2000',
  address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  label: null,
  payout: null,
  txHash: null,
  canCancel: true,
  reason: null,
  reasonText: null,
  createdAt: '2026-11-30T01:00:00.000Z',
  timeline: [],
};

/** 500 were reported, 499.50 arrived. */
export const CREDITED_DEPOSIT: ResultOf<'getDeposit'> = {
  id: 31,
  method: 'crypto',
  symbol: 'USDT',
  network: 'TRC20',
  state: 'approved',
  claimed: '500',
  currency: null,
  currencyAmount: null,
  amount: '499.5',
  credited: '499.5',
  valueUsdt: '499.5',
  frozen: '0',
  held: null,
  owed: '0',
  address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  sender: null,
  txHash: 'a1'.repeat(32),
  confirmations: 20,
  confirmationsNeeded: 20,
  reference: null,
  hasProof: false,
  simulated: false,
  reason: null,
  reasonText: null,
  createdAt: '2026-11-29T08:30:00.000Z',
  timeline: [
    { step: 'claimed', at: '2026-11-29T08:30:00.000Z', dueAt: null, note: null, seq: 31, lines: [] },
    {
      step: 'credited',
      at: '2026-11-29T08:41:00.000Z',
      dueAt: null,
      note: null,
      seq: 40,
      lines: [{ reason: 'deposit.credit', account: 'available', symbol: 'USDT', amount: '499.5' }],
    },
  ],
};

/** By bank, before anybody looked at it. */
export const REPORTED_DEPOSIT: ResultOf<'getDeposit'> = {
  ...CREDITED_DEPOSIT,
  id: 32,
  method: 'bank',
  network: null,
  state: 'pending',
  claimed: '2500',
  currency: 'EUR',
  amount: '2500',
  credited: null,
  valueUsdt: null,
  address: null,
  txHash: null,
  confirmations: null,
  confirmationsNeeded: null,
  reference: 'GH-1001-32',
  timeline: [
    { step: 'claimed', at: '2026-11-29T08:30:00.000Z', dueAt: null, note: null, seq: 32, lines: [] },
    { step: 'reviewed', at: null, dueAt: '2026-11-30T08:30:00.000Z', note: null, seq: null, lines: [] },
  ],
};

/** Coins that come in by Tron, each to an address of the person alone. */
export const depositMethodsOf = (...symbols: string[]): Methods => ({
  methods: symbols.map((symbol) => ({
    method: 'crypto',
    symbol,
    network: 'TRC20',
    networkName: 'Tron',
    minimum: '1',
    confirmations: 20,
    minutes: 1,
    address: 'own',
    contract: null,
    watched: true,
    bank: null,
  })),
  bankWaits: null,
  canSimulate: false,
  reviewHours: 24,
});
