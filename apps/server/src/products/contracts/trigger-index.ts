import type { Side } from '@glasshouse/rules/contracts';
import { MinHeap } from '../../kernel/core/min-heap.ts';
import type { Tick } from '../../kernel/core/types.ts';
import { isBeforeClose } from './raised.ts';
import { type ContractOrder, stopsAt } from './rows.ts';

/** What a price can fire, in the order of one tick: see README.md. */
export const TRIGGER_KINDS = ['liquidation', 'raised', 'stopLoss', 'takeProfit', 'stop', 'limit'] as const;
export type TriggerKind = (typeof TRIGGER_KINDS)[number];

interface Rule {
  /** +1: fires at or above the trigger price; −1: at or below. */
  readonly sign: 1 | -1;
  readonly price: 'bid' | 'ask' | 'mid';
}

const RULES: Readonly<Record<TriggerKind, Readonly<Record<Side, Rule>>>> = {
  liquidation: { buy: { sign: -1, price: 'mid' }, sell: { sign: 1, price: 'mid' } },
  raised: { buy: { sign: -1, price: 'mid' }, sell: { sign: 1, price: 'mid' } },
  stopLoss: { buy: { sign: -1, price: 'bid' }, sell: { sign: 1, price: 'ask' } },
  takeProfit: { buy: { sign: 1, price: 'bid' }, sell: { sign: -1, price: 'ask' } },
  stop: { buy: { sign: 1, price: 'ask' }, sell: { sign: -1, price: 'bid' } },
  limit: { buy: { sign: -1, price: 'ask' }, sell: { sign: 1, price: 'bid' } },
};

/** Stale entries tolerated beyond the number of live ones before a heap is rebuilt. */
const STALE_SLACK = 64;

/** The order's trigger price for a kind and side; null when it has none now. */
function triggerOf(order: ContractOrder | undefined, kind: TriggerKind, side: Side): number | null {
  if (order === undefined || order.side !== side) return null;
  if (kind === 'stop') return order.state === 'waiting' && order.triggered_by === null ? order.entry_points : null;
  if (kind === 'limit') return order.state === 'waiting' && waitsForLimit(order) ? order.limit_points : null;
  if (order.state !== 'open') return null;
  // Where these fire depends on the rate of now as well: see rate-triggers.ts.
  if (kind === 'liquidation') return order.converts_by === null ? order.liquidation_points : null;
  if (kind === 'raised') return order.converts_by === null ? order.raised_points : null;
  if (kind === 'stopLoss') return order.stop_points;
  kind satisfies 'takeProfit';
  return targetOf(order);
}

/**
 * A market order is filled by the next tick, whatever its price; a stop order once its stop price
 * is reached, and so is a stop-limit order that finds its limit met by then.
 */
const waitsForLimit = ({ type, triggered_by }: ContractOrder): boolean =>
  type === 'limit' || (type === 'stopLimit' && triggered_by !== null);

/**
 * The next target, or where it has gained all that it may: whichever comes first. A ladder has no
 * more steps where the next tick closes all of it.
 */
function targetOf(order: ContractOrder): number | null {
  const { side, target_points: target, targets, closing_lots, open_lots } = order;
  const most = order.converts_by === null ? order.profit_points : null;
  const step = closing_lots === open_lots ? undefined : targets?.[0];
  const next = target ?? step?.points ?? null;
  if (next === null || most === null) return next ?? most;
  return side === 'buy' ? Math.min(next, most) : Math.max(next, most);
}

/**
 * The same of what its owner has changed, and what still fires until the change counts; null where
 * that is the same price.
 */
function triggerBefore(order: ContractOrder | undefined, kind: TriggerKind, side: Side): number | null {
  const before = order?.stops_before ?? null;
  if (order === undefined || before === null || (kind !== 'stopLoss' && kind !== 'takeProfit')) return null;
  const { stop: stop_points, target: target_points, targets } = before;
  const trigger = triggerOf({ ...order, stop_points, target_points, targets }, kind, side);
  return trigger === triggerOf(order, kind, side) ? null : trigger;
}

/**
 * Whether a tick meets what it may fire of an order whose stops were changed: limits of profit are
 * nobody's choice, and never wait.
 */
function isMet(order: ContractOrder, { kind, side, rule }: TriggerHeap, tick: IndexedTick): boolean {
  const trigger = triggerOf(stopsAt(order, tick.at), kind, side);
  return trigger !== null && rule.sign * trigger <= rule.sign * tick[rule.price];
}

type IndexedTick = Pick<Tick, 'bid' | 'ask' | 'mid' | 'at'>;

interface TriggerHeap {
  readonly kind: TriggerKind;
  readonly side: Side;
  readonly rule: Rule;
  readonly heap: MinHeap;
  live: number;
}

