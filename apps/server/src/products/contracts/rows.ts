import type { Side, Size } from '@glasshouse/rules/contracts';
import type { Carry } from '@glasshouse/rules/contracts-close';
import { quoteRateAt } from '@glasshouse/rules/contracts-rate';
import { amountOf, type Price, parseDecimal, priceOfPoints, type Rate, rateOf } from '@glasshouse/rules/money';
import { changeOf } from '../../kernel/core/effects.ts';
import type { Book, RowChange, TableSpec, Tick } from '../../kernel/core/types.ts';
import { isWithinLead } from '../../trading/lead.ts';
import type { ContractTermsRow, Conversion } from './terms.ts';

export type ContractState = 'waiting' | 'open' | 'closed' | 'cancelled' | 'liquidated';
/** A market order fills at the next tick; the others wait for a price. */
export type ContractType = 'market' | 'limit' | 'stop' | 'stopLimit';
export type ClosedBy =
  | 'user'
  | 'stopLoss'
  | 'trailingStop'
  | 'takeProfit'
  | 'profitLimit'
  | 'liquidation'
  | 'netting'
  | 'expired'
  | 'moved'
  | 'oco'
  | 'reset'
  | 'operator'
  | 'noRoom'
  | 'leverage'
  | 'delisting'
  | 'roll'
  | 'dividend';

/** One step of a take-profit ladder: the lots that close at a price. */
export type Target = { readonly points: number; readonly lots: string };

/**
 * A trailing stop: how far it stays behind, by price or by share, and where it begins to follow.
 */
export type Trail = {
  readonly points: number | null;
  readonly rate: string | null;
  readonly activation: number | null;
};

/**
 * What fired before a change, and still does until that counts: who saw a price sooner elsewhere
 * does not take a stop away from it.
 */
export type StopsBefore = {
  /** With how far a trailing stop had come that was taken back, where that is nearer. */
  readonly stop: number | null;
  readonly target: number | null;
  readonly targets: readonly Target[] | null;
  /** Whether the trailing stop of the order is the one of before: it goes on without a wait. */
  readonly trails: boolean;
  /** The best tick of a trailing stop that was taken back, if that was active. */
  readonly peak: Tick | null;
  /** From when these fire, since the change before; null: from the opening. */
  readonly from: number | null;
};

/**
 * A row of `contract_orders`. Amounts and rates as decimal text, prices in points, times in epoch
 * ms.
 */
