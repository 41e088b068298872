import type { Side } from '@glasshouse/rules/contracts';
import { MinHeap } from '../../kernel/min-heap.ts';
import type { Tick } from '../../kernel/types.ts';
import type { ContractOrder } from './order.ts';
import { isBeforeClose } from './raised.ts';

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
  return kind === 'stopLoss' ? order.stop_points : targetOf(order);
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
 * entries outnumber live ones.
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
      const was = triggerOf(before, entry.kind, entry.side);
      const is = triggerOf(after, entry.kind, entry.side);
      if (was === is) continue;
      if (was !== null) entry.live -= 1;
      if (is === null) continue;
      entry.live += 1;
      entry.heap.push(entry.rule.sign * is, (after as ContractOrder).id);
      if (2 * entry.live + STALE_SLACK < entry.heap.size) this.#rebuild(entry);
    }
  }

  /**
   * Removes and returns what this tick fires: each order once, for the first kind it meets, in a
   * defined order. `closesInMs`: until the session ends, where that is soon enough for positions to
   * need more margin. `isTooSoon`: whoever placed what waits, or changed what would close the
   * position, may have known this tick. It stays, and the next tick judges it again.
   */
  take(
    tick: Pick<Tick, 'bid' | 'ask' | 'mid'>,
    closesInMs?: number,
    isTooSoon: (order: ContractOrder, kind: TriggerKind) => boolean = () => false,
  ): readonly { readonly kind: TriggerKind; readonly id: number }[] {
    const fired: { kind: TriggerKind; id: number }[] = [];
    const seen = new Set<number>();
    for (const { kind, side, rule, heap } of this.#heaps) {
      if (kind === 'raised' && closesInMs === undefined) continue;
      const notYet: [key: number, id: number][] = [];
      const threshold = rule.sign * tick[rule.price];
      while (heap.peekKey() <= threshold) {
        const key = heap.peekKey();
        const id = heap.pop() as number;
        const trigger = triggerOf(this.#orders.get(id), kind, side);
        if (trigger === null || trigger * rule.sign !== key || seen.has(id)) continue;
        const order = this.#orders.get(id) as ContractOrder;
        const isRaised = kind !== 'raised' || isBeforeClose(order, closesInMs ?? 0);
        if (!isRaised || isTooSoon(order, kind)) {
          notYet.push([key, id]);
          continue;
        }
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

  /** Every live price is in its heap; one that was moved away and back is in it twice. */
  #rebuild({ kind, side, rule, heap }: TriggerHeap): void {
    const seen = new Set<number>();
    heap.keep((key, id) => {
      const trigger = triggerOf(this.#orders.get(id), kind, side);
      if (trigger === null || trigger * rule.sign !== key || seen.has(id)) return false;
      seen.add(id);
      return true;
    });
  }
}
