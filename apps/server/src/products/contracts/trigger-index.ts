import type { Side } from '@glasshouse/rules/contracts';
import { MinHeap } from '../../kernel/min-heap.ts';
import type { Tick } from '../../kernel/types.ts';
import type { ContractOrder } from './order.ts';

/** What a price can fire, in the order in which one tick does: see README.md. */
export const TRIGGER_KINDS = ['liquidation', 'stopLoss', 'takeProfit', 'limit'] as const;
export type TriggerKind = (typeof TRIGGER_KINDS)[number];

interface Rule {
  /** +1: fires when the price is at or above the level; −1: at or below. */
  readonly sign: 1 | -1;
  readonly price: 'bid' | 'ask' | 'mid';
}

const RULES: Readonly<Record<TriggerKind, Readonly<Record<Side, Rule>>>> = {
  liquidation: { buy: { sign: -1, price: 'mid' }, sell: { sign: 1, price: 'mid' } },
  stopLoss: { buy: { sign: -1, price: 'bid' }, sell: { sign: 1, price: 'ask' } },
  takeProfit: { buy: { sign: 1, price: 'bid' }, sell: { sign: -1, price: 'ask' } },
  limit: { buy: { sign: -1, price: 'ask' }, sell: { sign: 1, price: 'bid' } },
};

/** Stale entries that a heap may hold beyond as many as are live, before it is built anew. */
const STALE_SLACK = 64;

/** The level of the order for a kind and side, or null when it has none now. */
function levelOf(order: ContractOrder | undefined, kind: TriggerKind, side: Side): number | null {
  if (order === undefined || order.side !== side) return null;
  if (kind === 'limit') return order.state === 'waiting' ? order.limit_points : null;
  if (order.state !== 'open') return null;
  if (kind === 'liquidation') return order.liquidation_points;
  return kind === 'stopLoss' ? order.stop_points : order.target_points;
}

interface Ladder {
  readonly kind: TriggerKind;
  readonly side: Side;
  readonly rule: Rule;
  readonly heap: MinHeap;
  live: number;
}

/**
 * Price levels of the live orders of one instrument: eight heaps, each with what fires first on top. A level that was moved or
 * taken away stays in its heap until it comes up, or until such entries outnumber the live ones.
 */
export class PriceLevels {
  readonly #ladders: readonly Ladder[] = TRIGGER_KINDS.flatMap((kind) =>
    (['buy', 'sell'] as const).map((side) => ({ kind, side, rule: RULES[kind][side], heap: new MinHeap(), live: 0 })),
  );
  /** The same by side, which an order keeps for good. */
  readonly #sides: Readonly<Record<Side, readonly Ladder[]>> = {
    buy: this.#ladders.filter(({ side }) => side === 'buy'),
    sell: this.#ladders.filter(({ side }) => side === 'sell'),
  };
  readonly #orders: ReadonlyMap<number, ContractOrder>;

  /** `orders` holds the orders by id, of this instrument and of others; it is read, never written. */
  constructor(orders: ReadonlyMap<number, ContractOrder>) {
    this.#orders = orders;
  }

  /** Tells that an order was placed, changed or ended. Call it when `orders` holds the new state. */
  change(before: ContractOrder | undefined, after: ContractOrder | undefined): void {
    const side = (after ?? before)?.side;
    if (side === undefined) return;
    for (const ladder of this.#sides[side]) {
      const was = levelOf(before, ladder.kind, ladder.side);
      const is = levelOf(after, ladder.kind, ladder.side);
      if (was === is) continue;
      if (was !== null) ladder.live -= 1;
      if (is === null) continue;
      ladder.live += 1;
      ladder.heap.push(ladder.rule.sign * is, (after as ContractOrder).id);
      if (2 * ladder.live + STALE_SLACK < ladder.heap.size) this.#rebuild(ladder);
    }
  }

  /** Takes out what this tick fires: each order once, for the first kind that it meets, and in a defined order. */
  take(tick: Pick<Tick, 'bid' | 'ask' | 'mid'>): readonly { readonly kind: TriggerKind; readonly id: number }[] {
    const fired: { kind: TriggerKind; id: number }[] = [];
    const seen = new Set<number>();
    for (const { kind, side, rule, heap } of this.#ladders) {
      const threshold = rule.sign * tick[rule.price];
      while (heap.peekKey() <= threshold) {
        const key = heap.peekKey();
        const id = heap.pop() as number;
        const level = levelOf(this.#orders.get(id), kind, side);
        if (level === null || level * rule.sign !== key || seen.has(id)) continue;
        seen.add(id);
        fired.push({ kind, id });
      }
    }
    return fired;
  }

  /** Entries in all heaps, stale ones too; for tests. */
  get entries(): number {
    return this.#ladders.reduce((sum, { heap }) => sum + heap.size, 0);
  }

  /** Every live level is in its heap; one that was moved away and back is there twice. */
  #rebuild({ kind, side, rule, heap }: Ladder): void {
    const seen = new Set<number>();
    heap.keep((key, id) => {
      const level = levelOf(this.#orders.get(id), kind, side);
      if (level === null || level * rule.sign !== key || seen.has(id)) return false;
      seen.add(id);
      return true;
    });
  }
}
