import { ceilDiv, greatest, least, pointsText, textOf, WHOLE_RATE } from '../figures.ts';
import { leadColumn, leadShown } from '../leads.ts';
import type { ExpectedEvent, ExpectedRow } from '../prediction.ts';
import type { StoredTick } from '../stored.ts';
import { feeOn, type Measure, type Side, valueUp } from './arithmetic.ts';
import type { SpotTerms } from './terms.ts';

export interface SpotFill {
  readonly seq: number;
  readonly role: 'maker' | 'taker';
  readonly price: number;
  readonly quantity: bigint;
  readonly amount: bigint;
  readonly fee: bigint;
  /** The tick of the house quote; undefined when the counterparty was a user. */
  readonly tick: StoredTick | undefined;
  readonly at: number;
}

/** A spot order in the reference model. */
export interface SpotOrder {
  readonly id: number;
  readonly user: number;
  readonly book: string;
  readonly terms: SpotTerms;
  readonly measure: Measure;
  readonly side: Side;
  readonly type: SpotType;
  readonly force: string;
  readonly price: number | null;
  readonly quantity: bigint | null;
  readonly amount: bigint | null;
  readonly makerRate: bigint;
  readonly takerRate: bigint;
  readonly tier: number;
  readonly placedAt: number;
  /** From when the house's quotes fill it where it rests, or a price triggers it; null: at once. */
  readonly crossesFrom: number | null;
  state: 'waiting' | 'partlyFilled' | 'filled' | 'revoked';
  filled: bigint;
  paid: bigint;
  fee: bigint;
  held: bigint;
  fills: SpotFill[];
  ended?: { readonly seq: number; readonly at: number };
  /** What it waits for; undefined of orders that never do. */
  waits?: Waits;
  /** Waits for the price at which it meets the house, or did. */
  queued?: Queued;
  /** Open when a purchase came to rest whose whole is rounded up. */
  rested?: bigint;
  triggered?: { readonly seq: number; readonly at: number; readonly tick: StoredTick };
}

interface Queued {
  readonly at: number;
  /** How long after that the price may be at the earliest. */
  readonly lead: number;
  readonly worst: number | null;
  readonly met?: { seq: number; at: number; tick: StoredTick };
}

export const meetsFrom = ({ queued }: SpotOrder): number => (queued?.at ?? 0) + (queued?.lead ?? 0);

export type SpotType = 'limit' | 'market' | 'stop' | 'stopLimit' | 'trailingStop' | 'oco';

interface Waits {
  readonly stop: number | null;
  readonly stopLimit: number | null;
  readonly distance: number | null;
  readonly share: bigint | null;
  /** The best tick since it was placed, and as the core recorded it. */
  readonly from: StoredTick | null;
  peak: StoredTick | null;
  recorded: StoredTick | null;
  seen: number | null;
}

const FILLS_SHOWN = 100;
/** Held on top for what a hundred fills may round up. */
const ALLOWANCE = 256n;

export const isWaiting = (order: SpotOrder): boolean => order.waits !== undefined && order.triggered === undefined;

/** Whether it waits for the price at which it meets the house. */
export const isQueued = (order: SpotOrder): boolean =>
  order.queued !== undefined && order.queued.met === undefined && order.ended === undefined;

/** Whether it stands in the book. */
export const isBooked = (order: SpotOrder): boolean => !isQueued(order) && (!isWaiting(order) || order.type === 'oco');

/** The price it rests at. */
export const restsAt = (order: SpotOrder): number | null =>
  order.type === 'oco' && order.triggered !== undefined ? (order.waits?.stopLimit ?? null) : order.price;

/** Where a trailing stop is. */
export function trailsAt(order: SpotOrder): number {
  const { peak, distance, share } = order.waits as Waits;
  const best = (peak as StoredTick).mid;
  const apart = distance ?? Math.max(1, Number((BigInt(best) * (share as bigint)) / WHOLE_RATE));
  return order.side === 'sell' ? best - apart : best + apart;
}

/** Whether a price fires what waits. */
export function isReachedBy(order: SpotOrder, mid: number): boolean {
  const stop = order.waits?.stop ?? trailsAt(order);
  return order.side === 'sell' ? mid <= stop : stop <= mid;
}

/** 10⁻¹⁰ of the quote asset for one of the base asset, with a fee on top. */
const PRICE_PLACES = 10;
const unitPrice = ({ places }: Measure, points: number): bigint =>
  BigInt(points) * 10n ** BigInt(PRICE_PLACES - places);
