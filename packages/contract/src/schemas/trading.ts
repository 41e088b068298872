import { Type } from 'typebox';
import {
  amount,
  identifier,
  instrumentCode,
  list,
  nullable,
  price,
  rate,
  signedAmount,
  strict,
  timestamp,
  words,
} from './common.ts';

export const CONTRACT_STATES = ['waiting', 'open', 'closed', 'cancelled', 'liquidated'] as const;

/** A U order: a leveraged contract with its own isolated margin. */
export const contractOrder = strict({
  id: identifier(),
  book: Type.Enum(['demo', 'real']),
  code: instrumentCode(),
  name: words('Name of the instrument.'),
  precision: Type.Integer({ minimum: 0, maximum: 10 }),
  side: Type.Enum(['buy', 'sell']),
  type: Type.Enum(['market', 'limit']),
  state: Type.Enum([...CONTRACT_STATES]),
  lots: amount(),
  openLots: amount('Lots that are still open.'),
  lotSize: amount(),
  leverage: Type.Integer({ minimum: 1, maximum: 1000 }),
  limitPrice: nullable(price()),
  openPrice: nullable(price()),
  closePrice: nullable(price('Mean over partial closes.')),
  mark: nullable(price('Mid.')),
  margin: amount(),
  maintenanceMargin: amount(),
  marginLevel: nullable(rate()),
  openFee: amount(),
  closeFee: amount('Charged or to be charged at the close.'),
  financing: signedAmount('Overnight financing to date.'),
  feeRate: rate(),
  financingRate: rate('A night, on the notional.'),
  unrealised: nullable(signedAmount()),
  realised: signedAmount(),
  breakEven: nullable(price()),
  liquidationPrice: nullable(price()),
  stopLoss: nullable(price()),
  takeProfit: nullable(price()),
  closedBy: nullable(Type.Enum(['user', 'stopLoss', 'takeProfit', 'liquidation', 'reset', 'operator'])),
  placedAt: timestamp(),
  openedAt: nullable(timestamp()),
  closedAt: nullable(timestamp()),
});

export const spotFill = strict({
  id: identifier(),
  price: price(),
  quantity: amount(),
  fee: amount(),
  feeAsset: words('Asset of the fee.'),
  role: Type.Enum(['maker', 'taker']),
  at: timestamp(),
});

export const SPOT_STATES = ['waiting', 'partlyFilled', 'filled', 'revoked'] as const;
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'postOnly'] as const;

/** A Bb order: coin to coin. */
export const spotOrder = strict({
  id: identifier(),
  book: Type.Enum(['demo', 'real']),
  code: instrumentCode(),
  side: Type.Enum(['buy', 'sell']),
  type: Type.Enum(['limit', 'market']),
  timeInForce: Type.Enum([...TIMES_IN_FORCE]),
  state: Type.Enum([...SPOT_STATES]),
  price: nullable(price()),
  quantity: nullable(amount()),
  amount: nullable(amount('For market orders by amount.')),
  filledQuantity: amount(),
  filledAmount: amount(),
  averagePrice: nullable(price()),
  fee: amount(),
  feeAsset: words('Asset of the fee.'),
  held: amount('Still held for it.'),
  placedAt: timestamp(),
  doneAt: nullable(timestamp()),
  fills: list(spotFill, 200),
});

export const profitTotal = strict({
  kind: Type.Enum(['options', 'contracts', 'spot', 'convert', 'plans', 'referrals', 'loans']),
  asset: words('Asset.'),
  realised: signedAmount('From the ledger.'),
  fees: amount('Paid.'),
  orders: Type.Integer({ minimum: 0 }),
});

export const assetDetail = strict({
  asset: words('Asset.'),
  available: amount(),
  held: amount(),
  inOrders: amount(),
  inPlans: amount(),
  collateral: amount(),
  total: amount(),
  valueUsdt: nullable(amount()),
});
