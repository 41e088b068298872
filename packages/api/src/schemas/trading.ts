import { Type } from 'typebox';
import {
  amount,
  asset,
  hex,
  identifier,
  instrumentCode,
  leadMs,
  list,
  nullable,
  positiveAmount,
  price,
  rate,
  signedAmount,
  strict,
  timestamp,
  words,
} from './common.ts';
import { CORPORATE_ACTION_KINDS } from './corporate-actions.ts';
import { provenTick } from './market.ts';
import { orderTick } from './options.ts';
import { proof } from './proof.ts';
import { contractTerms, spotTerms } from './terms.ts';
import { statementLine } from './user.ts';

export const CONTRACT_TYPES = ['market', 'limit', 'stop', 'stopLimit'] as const;
/** Most steps of a take-profit ladder. */
export const LADDER_MAX = 5;
export const contractTarget = strict({
  price: price('Closes the lots at this price or better.'),
  lots: positiveAmount('Lots that close there.'),
});
export const contractTargets = (description: string) =>
  Type.Array(contractTarget, { maxItems: LADDER_MAX, description });

/** A trailing stop as its owner sets it: `distance` or `rate`. */
export const contractTrailing = strict({
  distance: Type.Optional(price('How far it stays behind the best price at which the position would close; or')),
  rate: Type.Optional(rate('the same as a share of it: `0.015` is 1.5 %.')),
  activation: Type.Optional(price('Price from which it follows; left out: from now on, or from the opening.')),
});
const TRAILING = {
  distance: nullable(price('Of a trailing stop by price.')),
  rate: nullable(rate('Of a trailing stop by share of the best price.')),
  activation: nullable(price('Price from which it follows.')),
};

/** What a change of stops keeps in force until it counts. */
const stopsBefore = (description: string) =>
  Type.Object(
    {
      stopLoss: nullable(
        price('With `peak`: at least as near as the trailing stop had come that was removed or set anew.'),
      ),
      takeProfit: nullable(price()),
      targets: Type.Optional(contractTargets('Take-profit ladder: what is left of it.')),
      trails: Type.Boolean({ description: 'Whether the trailing stop was not changed: it fires without a wait.' }),
      peak: Type.Optional(orderTick),
    },
    { additionalProperties: false, description },
  );

export const CONTRACT_STATES = ['waiting', 'open', 'closed', 'cancelled', 'liquidated'] as const;

const CONTRACT = {
  id: identifier(),
  book: Type.Enum(['demo', 'real']),
  code: instrumentCode(),
  name: words('Instrument name.'),
  precision: Type.Integer({ minimum: 0, maximum: 10 }),
  side: Type.Enum(['buy', 'sell']),
  type: Type.Enum([...CONTRACT_TYPES]),
  state: Type.Enum([...CONTRACT_STATES]),
  lots: amount(),
  openLots: amount('Lots still open.'),
  closingLots: nullable(amount('Lots that the next tick closes.')),
  lotSize: amount(),
  leverage: Type.Integer({ minimum: 1, maximum: 1000 }),
  limitPrice: nullable(price('Of a market or stop order: the furthest price that it fills at.')),
  openPrice: nullable(price()),
  closePrice: nullable(price('Average over partial closes.')),
  mark: nullable(price('Mid.')),
  margin: amount(),
  maintenanceMargin: amount(),
  marginLevel: nullable(rate()),
  openFee: amount(),
  closeFee: amount('Charged, or to be charged, on closing.'),
  financing: signedAmount('Overnight fees to date.'),
  feeRate: rate("Per side, on the notional, at the user's fee tier when placed."),
  financingRate: rate('Per night, on the notional.'),
  quoteRate: rate(
    'USDT per unit of the quote asset, frozen when placed; 1 for USDT and USD. With `convertsBy` it is that of margin, opening and overnight fees alone.',
  ),
  termsVersion: Type.Integer({ minimum: 0, description: 'Version of the frozen terms.' }),
  unrealised: nullable(signedAmount('Of the open lots at the mid, before fees.')),
  realised: signedAmount('Of closed lots, before fees.'),
  breakEven: nullable(price()),
  liquidationPrice: nullable(price()),
  stopLoss: nullable(price()),
  takeProfit: nullable(price()),
  profitMax: nullable(amount('Most that the open lots may gain, before fees. Null: placed before there was a limit.')),
  profitLimit: nullable(price('Price at which they have gained it, and the position closes itself.')),
  closedBy: nullable(
    Type.Enum(
      [
        ...(['user', 'stopLoss', 'trailingStop', 'takeProfit', 'profitLimit', 'liquidation', 'netting'] as const),
        ...(['expired', 'moved', 'oco', 'reset', 'operator', 'noRoom', 'leverage'] as const),
        ...(['delisting', 'roll', 'dividend'] as const),
      ],
      {
        description:
          'Did not open: `moved`, `noRoom` (a limit of the house) or `leverage` (more than is allowed before a close); `operator` in orders of before rules 14.',
      },
    ),
  ),
  placedAt: timestamp(),
  openedAt: nullable(timestamp()),
  closedAt: nullable(timestamp()),
  convertsBy: Type.Optional(
    strict({
      code: instrumentCode(),
      precision: Type.Integer({ minimum: 0, maximum: 10, description: 'Decimals of its prices.' }),
      inverse: Type.Boolean({ description: 'One over its mid.' }),
    }),
  ),
  beforeClose: Type.Optional(
    strict({
      minutes: Type.Integer({ minimum: 1, description: 'From so long before the session ends, while it is open,' }),
      maintenanceMargin: amount('it needs this margin instead of `maintenanceMargin`,'),
      liquidationPrice: nullable(
        price('and is liquidated here. Null: at no price, or `liquidationPrice` comes first.'),
      ),
      basis: Type.Optional(
        Type.Literal('mark', {
          description: 'It needs `rate` of its notional at the mark price, `maintenanceMargin` by the one shown here.',
        }),
      ),
      rate: Type.Optional(rate('With `basis`: the share.')),
    }),
  ),
  stopPrice: Type.Optional(price('Stop and stop-limit orders: the price that they wait for.')),
  triggered: Type.Optional(
    Type.Boolean({ description: 'With `stopPrice`: whether it was reached, so that the order waits for its limit.' }),
  ),
  ocoGroup: Type.Optional(identifier('Orders of one group: the first that opens cancels the others.')),
  targets: Type.Optional(contractTargets('Take-profit ladder: what is left of it, the nearest target first.')),
  trailing: Type.Optional(
    strict({
      ...TRAILING,
      from: nullable(identifier('The tick from which it follows. Null: the order has not opened.')),
      peak: nullable(orderTick),
    }),
  ),
  stopsBefore: Type.Optional(stopsBefore('What they were before that change, which fires until `stopsFrom`.')),
  stopsFrom: Type.Optional(
    timestamp('The earliest time of a price that fires stop, target and trailing stop, since they were last changed.'),
  ),
  reverses: Type.Optional(identifier('The position that is closed at the tick that opens this order.')),
  reversedBy: Type.Optional(identifier('The order that opens at the tick that closes this position.')),
};