const valueAt = (quantity: bigint, price: bigint): bigint => ceilDiv(quantity * price, 10n ** BigInt(PRICE_PLACES));

/** What a resting or waiting order must hold for its open quantity. */
export function needOf(order: SpotOrder, open: bigint): bigint {
  const { measure, makerRate, takerRate } = order;
  if (order.side === 'sell') return open;
  if (isQueued(order)) {
    if (order.amount !== null) return order.amount - order.paid - order.fee;
    const worst = order.queued?.worst ?? (order.price as number);
    const dearer = ceilDiv(unitPrice(measure, worst) * (WHOLE_RATE + greatest(makerRate, takerRate)), WHOLE_RATE);
    return open === 0n ? 0n : valueAt(open, dearer) + ALLOWANCE;
  }
  if (isWaiting(order) && order.amount !== null) return order.amount;
  const rate = greatest(makerRate, takerRate);
  const withFee = (points: number): bigint => ceilDiv(unitPrice(measure, points) * (WHOLE_RATE + rate), WHOLE_RATE);
  if (isWaiting(order) && order.type === 'stopLimit') return valueAt(open, withFee(order.price as number)) + ALLOWANCE;
  const amount = valueUp(measure, open, restsAt(order) as number);
  const own = amount + feeOn(amount, makerRate);
  if (!isWaiting(order) || open === 0n) return own;
  const limit = unitPrice(measure, order.price as number);
  const more = withFee(order.waits?.stopLimit as number) - (limit + (limit * makerRate) / WHOLE_RATE);
  return own + (0n < more ? valueAt(open, more) : 0n) + ALLOWANCE;
}

/** Owed by a purchase whose rest ends: all fills at once, rounded up, less what they paid. */
export function owedAtEnd(order: SpotOrder): bigint {
  const { rested, measure, makerRate } = order;
  if (rested === undefined || order.side === 'sell') return 0n;
  const points = restsAt(order) as number;
  const cost = (quantity: bigint): bigint => {
    const amount = valueUp(measure, quantity, points);
    return amount + feeOn(amount, makerRate);
  };
  const open = openOf(order);
  const owed = cost(rested - open) - (cost(rested) - cost(open));
  return greatest(0n, least(owed, order.held));
}

/** What is open; nothing is measured of an order by amount. */
export const openOf = (order: SpotOrder): bigint => (order.quantity === null ? 0n : order.quantity - order.filled);

const iso = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());
const text = (units: bigint | null): string | null => (units === null ? null : textOf(units));

/** Average price of the fills in 10⁻¹⁰, rounded down, without trailing zeros. */
function meanText(order: SpotOrder): string | null {
  if (order.filled === 0n) return null;
  const units = (order.paid * 10n ** 10n) / order.filled;
  const digits = units.toString().padStart(11, '0');
  return `${digits.slice(0, -10)}.${digits.slice(-10)}`.replace(/[.]?0+$/, '');
}

export function viewOf(order: SpotOrder): Record<string, unknown> {
  const { terms } = order;
  const price = (points: number): string => pointsText(points, terms.precision);
  const first = Math.max(0, order.fills.length - FILLS_SHOWN);
  return {
    id: order.id,
    book: order.book,
    code: terms.code,
    name: `${terms.base}/${terms.quote}`,
    base: terms.base,
    quote: terms.quote,
    precision: terms.precision,
    side: order.side,
    type: order.type,
    timeInForce: order.force,
    state: order.state,
    price: order.price === null ? null : price(order.price),
    quantity: text(order.quantity),
    amount: text(order.amount),
    filledQuantity: textOf(order.filled),
    filledAmount: textOf(order.paid),
    averagePrice: meanText(order),
    fee: textOf(order.fee),
    feeAsset: terms.quote,
    held: textOf(order.held),
    placedAt: iso(order.placedAt),
    doneAt: iso(order.ended?.at),
    fills: order.fills.slice(first).map(({ tick, ...fill }, index) => ({
      id: first + index + 1,
      price: price(fill.price),
      quantity: textOf(fill.quantity),
      fee: textOf(fill.fee),
      feeAsset: terms.quote,
      role: fill.role,
      house: tick !== undefined,
      tick: tickView(tick, terms.precision),
      at: iso(fill.at),
    })),
    ...(order.waits === undefined ? {} : waitsView(order, order.waits)),
    ...queuedView(order),
    ...(order.crossesFrom === null ? {} : { crossesFrom: iso(order.crossesFrom) }),
  };
}

