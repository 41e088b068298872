import { Type } from 'typebox';
import {
  amount,
  asset,
  hex,
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
import { provenTick } from './market.ts';
import { orderTick } from './options.ts';
import { contractTerms, spotTerms } from './terms.ts';
import { statementLine } from './user.ts';

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
  feeRate: rate('A side, on the notional, at the level that the user had when it was placed.'),
  financingRate: rate('A night, on the notional.'),
  quoteRate: rate('USDT for one unit of the quote asset, frozen when it was placed; 1 for USDT and USD.'),
  termsVersion: Type.Integer({ minimum: 0, description: 'Version of the terms that are frozen on it.' }),
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

/** What happened to an order, with the tick that decided it. */
const evidenceFields = {
  seq: identifier('Entry of the command log.'),
  type: words('Command: `contracts.buy`, `contracts.fire`.'),
  at: timestamp(),
  hash: hex(32, 'SHA-256 of the previous hash and the entry.'),
};

export const CONTRACT_STEPS = [
  'placed',
  'opened',
  'stopsChanged',
  'partClosed',
  'financed',
  'closed',
  'liquidated',
  'cancelled',
] as const;
export const contractStep = strict({
  ...evidenceFields,
  kind: Type.Enum([...CONTRACT_STEPS]),
  tick: nullable(orderTick),
  lots: nullable(amount()),
  price: nullable(price('Bid or ask that it was done at.')),
  fee: nullable(amount()),
  pnl: nullable(signedAmount('Before the fee.')),
  stopLoss: nullable(price()),
  takeProfit: nullable(price()),
});

/** All that one order rests on: terms, steps, proven ticks and ledger lines. */
export const contractOrderWithEvidence = strict({
  order: contractOrder,
  terms: contractTerms,
  steps: list(contractStep, 500),
  ticks: list(provenTick, 100),
  lines: list(statementLine, 500),
});

export const spotFill = strict({
  id: identifier(),
  price: price(),
  quantity: amount(),
  fee: amount(),
  feeAsset: words('Asset of the fee.'),
  role: Type.Enum(['maker', 'taker']),
  house: Type.Boolean({ description: 'The other side was the house liquidity provider.' }),
  tick: nullable(orderTick),
  at: timestamp(),
});

export const SPOT_STATES = ['waiting', 'partlyFilled', 'filled', 'revoked'] as const;
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'postOnly'] as const;

/** A Bb order: coin to coin. */
export const spotOrder = strict({
  id: identifier(),
  book: Type.Enum(['demo', 'real']),
  code: instrumentCode(),
  name: words('Name of the pair.'),
  precision: Type.Integer({ minimum: 0, maximum: 10 }),
  base: asset('Asset of the quantity.'),
  quote: asset('Asset of the price and of the amount.'),
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

export const spotOrderWithEvidence = strict({
  order: spotOrder,
  terms: spotTerms,
  log: list(strict(evidenceFields), 500),
  ticks: list(provenTick, 100),
  lines: list(statementLine, 1000),
});

export const ALERT_DIRECTIONS = ['above', 'below'] as const;
/** Fires once, at the first tick whose mid is at or beyond the price. */
export const priceAlert = strict({
  id: identifier(),
  code: instrumentCode(),
  name: words('Name of the instrument.'),
  precision: Type.Integer({ minimum: 0, maximum: 10 }),
  direction: Type.Enum([...ALERT_DIRECTIONS]),
  price: price(),
  state: Type.Enum(['active', 'fired', 'removed']),
  createdAt: timestamp(),
  firedAt: nullable(timestamp()),
  tick: nullable(orderTick),
});

/** Value of the whole book at one moment, at the prices of that moment. */
export const equityPoint = strict({ at: timestamp(), value: signedAmount('USDT.') });

export const profitTotal = strict({
  kind: Type.Enum(['options', 'contracts', 'spot', 'convert', 'plans', 'referrals', 'loans']),
  asset: words('Asset.'),
  realised: signedAmount(
    'From the ledger, before fees. Options and contracts: what was won less what was lost. Spot and convert: what came less what went of the asset.',
  ),
  fees: amount('Paid, financing included; not in `realised`.'),
  orders: Type.Integer({ minimum: 0, description: 'Orders or conversions that lines of the range belong to.' }),
  averageCost: Type.Union(
    [
      strict({
        quantity: amount('What went of the asset in the range, fees in it included.'),
        proceeds: amount('What it brought in USDT, less fees in USDT.'),
        cost: amount('What it had cost in USDT by the weighted average, fees in USDT included.'),
        profit: signedAmount('Proceeds less cost, in USDT; fees are in it.'),
      }),
      Type.Null(),
    ],
    {
      description:
        'Spot and convert: profit by the weighted average cost of the asset. Null for USDT, for the other kinds, and while a long history is still being calculated (`complete` of getCostBasis).',
    },
  ),
});

/** An asset other than USDT with what it has cost. */
export const costHolding = strict({
  asset: words('Asset.'),
  quantity: amount('Held on all accounts of the book.'),
  cost: amount('What all of it has cost in USDT, by the weighted average.'),
  averageCost: nullable(price('Cost of one, rounded down. Null where it has cost nothing.')),
  valueUsdt: nullable(amount('What it is worth at the present mid, rounded down; null without a price.')),
  unrealised: nullable(signedAmount('Value less cost. Not realised: it changes with the price.')),
});

export const COST_BASES = ['usdt', 'ticks', 'carried', 'none'] as const;
/** One change of what is held of an asset, with its cost. */
export const costStep = strict({
  id: words('Unique: log sequence and place in it.'),
  seq: identifier('Entry of the command log that made it; `log_entry` of the exported statement.'),
  at: timestamp(),
  kind: Type.Enum(['spot', 'convert', 'other']),
  ref: nullable(words('What it belongs to: the number of an order or conversion.')),
  asset: words('Asset.'),
  quantity: signedAmount('Net change over all accounts of the book.'),
  basis: Type.Enum([...COST_BASES], {
    description:
      'What `value` is: `usdt` paid or received, fees included; `ticks`: what was given at the mid that the conversion keeps; `carried`: the cost of what was given, no profit; `none`: came without a price.',
  }),
  value: amount('USDT.'),
  cost: amount('By which the cost of what is held rose or fell, in USDT.'),
  profit: signedAmount('Value less cost of what went; 0 for what came.'),
  quantityAfter: amount(),
  costAfter: amount('USDT.'),
});

export const assetDetail = strict({
  asset: words('Asset.'),
  available: amount(),
  held: amount('For options and waiting contracts.'),
  inOrders: amount('For resting spot orders.'),
  margin: amount('Of open contracts.'),
  inPlans: amount(),
  collateral: amount(),
  total: amount(),
  valueUsdt: nullable(amount()),
});
