import { closingPrice, RATE_ONE } from '@glasshouse/rules/contracts';
import { isLiquidated } from '@glasshouse/rules/contracts-liquidation';
import type { Rate } from '@glasshouse/rules/money';
import { MinHeap } from '../../kernel/core/min-heap.ts';
import type { Tick } from '../../kernel/core/types.ts';
import { liquidationPointsAt, positionOf, profitPointsAt, raisedLevelAt, raisedPosition } from './position.ts';
import { isBeforeClose } from './raised.ts';
import { type ContractOrder, priceAt, rateNow } from './rows.ts';

/** What a price or a rate can fire, in the order of one tick. */
const RATE_KINDS = ['liquidation', 'raised', 'takeProfit'] as const;
export type RateKind = (typeof RATE_KINDS)[number];

/** The market that a tick leaves: of the contract, and of what converts it. */
export interface RatedMarket {
  readonly tick: Tick;
  readonly rate: Tick;
  /** Until the session ends, where that is soon enough for positions to need more margin. */
  readonly closesInMs: number | undefined;
}

/**
 * Half of the width of a band, as a share of the rate. Within it a liquidation price moves by this
 * share of its distance: 0.1 % of the price at 10×.
 */
const BAND: Rate = (RATE_ONE / 100n) as Rate;
/** Bands of orders differ in width by up to a half, so that few of them end at one tick. */
const BAND_WIDTHS = 16n;
/** Of an order whose band reaches the price, but which is not due yet. */
const BAND_NARROWER = 16n;

/** Where an order may fire at the earliest while the rate is within a band. */
interface Band {
  readonly low: number;
  readonly high: number;
  readonly keys: Readonly<Record<RateKind, number | null>>;
}

const SIDES = ['buy', 'sell'] as const;
const STALE_SLACK = 64;

/**
 * Triggers of positions whose P&L is converted at the rate of now: where they fire depends on two
 * prices. Each has a band of rates and, for each kind, the first price that may fire it while the
 * rate is within: a heap by that price finds candidates, which are then judged exactly. A rate that
 * leaves a band makes a new one. A tick costs O(log n) for each order that it fires, that is near,
 * or whose band it leaves, and nothing for the others.
 */
export class RateTriggers {
  readonly #orders: ReadonlyMap<number, ContractOrder>;
  readonly #bands = new Map<number, Band>();
  readonly #open = new Set<number>();
  /** Placed or changed since the last tick. */
  readonly #fresh = new Set<number>();
  #heaps = emptyHeaps();

  /** `orders` holds the orders by id, of all instruments; it is only read. */
  constructor(orders: ReadonlyMap<number, ContractOrder>) {
    this.#orders = orders;
  }

  /** Call it when an order was placed, changed or ended, once `orders` holds the new state. */
  change(id: number, after: ContractOrder | undefined): void {
    if (after?.state === 'open') {
      this.#open.add(id);
      this.#fresh.add(id);
      return;
    }
    this.#open.delete(id);
    this.#bands.delete(id);
    this.#fresh.delete(id);
  }

  /** Positions that it is about, those that have fired and not ended yet included. */
  get size(): number {
    return this.#open.size;
  }

  /** Entries in all heaps, stale ones included; for tests. */
  get entries(): number {
    return Object.values(this.#heaps).reduce((sum, heap) => sum + heap.size, 0);
  }

  /**
   * What the market fires now: each order once, for the first kind that it meets; of one kind, the
   * one whose level was passed furthest first, then the older order.
   */
  take(market: RatedMarket): readonly { readonly kind: RateKind; readonly id: number }[] {
    for (const id of this.#fresh) this.#band(id, market.rate, 1n);
    this.#fresh.clear();
    this.#leaveBands(market.rate);
    const fired = new Map<number, { kind: RateKind; id: number; beyond: number }>();
    const near = new Set<number>();
    for (const kind of RATE_KINDS) {
      if (kind === 'raised' && market.closesInMs === undefined) continue;
      for (const side of SIDES) this.#candidates(kind, side, market, fired, near);
    }
    for (const id of near) if (!fired.has(id)) this.#band(id, market.rate, BAND_NARROWER);
    for (const id of fired.keys()) this.#bands.delete(id);
    this.#tidy();
    return [...fired.values()]
      .sort((a, b) => RATE_KINDS.indexOf(a.kind) - RATE_KINDS.indexOf(b.kind) || b.beyond - a.beyond || a.id - b.id)
      .map(({ kind, id }) => ({ kind, id }));
  }

  #candidates(
    kind: RateKind,
    side: 'buy' | 'sell',
    market: RatedMarket,
    fired: Map<number, { kind: RateKind; id: number; beyond: number }>,
    near: Set<number>,
  ): void {
    const heap = this.#heaps[`${kind} ${side}`];
    const sign = signOf(kind, side);
    const price = priceOf(kind, side, market.tick);
    while (heap.peekKey() <= sign * price) {
      const key = heap.peekKey();
      const id = heap.pop() as number;
      const order = this.#orders.get(id);
      const level = this.#bands.get(id)?.keys[kind];
      if (order === undefined || level == null || sign * level !== key || fired.has(id)) continue;
      const exact = levelOf(order, kind, rateNow(order, market.rate));
      if (isMet(order, kind, market)) fired.set(id, { kind, id, beyond: sign * (price - (exact ?? price)) });
      else near.add(id);
    }
  }

  /** Orders whose band the rate has left get a new one around it. */
  #leaveBands(tick: Tick): void {
    const left = new Set<number>();
    const { low, high } = this.#heaps;
    for (const [heap, at] of [
      [low, -tick.mid],
      [high, tick.mid],
    ] as const) {
      while (heap.peekKey() < at) {
        const key = heap.peekKey();
        const id = heap.pop() as number;
        const band = this.#bands.get(id);
        if (band !== undefined && (heap === low ? -band.low : band.high) === key) left.add(id);
      }
    }
    for (const id of left) this.#band(id, tick, 1n);
  }

