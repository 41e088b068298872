import { Type } from 'typebox';
import {
  amount,
  epochMs,
  hex,
  identifier,
  instrumentCode,
  leadMs,
  list,
  nullable,
  price,
  rate,
  strict,
  timestamp,
  words,
} from './common.ts';
import { corporateAction } from './corporate-actions.ts';
import { marketRowFields } from './market-row.ts';
import { contractTerms, spotTerms } from './terms.ts';

/** [opening time in epoch ms, open, high, low, close, volume] */
export const candle = Type.Tuple([
  epochMs('Opening time.'),
  Type.Number(),
  Type.Number(),
  Type.Number(),
  Type.Number(),
  Type.Number(),
]);

/** Sequence, epoch ms, mid. Only drawn: no money is computed from it. */
export const publishedTick = Type.Tuple([identifier('Sequence.'), epochMs('Time of the tick.'), Type.Number()]);

export const optionsPeriod = strict({
  id: Type.Integer({ minimum: 30, maximum: 86_400, description: 'Duration in seconds; the `periodId` of an order.' }),
  payoutRate: rate('Profit of a win as a share of the stake: 0.82.'),
  feeRate: rate('Fee as a share of the stake, charged on top.'),
  minStake: amount('Smallest stake, USDT.'),
  maxStake: amount('Largest stake, USDT.'),
});

/** Beyond one of them an order is refused: 11202, 11236, 11076. */
const sharedLimits = (counted: string) =>
  strict({
    person: nullable(amount('Of one person. Null: only that of everybody.')),
    network: nullable(amount('Of all orders from one network. Null: networks do not count.')),
    networkShare: nullable(rate('That as a share of everybody’s; never less than one person’s.')),
    everybody: amount(counted),
  });
const validFor = () => Type.Integer({ minimum: 0, description: 'Milliseconds; nothing is traded at an older price.' });

export const marketInfo = strict({
  ...marketRowFields,
  corporateActions: list(corporateAction, 20),
  base: words('Base asset.'),
  quote: words('Quote asset.'),
  bid: nullable(price()),
  ask: nullable(price()),
  spread: nullable(amount('ask − bid.')),
  high24: nullable(price()),
  low24: nullable(price()),
  volume24: amount('24-hour volume in the base asset.'),
  lastTick: nullable(strict({ seq: identifier(), at: timestamp() })),
  lotSize: amount('Units of the base in one lot.'),
  minLots: amount('Smallest order, in lots.'),
  maxLeverage: Type.Integer({ minimum: 1, maximum: 1000 }),
  options: strict({
    enabled: Type.Boolean(),
    termsVersion: Type.Integer({
      minimum: 0,
      description: 'Incremented when the terms change; recorded on each order.',
    }),
    gapLimitMs: Type.Integer({
      minimum: 0,
      description: 'A longer gap between two ticks voids the options open across it.',
    }),
    leadMs: leadMs(),
    periods: list(optionsPeriod, 32),
  }),
  contracts: nullable(contractTerms),
  spot: nullable(spotTerms),
  fees: strict({
    contractRate: nullable(rate('Contract fee per side, at tier 0. Null: not traded here.')),
    makerRate: nullable(rate('Spot maker fee, at tier 0. Null: not traded here.')),
    takerRate: nullable(rate('Spot taker fee, at tier 0. Null: not traded here.')),
  }),
  limits: strict({
    options: nullable(sharedLimits('Profit promised by open and waiting orders on the instrument and book, USDT.')),
    contracts: nullable(
      sharedLimits('Notional value of open and waiting orders on it, long and short together, USDT.'),
    ),
  }),
  validity: strict({
    options: nullable(validFor()),
    contracts: nullable(validFor()),
    spot: nullable(validFor()),
  }),
  hours: strict({
    calendar: words('always, forex, us-equities…'),
    timeZone: words('IANA time zone of the exchange.'),
    openNow: Type.Boolean(),
    closesAt: nullable(timestamp('End of the current session; null: never, or closed.')),
    opensAt: nullable(timestamp('Start of the next session; null when open.')),
    sessions: list(
      strict({
        day: Type.Integer({ minimum: 1, maximum: 7, description: 'ISO weekday, Monday is 1.' }),
        open: words('Local time, 09:30.'),
        close: words('Local time, 16:00; 24:00 is midnight.'),
      }),
      28,
    ),
    holidays: list(strict({ date: words('Local date, 2026-12-25.'), name: words('Name.') }), 40),
  }),
  feed: strict({
    name: words('sim, replay, ccxt, http; off: no prices.'),
    sources: Type.Array(words('Exchange or provider: binance, kraken, Twelve Data.'), {
      maxItems: 8,
      description: 'Sources of a live feed; prices come from the first. Empty for sim and replay.',
    }),
    inputs: list(words('REPLAY_DIR recordings: where somebody at this installation could type prices.'), 8),
    legs: list(words('Of a cross: the instruments that its price is computed from.'), 2),
    simulated: Type.Boolean({ description: 'Prices come from a model, not a market.' }),
    recorded: Type.Boolean({
      description: 'Hours, volatility and volumes are those of a recording; the direction is drawn anew.',
    }),
    predictable: Type.Boolean({
      description: 'A seed was named or recordings play as they were: whoever knows them knows what comes.',
    }),
    stalenessMs: Type.Integer({ minimum: 0, description: 'A price older than this closes the instrument.' }),
    tickMs: Type.Integer({ minimum: 1, description: 'At most one price in this time.' }),
  }),
});

const points = () =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Integer of 10^-precision.' });

/** A tick in readable form. */
export const tick = strict({
  code: instrumentCode(),
  seq: identifier('Sequence number per instrument, without gaps.'),
  bid: price(),
  ask: price(),
  mid: price('The price orders settle at.'),
  at: timestamp('With milliseconds.'),
});

/**
 * As `@glasshouse/rules/receipt` verifies it: the tick in points, its Merkle path and the signed
 * minute.
 */
export const tickReceipt = strict({
  version: Type.Literal(1),
  tick: strict({
    code: instrumentCode(),
    seq: identifier(),
    bid: points(),
    ask: points(),
    mid: points(),
    precision: Type.Integer({ minimum: 0, maximum: 10 }),
    at: epochMs(),
  }),
  minute: epochMs("First millisecond of the tick's minute."),
  tickCount: Type.Integer({ minimum: 1, description: 'Leaves under the root.' }),
  index: Type.Integer({ minimum: 0, description: 'Index of the leaf; ticks are ordered by code, then sequence.' }),
  path: Type.Array(hex(32, 'Hash of a sibling.'), { maxItems: 32, description: 'From the leaf up.' }),
  root: hex(32, 'Root of the minute.'),
  previousRootHash: hex(32, "Hash of the previous minute's signed header."),
  signature: hex(64, "Ed25519 signature over the minute's header."),
  publicKey: hex(32, 'Verification key; compare with listPublicKeys.'),
});

/** The receipt exists once the tick's minute has closed. */
export const provenTick = strict({ tick, receipt: nullable(tickReceipt) });

export const explainedTick = strict({
  tick,
  receipt: nullable(tickReceipt),
  inputs: list(words('REPLAY_DIR recordings: where somebody at this installation could type this price then.'), 8),
});

export const publicKey = strict({
  keyId: hex(8, 'First eight bytes of the SHA-256 of the key.'),
  algorithm: Type.Enum(['ed25519']),
  publicKey: hex(32, 'Raw public key.'),
  validFrom: timestamp(),
  validTo: nullable(timestamp('Null: still in use.')),
});