/** A contract as commands answer with it. Answers are logged: nothing is added to them later. */
export const contractAnswer = strict(CONTRACT);
/** A leveraged contract with isolated margin (a "U order" in the specification). */
export const contractOrder = strict({
  ...CONTRACT,
  closeFeePaid: amount('Of the fee on closing, charged so far: for lots that were closed.'),
  openCosts: amount('Opening and overnight fees of the lots still open; 0 once ended.'),
  netted: Type.Optional(
    amount('Closed to cover another position: what it paid of that loss. Not in `realised`; left out: nothing.'),
  ),
  rateNow: Type.Optional(
    nullable(
      rate(
        'With `convertsBy`: USDT per unit of the quote asset now. P&L, closing fee, margin level, break-even, liquidation price and limit of profit are by it. Null: unknown, or ended.',
      ),
    ),
  ),
});

/** A command log entry that affected the order. */
export const logEntryFields = {
  seq: identifier('Entry of the command log.'),
  type: words('Command: `contracts.buy`, `contracts.fire`.'),
  at: timestamp(),
  hash: hex(32, 'SHA-256 of the previous hash and the entry.'),
};

export const CONTRACT_STEPS = [
  'placed',
  'grouped',
  'triggered',
  'opened',
  'stopsChanged',
  'closeAsked',
  'closeLapsed',
  'partClosed',
  'financed',
  'adjusted',
  'dividend',
  'closed',
  'liquidated',
  'cancelled',
] as const;
/** What a corporate action changed: the action, and the order as it was before. */
export const contractAdjustment = strict({
  action: identifier('Number of the corporate action.'),
  kind: Type.Enum([...CORPORATE_ACTION_KINDS]),
  numerator: Type.Integer({ minimum: 1, description: 'New units …' }),
  denominator: Type.Integer({ minimum: 1, description: '… for so many old ones.' }),
  amount: nullable(price('Dividend for one unit.')),
  last: nullable(price('Last price before the action.')),
  before: strict({
    lots: amount(),
    openPrice: nullable(price()),
    limitPrice: nullable(price()),
    stopPrice: nullable(price()),
    stopLoss: nullable(price()),
    takeProfit: nullable(price()),
    liquidationPrice: nullable(price()),
    margin: amount(),
    profitMax: nullable(amount()),
  }),
});
export const contractStep = strict({
  ...logEntryFields,
  kind: Type.Enum([...CONTRACT_STEPS]),
  tick: nullable(orderTick),
  lots: nullable(amount()),
  price: nullable(price('Bid or ask it was executed at.')),
  fee: nullable(amount()),
  pnl: nullable(signedAmount('Before fees.')),
  stopLoss: nullable(price()),
  takeProfit: nullable(price()),
  targets: Type.Optional(contractTargets('Take-profit ladder.')),
  trailing: Type.Optional(strict(TRAILING)),
  stopsFrom: Type.Optional(timestamp('From when they fire, where a change began their lead.')),
  stopsBefore: Type.Optional(stopsBefore('What fires until then.')),
  rate: Type.Optional(
    strict({
      code: instrumentCode(),
      quoteRate: rate('USDT per unit of the quote asset that lots were closed at.'),
      tick: orderTick,
    }),
  ),
  closesAt: Type.Optional(timestamp()),
  adjusted: Type.Optional(contractAdjustment),
});