export type ContractOrder = {
  readonly id: number;
  readonly user_id: number;
  readonly book: Book;
  readonly code: string;
  readonly asset: string;
  readonly side: Side;
  readonly type: ContractType;
  readonly leverage: number;
  readonly lots: string;
  /** Lots waiting or open; 0 once it has ended. */
  readonly open_lots: string;
  readonly lot_size: string;
  readonly precision: number;
  readonly terms_version: number;
  /** Where it came from, as far as the log tells. */
  readonly network: string | null;
  readonly fee_rate: string;
  readonly financing_rate: string;
  readonly quote_rate: string;
  readonly state: ContractState;
  readonly limit_points: number | null;
  /** The price that a stop or stop-limit order waits for; null for others. */
  readonly entry_points: number | null;
  /** The command that reached it, when the limit was not: from then on it waits for its limit. */
  readonly triggered_by: number | null;
  /** Orders of one group: the first that opens cancels the others. Named after the oldest. */
  readonly oco_group: number | null;
  /** Take-profit ladder, the nearest target first; null without one. */
  readonly targets: readonly Target[] | null;
  readonly trail: Trail | null;
  /** The tick from which the trailing stop follows; null until the order opens. */
  readonly trail_from: Tick | null;
  /**
   * Its best tick up to `seen_seq`, null until it is active; the core follows later ones in memory.
   */
  readonly peak: Tick | null;
  readonly seen_seq: number | null;
  /**
   * The position that is closed as this order opens, and the order that opens as this one closes.
   */
  readonly reverses: number | null;
  readonly reversed_by: number | null;
  /**
   * The price seen when an order was placed that the next tick may fill; null under terms that
   * filled it at once, and for an order that waits for its limit.
   */
  readonly reference_points: number | null;
  /** What the next tick closes, and since when. */
  readonly closing_lots: string | null;
  readonly closing_at: number | null;
  readonly stop_points: number | null;
  readonly target_points: number | null;
  /**
   * The earliest time of a price that fires stop, target, ladder or trailing stop, since they were
   * last changed; null: any price after the opening.
   */
  readonly stops_from: number | null;
  /** What fires until then; null: nothing did before, or the rules of then ended it at once. */
  readonly stops_before: StopsBefore | null;
  readonly notional: string;
  /**
   * What it counts against the house's capacity while it waits; null under terms that count all of
   * its notional.
   */
  readonly counted: string | null;
  readonly held: string;
  readonly initial_margin: string;
  readonly margin: string;
  readonly maintenance: string;
  readonly liquidation_points: number | null;
  readonly open_fee: string;
  readonly close_fee: string;
  readonly financing: string;
  readonly realised: string;
  readonly close_value: string;
  readonly pnl_carry: string;
  readonly fee_carry: string;
  readonly financed_night: number | null;
  readonly placed_at: number;
  readonly open_points: number | null;
  readonly open_seq: number | null;
  readonly open_bid: number | null;
  readonly open_ask: number | null;
  readonly open_mid: number | null;
  readonly open_tick_at: number | null;
  readonly opened_by: number | null;
  readonly opened_at: number | null;
  readonly closed_by: ClosedBy | null;
  readonly settled_by: number | null;
  readonly settled_at: number | null;
  /** Most that what is open may gain; null under terms without such a limit. */
  readonly profit_max: string | null;
  /** Where it has gained that, and closes itself; null where no price is that far. */
  readonly profit_points: number | null;
  /**
   * By which instrument P&L is converted when it closes: liquidation price and limit of profit of
   * the row are then those at `quote_rate`. Null: `quote_rate` converts everything.
   */
  readonly converts_by: Conversion | null;
  /**
   * Shortly before a close the requirement is at least this share of the notional: at the mark, or
   * without a basis, under terms of before, at the opening.
   */
  readonly before_close: { readonly minutes: number; readonly rate: string; readonly basis?: 'mark' } | null;
  /** Where it is liquidated then; null where the usual requirement liquidates it no later. */
  readonly raised_points: number | null;
};

export const ORDERS_TABLE = {
  table: 'contract_orders',
  key: ['id'],
  born: 'by command',
  columns: {
    id: 'bigint',
    user_id: 'bigint',
    book: 'text',
    code: 'text',
    asset: 'text',
    side: 'text',
    type: 'text',
    leverage: 'integer',
    lots: 'numeric',
    open_lots: 'numeric',
    lot_size: 'numeric',
    precision: 'integer',
    terms_version: 'integer',
    network: 'text',
    fee_rate: 'numeric',
    financing_rate: 'numeric',
    quote_rate: 'numeric',
    state: 'text',
    limit_points: 'bigint',
    entry_points: 'bigint',
    triggered_by: 'bigint',
    oco_group: 'bigint',
    targets: 'jsonb',
    trail: 'jsonb',
    trail_from: 'jsonb',
    peak: 'jsonb',
    seen_seq: 'bigint',
    reverses: 'bigint',
    reversed_by: 'bigint',
    reference_points: 'bigint',
    closing_lots: 'numeric',
    closing_at: 'timestamptz',
    stop_points: 'bigint',
    target_points: 'bigint',
    stops_from: 'timestamptz',
    stops_before: 'jsonb',
    notional: 'numeric',
    counted: 'numeric',
    held: 'numeric',
    initial_margin: 'numeric',
    margin: 'numeric',
    maintenance: 'numeric',
    liquidation_points: 'bigint',
    open_fee: 'numeric',
    close_fee: 'numeric',
    financing: 'numeric',
    realised: 'numeric',
    close_value: 'numeric',
    pnl_carry: 'numeric',
    fee_carry: 'numeric',
    financed_night: 'integer',
    placed_at: 'timestamptz',
    open_points: 'bigint',
    open_seq: 'bigint',
    open_bid: 'bigint',
    open_ask: 'bigint',
    open_mid: 'bigint',
    open_tick_at: 'timestamptz',
    opened_by: 'bigint',
    opened_at: 'timestamptz',
    closed_by: 'text',
    settled_by: 'bigint',
    settled_at: 'timestamptz',
    profit_max: 'numeric',
    profit_points: 'bigint',
    converts_by: 'jsonb',
    before_close: 'jsonb',
    raised_points: 'bigint',
  },
  fixed: [
    'user_id',
    'book',
    'code',
    'asset',
    'side',
    'type',
    'leverage',
    'lot_size',
    'precision',
    'terms_version',
    'network',
    'fee_rate',
    'financing_rate',
    'quote_rate',
    'counted',
    'placed_at',
    'reverses',
    'converts_by',
    'before_close',
  ],
  later: [
    ['trail', 'trail_from', 'peak', 'seen_seq'],
    ['stops_from', 'stops_before'],
    ['reversed_by'],
    ['closing_lots', 'closing_at'],
    ['open_points', 'open_seq', 'open_bid', 'open_ask', 'open_mid', 'open_tick_at', 'opened_by', 'opened_at'],
    ['closed_by', 'settled_by', 'settled_at'],
  ],
  live: 'settled_by is null',
} as const satisfies TableSpec<ContractOrder>;