/**
 * Trigger prices of the live orders of one instrument: twelve heaps, each with what fires first on
 * top. A price that was moved or removed stays in its heap until it reaches the top, or until stale
 * entries outnumber live ones. While a change of its stops waits, an order has two entries of a
 * kind.
 */
export class TriggerIndex {
  readonly #heaps: readonly TriggerHeap[] = TRIGGER_KINDS.flatMap((kind) =>
    (['buy', 'sell'] as const).map((side) => ({ kind, side, rule: RULES[kind][side], heap: new MinHeap(), live: 0 })),
  );
  /** The same by side; an order never changes sides. */
  readonly #sides: Readonly<Record<Side, readonly TriggerHeap[]>> = {
    buy: this.#heaps.filter(({ side }) => side === 'buy'),
    sell: this.#heaps.filter(({ side }) => side === 'sell'),
  };
  readonly #orders: ReadonlyMap<number, ContractOrder>;

  /** `orders` holds the orders by id, of all instruments; it is only read. */
  constructor(orders: ReadonlyMap<number, ContractOrder>) {
    this.#orders = orders;
  }

  /** Call it when an order was placed, changed or ended, once `orders` holds the new state. */
  change(before: ContractOrder | undefined, after: ContractOrder | undefined): void {
    const side = (after ?? before)?.side;
    if (side === undefined) return;
    for (const entry of this.#sides[side]) {
      for (const levelOf of [triggerOf, triggerBefore]) {
        const was = levelOf(before, entry.kind, entry.side);
        const is = levelOf(after, entry.kind, entry.side);
        if (was === is) continue;
        if (was !== null) entry.live -= 1;
        if (is === null) continue;
        entry.live += 1;
        entry.heap.push(entry.rule.sign * is, (after as ContractOrder).id);
        if (2 * entry.live + STALE_SLACK < entry.heap.size) this.#rebuild(entry);
      }
    }
  }

  /**
   * Removes and returns what this tick fires: each order once, for the first kind it meets, in a
   * defined order. `closesInMs`: until the session ends, where that is soon enough for positions to
   * need more margin. `isTooSoon`: whoever placed what waits may have known this tick. It stays, as
   * do stops that were changed and do not count yet; the next tick judges them again.
   */
  take(
    tick: IndexedTick,
    closesInMs?: number,
    isTooSoon: (order: ContractOrder) => boolean = () => false,
  ): readonly { readonly kind: TriggerKind; readonly id: number }[] {
    const fired: { kind: TriggerKind; id: number }[] = [];
    const seen = new Set<number>();
    for (const entry of this.#heaps) {
      const { kind, rule, heap } = entry;
      const isChosen = kind === 'stopLoss' || kind === 'takeProfit';
      if (kind === 'raised' && closesInMs === undefined) continue;
      const notYet: [key: number, id: number][] = [];
      const threshold = rule.sign * tick[rule.price];
      while (heap.peekKey() <= threshold) {
        const key = heap.peekKey();
        const id = heap.pop() as number;
        const place = this.#placeOf(entry, { key, id });
        if (place === undefined) continue;
        const order = this.#orders.get(id) as ContractOrder;
        if (place === 'before' && (order.stops_from ?? 0) <= tick.at) continue;
        const isRaised = kind !== 'raised' || isBeforeClose(order, closesInMs ?? 0);
        const isHeld = isChosen && order.stops_from !== null && !isMet(order, entry, tick);
        const isDue = isRaised && !isHeld && !seen.has(id) && !isTooSoon(order);
        // What fires part of an order by one of its two entries leaves the other one where it is.
        if ((!isDue && !seen.has(id)) || (isChosen && order.stops_before !== null)) notYet.push([key, id]);
        if (!isDue) continue;
        seen.add(id);
        fired.push({ kind, id });
      }
      for (const [key, id] of notYet) heap.push(key, id);
    }
    return fired;
  }

  /** Entries in all heaps, stale ones included; for tests. */
  get entries(): number {
    return this.#heaps.reduce((sum, { heap }) => sum + heap.size, 0);
  }

  /** Which of the prices of an order an entry is; undefined: it is stale. */
  #placeOf({ kind, side, rule }: TriggerHeap, { key, id }: { key: number; id: number }): 'now' | 'before' | undefined {
    const order = this.#orders.get(id);
    const level = key * rule.sign;
    if (triggerOf(order, kind, side) === level) return 'now';
    return triggerBefore(order, kind, side) === level ? 'before' : undefined;
  }

  /** Every live price is in its heap; one that was moved away and back is in it twice. */
  #rebuild(entry: TriggerHeap): void {
    const seen = { now: new Set<number>(), before: new Set<number>() };
    entry.heap.keep((key, id) => {
      const place = this.#placeOf(entry, { key, id });
      if (place === undefined || seen[place].has(id)) return false;
      seen[place].add(id);
      return true;
    });
  }
}
