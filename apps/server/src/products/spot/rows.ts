import { type Amount, amountOf, lesser, type Price, priceOfPoints, rateOf, ZERO } from '@glasshouse/rules/money';
import { type RestingOrder, restingNeed, totalOf, unpaidRounding } from '@glasshouse/rules/spot';
import { higherRate, isTriggerType, ocoNeed, stopLimitNeed, type TriggerType } from '@glasshouse/rules/spot-triggers';
import type { TimeInForce } from '@glasshouse/rules/time-in-force';
import type { TrailDistance } from '@glasshouse/rules/trailing';
import { type HouseKind, houseAccount, userAccount } from '../../kernel/core/accounts.ts';
import type { Book, TableSpec, Tick } from '../../kernel/core/types.ts';
import type { Side } from './order-book.ts';
import type { SpotTermsRow } from './terms.ts';

export type SpotType = 'limit' | 'market' | TriggerType;
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
  readonly type: SpotType;
  readonly time_in_force: TimeInForce;
  readonly state: SpotState;
  /** Limit in points; null for market, stop and trailing stop orders. */
  readonly price: number | null;
  readonly quantity: string | null;
  /** What an order by amount spends, fee included; null for the others. */
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
  /** The log entry that ended it; null while it rests or waits. */
  readonly settled_by: number | null;
  readonly stop_points: number | null;
  /** Limit of the stop of a one-cancels-other; null: it is a market order then. */
  readonly stop_limit_points: number | null;
  readonly trail_points: number | null;
  readonly trail_rate: string | null;
  /** The tick from which a trailing stop follows; null of orders from before it was kept. */
  readonly trail_from: Tick | null;
  /** Best tick of a trailing stop up to `seen_seq`; the core follows later ones in memory. */
  readonly peak_seq: number | null;
  readonly peak_bid: number | null;
  readonly peak_ask: number | null;
  readonly peak_mid: number | null;
  readonly peak_at: number | null;
  readonly seen_seq: number | null;
  /** The log entry that entered it into the book: its place in the queue is of then. */
  readonly triggered_by: number | null;
  readonly triggered_at: number | null;
  readonly trigger_seq: number | null;
  readonly trigger_bid: number | null;
  readonly trigger_ask: number | null;
  readonly trigger_mid: number | null;
  readonly trigger_at: number | null;
  /** Since when it waits, or waited, for the price at which it meets the house's quotes. */
  readonly queued_at: number | null;
  /** How long after the acceptance the house's price may be at the earliest; null: at once. */
  readonly lead_ms: number | null;
  /** Worst price of a market order that waited, in points. */
  readonly worst_points: number | null;
  /** The log entry and the tick that entered it into the book after that. */
  readonly entered_by: number | null;
  readonly entered_at: number | null;
  readonly entry_seq: number | null;
  readonly entry_bid: number | null;
  readonly entry_ask: number | null;
  readonly entry_mid: number | null;
  readonly entry_at: number | null;
  /** Open when a purchase came to rest, where the whole of its fills is rounded up. */
  readonly rested_quantity: string | null;
  /**
   * The earliest time of a price whose quotes fill it where it rests, or that triggers it; null:
   * any price after it was placed. People's orders may meet it at once.
   */
  readonly crosses_from: number | null;
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
    stop_points: 'bigint',
    stop_limit_points: 'bigint',
    trail_points: 'bigint',
    trail_rate: 'numeric',
    trail_from: 'jsonb',
    peak_seq: 'bigint',
    peak_bid: 'bigint',
    peak_ask: 'bigint',
    peak_mid: 'bigint',
    peak_at: 'timestamptz',
    seen_seq: 'bigint',
    triggered_by: 'bigint',
    triggered_at: 'timestamptz',
    trigger_seq: 'bigint',
    trigger_bid: 'bigint',
    trigger_ask: 'bigint',
    trigger_mid: 'bigint',
    trigger_at: 'timestamptz',
    queued_at: 'timestamptz',
    lead_ms: 'integer',
    worst_points: 'bigint',
    entered_by: 'bigint',
    entered_at: 'timestamptz',
    entry_seq: 'bigint',
    entry_bid: 'bigint',
    entry_ask: 'bigint',
    entry_mid: 'bigint',
    entry_at: 'timestamptz',
    rested_quantity: 'numeric',
    crosses_from: 'timestamptz',
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
    'stop_points',
    'stop_limit_points',
    'trail_points',
    'trail_rate',
    'trail_from',
    'queued_at',
    'lead_ms',
    'worst_points',
    'crosses_from',
  ],
  later: [
    ['done_at', 'settled_by'],
    ['stop_points', 'stop_limit_points'],
    ['trail_points', 'trail_rate', 'trail_from', 'peak_seq', 'peak_bid', 'peak_ask', 'peak_mid', 'peak_at', 'seen_seq'],
    ['triggered_by', 'triggered_at', 'trigger_seq', 'trigger_bid', 'trigger_ask', 'trigger_mid', 'trigger_at'],
    ['queued_at', 'worst_points'],
    ['lead_ms'],
    ['entered_by', 'entered_at', 'entry_seq', 'entry_bid', 'entry_ask', 'entry_mid', 'entry_at'],
    ['rested_quantity'],
    ['crosses_from'],
  ],
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

