import { type Amount, amountOf, type Price, priceOfPoints, rateOf } from '@glasshouse/rules/money';
import { type RestingOrder, restingNeed, totalOf } from '@glasshouse/rules/spot';
import type { TimeInForce } from '@glasshouse/rules/time-in-force';
import { type HouseKind, houseAccount, userAccount } from '../../kernel/accounts.ts';
import type { Book, TableSpec, Tick } from '../../kernel/types.ts';
import type { Side } from './order-book.ts';
import type { SpotTermsRow } from './terms.ts';

export type SpotState = 'waiting' | 'partlyFilled' | 'filled' | 'revoked';

/**
 * A row of `spot_orders`. Amounts and rates as decimal text, prices in points, times in epoch ms.
 */
export type SpotOrder = {
  readonly id: number;
  readonly user_id: number;
  readonly book: Book;
  readonly code: string;
  readonly base: string;
  readonly quote: string;
  readonly side: Side;
  readonly type: 'limit' | 'market';
  readonly time_in_force: TimeInForce;
  readonly state: SpotState;
  /** Limit in points; null for market orders. */
  readonly price: number | null;
  readonly quantity: string | null;
  /** What a market order spends, fee included; null for the others. */
  readonly amount: string | null;
  readonly precision: number;
  readonly quantity_step: string;
  readonly maker_rate: string;
  readonly taker_rate: string;
  readonly level: number;
  readonly terms_version: number;
  readonly filled_quantity: string;
  /** Paid or received in the quote asset, before fees. */
  readonly filled_amount: string;
  readonly fee: string;
  readonly held: string;
  /** Number of fills. */
  readonly fills: number;
  readonly placed_at: number;
  readonly done_at: number | null;
  /** The log entry that ended it; null while it rests. */
  readonly settled_by: number | null;
};

/** A row of `spot_fills`: one side of one trade. */
export type SpotFill = {
  readonly order_id: number;
  /** From 1, in the order in which they happened. */
  readonly idx: number;
  readonly user_id: number;
  readonly book: Book;
  readonly code: string;
  /** The log entry that made it. */
  readonly seq: number;
  readonly side: Side;
  readonly role: 'maker' | 'taker';
  readonly price: number;
  readonly quantity: string;
  readonly amount: string;
  readonly fee: string;
  readonly fee_asset: string;
  /** Whether the other side was the house; then the tick is the one its quote came from. */
  readonly house: boolean;
  readonly tick_seq: number | null;
  readonly tick_bid: number | null;
  readonly tick_ask: number | null;
  readonly tick_mid: number | null;
  readonly tick_at: number | null;
  readonly at: number;
};

/** A row of `spot_trades`, a ring of the last few trades of each pair and book. */
export type SpotTrade = {
  readonly book: Book;
  readonly code: string;
  readonly slot: number;
  /** Counts the trades of the pair and book from 1. */
  readonly number: number;
  readonly seq: number;
  readonly price: number;
  readonly quantity: string;
  /** Of the taker. */
  readonly side: Side;
  readonly at: number;
};

/**
 * A row of `spot_ladders`: what was taken from the house's quotes at the tick that they were last
 * taken at, in steps.
 */
export type SpotLadder = {
  readonly book: Book;
  readonly code: string;
  readonly tick_seq: number;
  readonly taken_asks: number;
  readonly taken_bids: number;
};

export const TERMS_TABLE = {
  table: 'spot_terms',
  key: ['code', 'version'],
  born: 'appended',
  columns: { code: 'text', version: 'integer', terms: 'jsonb' },
  live: 'true',
} as const satisfies TableSpec<SpotTermsRow>;

export const ORDERS_TABLE = {
  table: 'spot_orders',
  key: ['id'],
  born: 'by command',
  columns: {
    id: 'bigint',
    user_id: 'bigint',
    book: 'text',
    code: 'text',
    base: 'text',
    quote: 'text',
    side: 'text',
    type: 'text',
    time_in_force: 'text',
    state: 'text',
    price: 'bigint',
    quantity: 'numeric',
    amount: 'numeric',
    precision: 'integer',
    quantity_step: 'numeric',
    maker_rate: 'numeric',
    taker_rate: 'numeric',
    level: 'integer',
    terms_version: 'integer',
    filled_quantity: 'numeric',
    filled_amount: 'numeric',
    fee: 'numeric',
    held: 'numeric',
    fills: 'integer',
    placed_at: 'timestamptz',
    done_at: 'timestamptz',
    settled_by: 'bigint',
  },
  fixed: [
    'user_id',
    'book',
    'code',
    'base',
    'quote',
    'side',
    'type',
    'time_in_force',
    'price',
    'quantity',
    'amount',
    'precision',
    'quantity_step',
    'maker_rate',
    'taker_rate',
    'level',
    'terms_version',
    'placed_at',
  ],
  later: [['done_at', 'settled_by']],
  live: 'settled_by is null',
} as const satisfies TableSpec<SpotOrder>;

