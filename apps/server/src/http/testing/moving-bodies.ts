import type { CallName } from '@glasshouse/api/calls';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const PROVED = { withdrawalPassword: 'second of all secrets' };
/** A body of the right shape for each served call that moves money. */
export const MOVING_BODIES: { readonly [Name in CallName]?: object } = {
  buyOption: { code: 'BTCUSDT', direction: 'up', amount: '10', periodId: 60 },
  openPosition: { code: 'BTCUSDT', side: 'buy', type: 'market', lots: '1', leverage: 10 },
  closePosition: { id: 1 },
  reversePosition: { id: 1 },
  setStops: { id: 1, stopLoss: null },
  cancelOrder: { id: 1 },
  placeSpotOrder: { code: 'BTCUSDT', side: 'buy', type: 'market', amount: '100' },
  convert: { from: 'USDT', to: 'BTC', amount: '100' },
  requestDeposit: { symbol: 'USDT', network: 'ERC20', amount: '500', txHash: `0x${'a1'.repeat(32)}` },
  simulateDeposit: { symbol: 'USDT', network: 'ERC20', amount: '500' },
  requestWithdrawal: { method: 'crypto', symbol: 'USDT', network: 'ERC20', address: ADDRESS, amount: '100', ...PROVED },
  cancelWithdrawal: { id: 1 },
  addWithdrawalAddress: { symbol: 'USDT', network: 'ERC20', address: ADDRESS, label: 'wallet', ...PROVED },
  removeWithdrawalAddress: { id: 1 },
  setWhitelistLock: { isLocked: true, ...PROVED },
  buyPlan: { productId: 1, amount: '100' },
  exitPlan: { id: 1 },
  setSmartTrading: { enabled: true },
  requestLoan: { amount: '100', termDays: 30, agreementId: 1, signature: { typed: 'Anna Lovelace' } },
  cancelLoan: { id: 1 },
  repayLoan: { id: 1 },
  buyNft: { id: 1, quantity: 1 },
  resetDemo: {},
  addAlert: { code: 'BTCUSDT', price: '50000' },
  removeAlert: { id: 1 },
  acknowledgeRisk: { product: 'options', text: 1 },
};
