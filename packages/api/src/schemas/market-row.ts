import { type Static, Type } from 'typebox';
import { DAY_POINTS_MAX, MARKET_TYPE_NUMBERS, RECENT_PRICES_MAX } from '../constants.ts';
import { epochMs, identifier, instrumentCode, nullable, strict, timestamp, words } from './common.ts';

/**
 * The fields of a market's row, wherever one is held or sent: in the core's snapshot, in frames, on
 * the sockets and in the market list. A column of the market list begins here.
 */

/** Numbers of a snapshot row; prices are in points of the instrument, 0 before the first. */
export const SNAPSHOT_NUMBERS = [
  /** Sequence of the last tick, and its time. */
  'seq',
  'at',
  'mid',
  'bid',
  'ask',
  /** Price 24 hours ago (the previous close for session markets), for the change in percent. */
  'reference24',
  'high24',
  'low24',
  'volume24',
] as const;

export const SNAPSHOT_FLAGS = [
  /** Inside trading hours. */
  'open',
  /** No tick for longer than the instrument's staleness limit. */
  'stale',
] as const;

/** The newest state of one instrument as the core knows it. */
export type SnapshotRow = { readonly code: string } & {
  readonly [Name in (typeof SNAPSHOT_NUMBERS)[number]]: number;
} & { readonly [Name in (typeof SNAPSHOT_FLAGS)[number]]: boolean } & {
  /** Closes of the last minutes, oldest first; only in full frames and once a minute. */
  readonly recent?: readonly number[];
  /** The day that `zdf` is counted over, from its reference on; sent with `recent`. */
  readonly day?: readonly number[];
};

/** What moves and is shown to everybody. */
const shownFields = {
  price: nullable(Type.Number({ description: 'Mid of the last tick. Null until the first.' })),
  zdf: nullable(
    Type.Number({ description: 'Change over 24 hours (session markets: since the previous close), in percent.' }),
  ),
  open: Type.Boolean({ description: 'Inside trading hours.' }),
  stale: Type.Boolean({ description: 'The last price is older than the limit; no new orders.' }),
};

/**
 * What is sent as well to those who subscribe to few instruments; left out until the first tick.
 */
const quoteFields = {
  bid: nullable(Type.Number()),
  ask: nullable(Type.Number()),
  tick: Type.Integer({ minimum: 1, description: 'Sequence of the tick that the price comes from.' }),
  at: epochMs('Time of that tick.'),
};

export const marketType = () =>
  Type.Enum([...MARKET_TYPE_NUMBERS], {
    description: '1 forex, 2 crypto, 3 stocks, 4 futures, 5 ETF, 6 metals.',
  });

const { price, zdf, open, stale } = shownFields;
export const marketRowFields = {
  id: identifier('Instrument number.'),
  code: instrumentCode(),
  type: marketType(),
  appName: words('BTC/USDT, Apple Inc.'),
  logo: nullable(words('Path on this server; null: show initials.')),
  price,
  nowPrice: nullable(Type.Number({ description: 'Same as `price`.' })),
  zdf,
  hundred: Type.Array(Type.Number(), { maxItems: RECENT_PRICES_MAX, description: 'Recent prices, oldest first.' }),
  open,
  stale,
  at: nullable(epochMs('Time of the last tick. Null until the first.')),
  source: words('Price feed: sim, replay, ccxt, http; off: no prices.'),
  predictable: Type.Optional(
    Type.Boolean({ description: 'True where a seed was named or recordings play as they were; else left out.' }),
  ),
  precision: Type.Integer({ minimum: 0, maximum: 10, description: 'Price decimals.' }),
};

/** A row of `listMarkets`. */
export const marketRow = strict(marketRowFields);

/** The day of one market, as a list draws it. */
export const marketDay = strict({
  code: instrumentCode(),
  day: Type.Array(Type.Number(), {
    maxItems: DAY_POINTS_MAX,
    description: 'Prices of the time that `zdf` is counted over, oldest first, from its reference on.',
  }),
  opensAt: nullable(timestamp('Start of the next session; null when open, or when none is known.')),
});

/**
 * Latest values of one instrument. Always the full row, never a diff: it replaces the previous one.
 */
export const marketSocketRow = strict({
  code: instrumentCode(),
  ...shownFields,
  bid: Type.Optional(quoteFields.bid),
  ask: Type.Optional(quoteFields.ask),
  tick: Type.Optional(quoteFields.tick),
  at: Type.Optional(quoteFields.at),
});

/** Without the subprotocol, a row has no more than this. */
export const plainMarketRow = strict({ code: instrumentCode(), price, zdf });

const shownFigures = strict(shownFields);
const quoteFigures = strict(quoteFields);
export type ShownFigures = Static<typeof shownFigures>;
export type QuoteFigures = Static<typeof quoteFigures>;
export type MarketRow = Static<typeof marketRow>;
export type MarketSocketRow = Static<typeof marketSocketRow>;
export type PlainMarketRow = Static<typeof plainMarketRow>;