export const FILLS_TABLE = {
  table: 'spot_fills',
  key: ['order_id', 'idx'],
  born: 'appended',
  columns: {
    order_id: 'bigint',
    idx: 'integer',
    user_id: 'bigint',
    book: 'text',
    code: 'text',
    seq: 'bigint',
    side: 'text',
    role: 'text',
    price: 'bigint',
    quantity: 'numeric',
    amount: 'numeric',
    fee: 'numeric',
    fee_asset: 'text',
    house: 'boolean',
    tick_seq: 'bigint',
    tick_bid: 'bigint',
    tick_ask: 'bigint',
    tick_mid: 'bigint',
    tick_at: 'timestamptz',
    at: 'timestamptz',
  },
  // A resting order is sent with its fills; those of finished orders are only read from the
  // database.
  live: 'order_id in (select id from spot_orders where settled_by is null)',
} as const satisfies TableSpec<SpotFill>;

export const TRADES_TABLE = {
  table: 'spot_trades',
  key: ['book', 'code', 'slot'],
  columns: {
    book: 'text',
    code: 'text',
    slot: 'integer',
    number: 'bigint',
    seq: 'bigint',
    price: 'bigint',
    quantity: 'numeric',
    side: 'text',
    at: 'timestamptz',
  },
  live: 'true',
} as const satisfies TableSpec<SpotTrade>;

export const LADDERS_TABLE = {
  table: 'spot_ladders',
  key: ['book', 'code'],
  columns: { book: 'text', code: 'text', tick_seq: 'bigint', taken_asks: 'bigint', taken_bids: 'bigint' },
  live: 'true',
} as const satisfies TableSpec<SpotLadder>;

export const isFinal = (order: SpotOrder): boolean => order.settled_by !== null;

/** The unfilled quantity of a limit order. */
export const openQuantity = (order: SpotOrder): Amount =>
  (amountOf(order.quantity as string) - amountOf(order.filled_quantity)) as Amount;

/**
 * What the order must hold with this much open: the quote asset with the maker's fee, or the base
 * asset.
 */
export function needOf(order: SpotOrder, open: Amount): Amount {
  return order.side === 'sell' ? open : totalOf(restingNeed({ ...restingOf(order), quantity: open }));
}

export const restingOf = (order: SpotOrder): RestingOrder => ({
  price: limitOf(order),
  makerRate: rateOf(order.maker_rate),
});

export const limitOf = (order: SpotOrder): Price => priceOfPoints(order.price as number, order.precision);

/** The asset a resting order holds. */
export const heldAsset = (order: SpotOrder): string => (order.side === 'buy' ? order.quote : order.base);

export const tickColumns = (tick: Tick | undefined) => ({
  tick_seq: tick?.seq ?? null,
  tick_bid: tick?.bid ?? null,
  tick_ask: tick?.ask ?? null,
  tick_mid: tick?.mid ?? null,
  tick_at: tick?.at ?? null,
});

/** The user's accounts that an order moves money between. */
export const userAccounts = (of: Pick<SpotOrder, 'user_id' | 'book' | 'base' | 'quote'>) => ({
  base: userAccount(of.user_id, of.book, of.base, 'available'),
  quote: userAccount(of.user_id, of.book, of.quote, 'available'),
  heldBase: userAccount(of.user_id, of.book, of.base, 'held'),
  heldQuote: userAccount(of.user_id, of.book, of.quote, 'held'),
});

export const LIQUIDITY_POOL: HouseKind = 'pool.liquidity';

export const houseAccounts = (of: Pick<SpotOrder, 'book' | 'base' | 'quote'>) => ({
  base: houseAccount(of.book, of.base, LIQUIDITY_POOL),
  quote: houseAccount(of.book, of.quote, LIQUIDITY_POOL),
  clearingBase: houseAccount(of.book, of.base, 'clearing'),
  clearingQuote: houseAccount(of.book, of.quote, 'clearing'),
  fees: houseAccount(of.book, of.quote, 'fees'),
});
