import type { Tick } from '../kernel/core/types.ts';

/** An order that follows the price from `seen_seq` on. */
interface Trailing {
  readonly id: number;
  readonly code: string;
  readonly seen_seq: number | null;
}

/** The last tick that all trailing stops of each instrument have considered, by sequence number. */
export function seenByCode(orders: Iterable<Trailing>): Map<string, number> {
  const seen = new Map<string, number>();
  for (const { code, seen_seq } of orders) {
    if (seen_seq !== null) seen.set(code, Math.min(seen.get(code) ?? seen_seq, seen_seq));
  }
  return seen;
}

/**
 * After a start: adds the trailing stops of each instrument and lets the ticks since their best
 * ones were recorded pass, so that each follows just the ticks that it had not considered.
 */
export function replayTrails<Order extends Trailing>(
  orders: Iterable<Order>,
  context: {
    readonly ticksOf: ReadonlyMap<string, readonly Tick[]>;
    /** Forgets what an instrument's trailing stops have followed; returns what adds one anew. */
    readonly restart: (code: string) => (order: Order) => void;
    readonly follow: (tick: Tick) => void;
  },
): void {
  const seenOf = ({ seen_seq }: Order): number => seen_seq as number;
  const trailing = [...orders].filter(({ seen_seq }) => seen_seq !== null);
  trailing.sort((left, right) => seenOf(left) - seenOf(right) || left.id - right.id);
  for (const [code, own] of Map.groupBy(trailing, (order) => order.code)) {
    const add = context.restart(code);
    let added = 0;
    const addUpTo = (seq: number): void => {
      for (let order = own[added]; order !== undefined && seenOf(order) < seq; order = own[added]) {
        add(order);
        added += 1;
      }
    };
    for (const tick of context.ticksOf.get(code) ?? []) {
      addUpTo(tick.seq);
      context.follow(tick);
    }
    addUpTo(Number.POSITIVE_INFINITY);
  }
}