  #band(id: number, tick: Tick, narrower: bigint): void {
    const order = this.#orders.get(id);
    if (order?.state !== 'open') return;
    const part = (BAND * (BAND_WIDTHS + (BigInt(id) % BAND_WIDTHS))) / (2n * BAND_WIDTHS * narrower);
    const width = (BigInt(tick.mid) * part) / RATE_ONE;
    const low = Number(BigInt(tick.mid) - width);
    const high = Number(BigInt(tick.mid) + width);
    const ends = [low, high].map((mid) => rateNow(order, { code: tick.code, mid }));
    const keyOf = (kind: RateKind): number | null => {
      const levels = ends.map((rate) => levelOf(order, kind, rate)).filter((level) => level !== null);
      if (levels.length === 0) return null;
      // The nearest one: a level moves in one direction with the rate.
      return signOf(kind, order.side) === 1 ? Math.min(...levels) : Math.max(...levels);
    };
    const keys = { liquidation: keyOf('liquidation'), raised: keyOf('raised'), takeProfit: keyOf('takeProfit') };
    this.#bands.set(id, { low, high, keys });
    this.#heaps.low.push(-low, id);
    this.#heaps.high.push(high, id);
    for (const kind of RATE_KINDS) {
      const level = keys[kind];
      if (level !== null) this.#heaps[`${kind} ${order.side}`].push(signOf(kind, order.side) * level, id);
    }
  }

  /** Makes the heaps anew once entries of before outnumber those of now. */
  #tidy(): void {
    const { low } = this.#heaps;
    if (low.size <= 2 * this.#bands.size + STALE_SLACK) return;
    this.#heaps = emptyHeaps();
    for (const [id, { low: from, high, keys }] of this.#bands) {
      const side = (this.#orders.get(id) as ContractOrder).side;
      this.#heaps.low.push(-from, id);
      this.#heaps.high.push(high, id);
      for (const kind of RATE_KINDS) {
        const level = keys[kind];
        if (level !== null) this.#heaps[`${kind} ${side}`].push(signOf(kind, side) * level, id);
      }
    }
  }
}

type HeapName = `${RateKind} ${'buy' | 'sell'}` | 'low' | 'high';

const emptyHeaps = (): Record<HeapName, MinHeap> => ({
  'liquidation buy': new MinHeap(),
  'liquidation sell': new MinHeap(),
  'raised buy': new MinHeap(),
  'raised sell': new MinHeap(),
  'takeProfit buy': new MinHeap(),
  'takeProfit sell': new MinHeap(),
  low: new MinHeap(),
  high: new MinHeap(),
});

/** +1: fires at or above its level; −1: at or below. */
const signOf = (kind: RateKind, side: 'buy' | 'sell'): 1 | -1 =>
  (kind === 'takeProfit') === (side === 'buy') ? 1 : -1;

/** The mid liquidates; a limit of profit looks at the side at which the position would close. */
const priceOf = (kind: RateKind, side: 'buy' | 'sell', tick: Tick): number =>
  kind === 'takeProfit' ? closingPrice(side, tick) : tick.mid;

/**
 * Of the requirement before a close, where it or the usual one is met: each of the two levels moves
 * in one direction with the rate, so that the nearer one of a band is at one of its ends.
 */
const levelOf = (order: ContractOrder, kind: RateKind, rate: Rate | undefined): number | null => {
  if (rate === undefined) return null;
  if (kind === 'takeProfit') return profitPointsAt(order, rate);
  return kind === 'liquidation' ? liquidationPointsAt(order, rate) : raisedLevelAt(order, rate);
};

/** The condition itself, by both prices. */
function isMet(order: ContractOrder, kind: RateKind, { tick, rate: by, closesInMs }: RatedMarket): boolean {
  const rate = rateNow(order, by);
  if (rate === undefined) return false;
  if (kind === 'takeProfit') {
    const level = profitPointsAt(order, rate);
    const points = closingPrice(order.side, tick);
    return level !== null && (order.side === 'buy' ? level <= points : points <= level);
  }
  if (kind === 'raised' && !isBeforeClose(order, closesInMs ?? Number.POSITIVE_INFINITY)) return false;
  const judged = kind === 'raised' ? raisedPosition(order, rate) : positionOf(order, rate);
  return judged !== undefined && isLiquidated(judged, priceAt(order, tick.mid));
}