function queuedView({ queued, terms }: SpotOrder) {
  if (queued === undefined) return {};
  return {
    queuedAt: iso(queued.at),
    ...leadShown(queued.lead),
    worstPrice: queued.worst === null ? null : pointsText(queued.worst, terms.precision),
    enteredAt: iso(queued.met?.at),
    entryTick: tickView(queued.met?.tick, terms.precision),
  };
}

function waitsView(order: SpotOrder, { stop, stopLimit, distance, share, recorded }: Waits) {
  const { precision } = order.terms;
  const price = (points: number | null): string | null => (points === null ? null : pointsText(points, precision));
  return {
    stopPrice: price(stop),
    stopLimitPrice: price(stopLimit),
    trailingDistance: price(distance),
    trailingRate: text(share),
    peak: order.triggered === undefined ? null : tickView(recorded ?? undefined, precision),
    triggeredAt: iso(order.triggered?.at),
    triggerTick: tickView(order.triggered?.tick, precision),
  };
}

function tickView(tick: StoredTick | undefined, precision: number) {
  if (tick === undefined) return null;
  const price = (points: number): string => pointsText(points, precision);
  return { seq: tick.seq, price: price(tick.mid), bid: price(tick.bid), ask: price(tick.ask), at: iso(tick.at) };
}

/** `refused`: why it ended at its trigger, which the order itself does not say. */
export const eventOf = (order: SpotOrder, refused: number | null): ExpectedEvent => ({
  userId: order.user,
  book: order.book,
  kind: 'spot.order',
  data: refused === null ? viewOf(order) : { ...viewOf(order), refused },
});

export const rowOf = (order: SpotOrder): ExpectedRow => ({
  table: 'spot_orders',
  row: {
    id: order.id,
    user_id: order.user,
    book: order.book,
    code: order.terms.code,
    base: order.terms.base,
    quote: order.terms.quote,
    side: order.side,
    type: order.type,
    time_in_force: order.force,
    state: order.state,
    price: order.price,
    quantity: text(order.quantity),
    amount: text(order.amount),
    precision: order.terms.precision,
    quantity_step: textOf(order.measure.step),
    maker_rate: textOf(order.makerRate),
    taker_rate: textOf(order.takerRate),
    level: order.tier,
    terms_version: order.terms.version,
    filled_quantity: textOf(order.filled),
    filled_amount: textOf(order.paid),
    fee: textOf(order.fee),
    held: textOf(order.held),
    fills: order.fills.length,
    placed_at: order.placedAt,
    done_at: order.ended?.at ?? null,
    settled_by: order.ended?.seq ?? null,
    stop_points: order.waits?.stop ?? null,
    stop_limit_points: order.waits?.stopLimit ?? null,
    trail_points: order.waits?.distance ?? null,
    trail_rate: text(order.waits?.share ?? null),
    trail_from: order.waits?.from ?? null,
    ...tickRow('peak', order.waits?.recorded ?? undefined),
    seen_seq: order.waits?.seen ?? null,
    triggered_by: order.triggered?.seq ?? null,
    triggered_at: order.triggered?.at ?? null,
    ...tickRow('trigger', order.triggered?.tick),
    queued_at: order.queued?.at ?? null,
    lead_ms: leadColumn(order.queued?.lead ?? 0),
    worst_points: order.queued?.worst ?? null,
    entered_by: order.queued?.met?.seq ?? null,
    entered_at: order.queued?.met?.at ?? null,
    ...tickRow('entry', order.queued?.met?.tick),
    rested_quantity: text(order.rested ?? null),
    crosses_from: order.crossesFrom,
  },
});

const tickRow = (name: string, tick: StoredTick | undefined) =>
  Object.fromEntries(
    (['seq', 'bid', 'ask', 'mid', 'at'] as const).map((part) => [`${name}_${part}`, tick?.[part] ?? null]),
  );

export function fillRow(order: SpotOrder, fill: SpotFill, idx: number): ExpectedRow {
  const { tick } = fill;
  return {
    table: 'spot_fills',
    row: {
      order_id: order.id,
      idx,
      user_id: order.user,
      book: order.book,
      code: order.terms.code,
      seq: fill.seq,
      side: order.side,
      role: fill.role,
      price: fill.price,
      quantity: textOf(fill.quantity),
      amount: textOf(fill.amount),
      fee: textOf(fill.fee),
      fee_asset: order.terms.quote,
      house: tick !== undefined,
      tick_seq: tick?.seq ?? null,
      tick_bid: tick?.bid ?? null,
      tick_ask: tick?.ask ?? null,
      tick_mid: tick?.mid ?? null,
      tick_at: tick?.at ?? null,
      at: fill.at,
    },
  };
}
