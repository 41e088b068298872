import { pointsText, textOf } from '../figures.ts';
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
  readonly type: 'limit' | 'market';
  readonly force: string;
  readonly price: number | null;
  readonly quantity: bigint | null;
  readonly amount: bigint | null;
  readonly makerRate: bigint;
  readonly takerRate: bigint;
  readonly tier: number;
  readonly placedAt: number;
  state: 'waiting' | 'partlyFilled' | 'filled' | 'revoked';
  filled: bigint;
  paid: bigint;
  fee: bigint;
  held: bigint;
  fills: SpotFill[];
  ended?: { readonly seq: number; readonly at: number };
}

const FILLS_SHOWN = 100;

/** What a resting order must hold for its open quantity. */
export function needOf(order: SpotOrder, open: bigint): bigint {
  if (order.side === 'sell') return open;
  const amount = valueUp(order.measure, open, order.price as number);
  return amount + feeOn(amount, order.makerRate);
}

export const openOf = (order: SpotOrder): bigint => (order.quantity as bigint) - order.filled;

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
      tick:
        tick === undefined
          ? null
          : { seq: tick.seq, price: price(tick.mid), bid: price(tick.bid), ask: price(tick.ask), at: iso(tick.at) },
      at: iso(fill.at),
    })),
  };
}

export const eventOf = (order: SpotOrder): ExpectedEvent => ({
  userId: order.user,
  book: order.book,
  kind: 'spot.order',
  data: viewOf(order),
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
  },
});

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