export const TERMS_TABLE = {
  table: 'contract_terms',
  key: ['code', 'version'],
  columns: { code: 'text', version: 'integer', terms: 'jsonb' },
  live: 'true',
} as const satisfies TableSpec<ContractTermsRow>;

export const orderChange = (order: ContractOrder): RowChange => changeOf(ORDERS_TABLE, order);

export const isFinal = (order: ContractOrder): boolean => order.settled_by !== null;

/**
 * The order with the stop, target and ladder that a tick of this time may fire: until a change of
 * its owner counts, those of before it.
 */
export function stopsAt(order: ContractOrder, at: number): ContractOrder {
  const { stops_from: from, stops_before: before } = order;
  if (!isWithinLead(from, at)) return order;
  if (before === null || isWithinLead(before.from, at)) {
    return { ...order, stop_points: null, target_points: null, targets: null };
  }
  return { ...order, stop_points: before.stop, target_points: before.target, targets: before.targets };
}

/** Whether its owner may have known a tick of this time when they set its trailing stop. */
export const isTrailHeld = (
  { stops_from: from, stops_before: before }: Pick<ContractOrder, 'stops_from' | 'stops_before'>,
  at: number,
): boolean => isWithinLead(before?.trails === true ? before.from : from, at);

/**
 * What still waits or is open, for the arithmetic; at the rate of the opening unless another one is
 * given.
 */
export const sizeOf = (order: ContractOrder, rate: Rate = rateOf(order.quote_rate)): Size => ({
  lots: amountOf(order.open_lots),
  lotSize: amountOf(order.lot_size),
  quoteRate: rate,
});

/**
 * The rate that P&L, closing fee and margin of an order are judged by: that of its opening, or of
 * now.
 */
export function rateNow(order: ContractOrder, tick: Pick<Tick, 'code' | 'mid'> | null | undefined): Rate | undefined {
  const { converts_by: by } = order;
  if (by === null) return rateOf(order.quote_rate);
  return tick == null || tick.code !== by.code ? undefined : quoteRateAt(by, tick.mid);
}

/** The same where it must be known: without a rate nothing closes. */
export function needRate(order: ContractOrder, tick: Tick | undefined): Rate {
  const rate = rateNow(order, tick);
  if (rate === undefined) throw new Error(`nothing converts order ${order.id}`);
  return rate;
}

export const priceAt = (order: { readonly precision: number }, points: number): Price =>
  priceOfPoints(points, order.precision);

/** Whether a position would close at this level or better, as a target does. */
export const isGained = ({ side }: Pick<ContractOrder, 'side'>, level: number, tick: Pick<Tick, 'bid' | 'ask'>) =>
  side === 'buy' ? level <= tick.bid : tick.ask <= level;

/** The price the order is valued from: where it opened, or would open. */
export function basePoints(order: ContractOrder): number {
  const waitsAt = order.type === 'stop' ? order.entry_points : order.limit_points;
  const points = order.open_points ?? order.reference_points ?? waitsAt;
  if (points === null) throw new Error(`order ${order.id} has no price`);
  return points;
}

/** A whole number as text. Nearly all are 0 or short, and skip the bigint parser. */
export const integerOf = (text: string): bigint => (text === '0' ? 0n : (parseDecimal(text, 0) ?? BigInt(text)));

export const carryOf = (order: ContractOrder): Carry => ({
  pnl: integerOf(order.pnl_carry),
  fee: integerOf(order.fee_carry),
});
