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