/** Whether it waits for its trigger; of a one-cancels-other the limit order rests meanwhile. */
export const isUntriggered = ({ type, triggered_by }: SpotOrder): boolean =>
  isTriggerType(type) && triggered_by === null;

/** The earliest time of a price at which it meets the house's quotes; of one that waits for it. */
export const meetsFrom = ({ queued_at, lead_ms }: SpotOrder): number => (queued_at as number) + (lead_ms ?? 0);

/** Whether it waits for the price at which it meets the house's quotes. */
export const isQueued = ({ queued_at, entered_by, settled_by }: SpotOrder): boolean =>
  queued_at !== null && entered_by === null && settled_by === null;

/** Whether it is in the book while it is live. */
export const isInBook = (order: SpotOrder): boolean =>
  !isQueued(order) && (order.type === 'oco' || !isUntriggered(order));

/** The unfilled quantity of an order by quantity. */
export const openQuantity = (order: SpotOrder): Amount =>
  (amountOf(order.quantity as string) - amountOf(order.filled_quantity)) as Amount;

/** What is open of any order; nothing is measured of one by amount. */
export const openOf = (order: SpotOrder): Amount => (order.quantity === null ? ZERO : openQuantity(order));

/**
 * What the order must hold with this much open: the quote asset with its fee, or the base asset.
 */
export function needOf(order: SpotOrder, open: Amount): Amount {
  if (order.side === 'sell') return open;
  if (isQueued(order)) return queuedNeed(order, open);
  if (!isUntriggered(order)) return totalOf(restingNeed({ ...restingOf(order), quantity: open }));
  if (order.amount !== null) return amountOf(order.amount);
  const rate = higherRate(rateOf(order.maker_rate), rateOf(order.taker_rate));
  if (order.type === 'stopLimit') return stopLimitNeed({ quantity: open, limit: limitOf(order), rate });
  const stopLimit = priceOfPoints(order.stop_limit_points as number, order.precision);
  return ocoNeed({ ...restingOf(order), quantity: open, stopLimit, stopRate: rate });
}

/** What it may cost at most: the rest of its amount, or all of it at its worst price. */
function queuedNeed(order: SpotOrder, open: Amount): Amount {
  if (order.amount !== null) return budgetOf(order) as Amount;
  const rate = higherRate(rateOf(order.maker_rate), rateOf(order.taker_rate));
  const worst = priceOfPoints(worstPoints(order) as number, order.precision);
  return stopLimitNeed({ quantity: open, limit: worst, rate });
}

/** What is left of the amount of an order by amount; undefined of the others. */
export function budgetOf(order: SpotOrder): Amount | undefined {
  if (order.amount === null) return undefined;
  return (amountOf(order.amount) - amountOf(order.filled_amount) - amountOf(order.fee)) as Amount;
}

/** The worst price that it may trade at; null of what a trigger makes a market order. */
export const worstPoints = (order: SpotOrder): number | null => order.worst_points ?? restingPoints(order);

/**
 * What a resting purchase still owes when its rest ends unfilled: its fills took what its need fell
 * by, which may be a unit of amount and fee less than all of them at once, rounded up.
 */
export function remainderOf(order: SpotOrder): Amount {
  if (order.rested_quantity === null || order.side === 'sell' || isFinal(order)) return ZERO;
  const open = openQuantity(order);
  const owed = unpaidRounding({ ...restingOf(order), rested: amountOf(order.rested_quantity), open });
  return lesser(owed, amountOf(order.held));
}

export const restingOf = (order: SpotOrder): RestingOrder => ({
  price: limitOf(order),
  makerRate: rateOf(order.maker_rate),
});

/** Where it rests, or would: the stop of a one-cancels-other has a limit of its own. */
export const restingPoints = (order: SpotOrder): number | null =>
  order.type === 'oco' && order.triggered_by !== null ? order.stop_limit_points : order.price;

export const limitOf = (order: SpotOrder): Price => priceOfPoints(restingPoints(order) as number, order.precision);

/** How far a trailing stop stays behind; undefined of other orders. */
export function trailOf({ trail_points, trail_rate }: SpotOrder): TrailDistance | undefined {
  if (trail_points !== null) return { points: trail_points };
  return trail_rate === null ? undefined : { rate: rateOf(trail_rate) };
}

/** The asset a resting or waiting order holds. */
export const heldAsset = (order: SpotOrder): string => (order.side === 'buy' ? order.quote : order.base);

/** The user's accounts that an order moves money between. */
export const userAccounts = (order: Pick<SpotOrder, 'user_id' | 'book' | 'base' | 'quote'>) => ({
  base: userAccount(order.user_id, order.book, order.base, 'available'),
  quote: userAccount(order.user_id, order.book, order.quote, 'available'),
  heldBase: userAccount(order.user_id, order.book, order.base, 'held'),
  heldQuote: userAccount(order.user_id, order.book, order.quote, 'held'),
});

export const LIQUIDITY_POOL: HouseKind = 'pool.liquidity';

export const houseAccounts = (order: Pick<SpotOrder, 'book' | 'base' | 'quote'>) => ({
  base: houseAccount(order.book, order.base, LIQUIDITY_POOL),
  quote: houseAccount(order.book, order.quote, LIQUIDITY_POOL),
  clearingBase: houseAccount(order.book, order.base, 'clearing'),
  clearingQuote: houseAccount(order.book, order.quote, 'clearing'),
  fees: houseAccount(order.book, order.quote, 'fees'),
});