/** An order with everything that proves it: terms, steps, proven ticks and ledger lines. */
export const contractOrderWithEvidence = strict({
  order: contractOrder,
  terms: contractTerms,
  steps: list(contractStep, 500),
  ticks: list(provenTick, 100),
  lines: list(statementLine, 500),
  proof,
});

export const spotFill = strict({
  id: identifier(),
  price: price(),
  quantity: amount(),
  fee: amount(),
  feeAsset: words('Asset of the fee.'),
  role: Type.Enum(['maker', 'taker']),
  house: Type.Boolean({ description: 'The counterparty was the house liquidity provider.' }),
  tick: nullable(orderTick),
  at: timestamp(),
});

export const SPOT_STATES = ['waiting', 'partlyFilled', 'filled', 'revoked'] as const;
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'postOnly'] as const;
/**
 * `stop`: a market order once the stop price is reached. `oco`: a limit order that rests while a
 * stop waits; one cancels the other.
 */
export const SPOT_TYPES = ['limit', 'market', 'stop', 'stopLimit', 'trailingStop', 'oco'] as const;

/** A spot order (a "Bb order" in the specification). */
export const spotOrder = strict({
  id: identifier(),
  book: Type.Enum(['demo', 'real']),
  code: instrumentCode(),
  name: words('Pair name.'),
  precision: Type.Integer({ minimum: 0, maximum: 10 }),
  base: asset('Asset of the quantity.'),
  quote: asset('Asset of price and amount.'),
  side: Type.Enum(['buy', 'sell']),
  type: Type.Enum([...SPOT_TYPES]),
  timeInForce: Type.Enum([...TIMES_IN_FORCE]),
  state: Type.Enum([...SPOT_STATES]),
  price: nullable(price('Limit price; of `oco` that of the order that rests until the stop is reached.')),
  quantity: nullable(amount()),
  amount: nullable(amount('Orders by amount: what is spent, the fee included.')),
  filledQuantity: amount(),
  filledAmount: amount(),
  averagePrice: nullable(price()),
  fee: amount(),
  feeAsset: words('Asset of the fee.'),
  held: amount('Still held for the order.'),
  placedAt: timestamp(),
  doneAt: nullable(timestamp()),
  fills: list(spotFill, 200),
  stopPrice: Type.Optional(nullable(price('Of orders with a stop; null for a trailing stop.'))),
  stopLimitPrice: Type.Optional(nullable(price('Limit of the stop of an `oco`; null: a market order.'))),
  trailingDistance: Type.Optional(nullable(price('Of a trailing stop by price.'))),
  trailingRate: Type.Optional(nullable(rate('Of a trailing stop by share of the best reference.'))),
  peak: Type.Optional(nullable(orderTick)),
  triggeredAt: Type.Optional(nullable(timestamp())),
  triggerTick: Type.Optional(nullable(orderTick)),
  queuedAt: Type.Optional(timestamp('Since when it waits, or waited, for the price at which it meets the house.')),
  leadMs: leadMs(),
  worstPrice: Type.Optional(nullable(price('Of a market order that waits: it trades at no worse price.'))),
  enteredAt: Type.Optional(nullable(timestamp('When that price came.'))),
  entryTick: Type.Optional(nullable(orderTick)),
  crossesFrom: Type.Optional(
    timestamp(
      "The earliest time of a price at which the house's quotes fill it where it rests, or that triggers it. People's orders may meet it at once.",
    ),
  ),
  refused: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'In lists and events, of an order that its trigger or the price it waited for ended: the code of what a new order would have been refused for; 11500 where no price came.',
    }),
  ),
});

export const spotOrderWithEvidence = strict({
  order: spotOrder,
  terms: spotTerms,
  log: list(strict(logEntryFields), 500),
  ticks: list(provenTick, 100),
  lines: list(statementLine, 1000),
  proof,
});

export const ALERT_DIRECTIONS = ['above', 'below'] as const;
/** Fires once, at the first tick with the mid at or beyond the price. */
export const priceAlert = strict({
  id: identifier(),
  code: instrumentCode(),
  name: words('Name of the instrument.'),
  precision: Type.Integer({ minimum: 0, maximum: 10 }),
  direction: Type.Enum([...ALERT_DIRECTIONS]),
  price: price(),
  opening: Type.Optional(Type.Literal(true, { description: 'Waits for the market to open; the price means nothing.' })),
  state: Type.Enum(['active', 'fired', 'removed']),
  createdAt: timestamp(),
  firedAt: nullable(timestamp()),
  tick: nullable(orderTick),
});

/** Value of the whole book at the prices of one moment. */
