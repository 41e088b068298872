import { awaitsAction } from '../../corporate-actions/slice.ts';
import { internalCommands } from '../../kernel/core/internal-commands.ts';
import type { CommandInput, CoreState, MarketView, Tick } from '../../kernel/core/types.ts';
import { entersFrom, type OptionOrder } from './rows.ts';
import type { AbandonBody, EnterBody, SettleBody } from './settle.ts';
import { type OptionsSlice, optionsOf } from './slice.ts';

/**
 * Entries looked at per time event and gap limit, and orders given up per instrument: ticks get
 * their turn between the rounds. What a tick fires is cut by the sequencer.
 */
const LOOKED_PER_ROUND = 2_000;

/**
 * What a tick fires on its instrument, in this order: earlier expiries settle by the tick before
 * it; then waiting orders take it as their entry, or are abandoned if it is too late for them.
 * O(log n) per fired order, nothing for the others.
 */
export function onTick(state: CoreState, tick: Tick, market: MarketView): CommandInput[] {
  if (awaitsAction(state, tick)) return [];
  const slice = optionsOf(state);
  const commands: CommandInput[] = [];
  for (const gapLimitMs of slice.expiries.get(tick.code)?.keys() ?? []) {
    commands.push(...settleDue(slice, { code: tick.code, gapLimitMs, before: tick.at }, market));
  }
  const waiting = slice.waiting.get(tick.code);
  if (waiting !== undefined && 0 < waiting.size) {
    const entering = [] as number[];
    const overdue = [] as number[];
    for (const id of waiting) {
      const order = slice.orders.get(id) as OptionOrder;
      // After an outage the first tick may precede the time event; it is no entry for an order that
      // waited too long.
      if (entersFrom(order) + order.gap_limit_ms < tick.at) overdue.push(id);
      // A tick that was known by the acceptance is no entry.
      else if (entersFrom(order) <= tick.at) entering.push(id);
    }
    commands.push(
      ...abandoned(slice, overdue),
      ...internalCommands(entering, {
        type: 'options.enter',
        live: slice.orders,
        bodyOf: (orders): EnterBody => ({ tick, orders }),
      }),
    );
  }
  return commands;
}

/**
 * What time alone fires: expiries with no tick after them within the gap limit, and orders that
 * waited longer than that for an entry. A tick of that time may still be on its way from a live
 * source: it decides, so it is waited for.
 */
export function onTime(state: CoreState, at: number, market: MarketView): CommandInput[] {
  const slice = optionsOf(state);
  const commands: CommandInput[] = [];
  const lateMs = (code: string): number => market.lateMs?.(code) ?? 0;
  for (const [code, heaps] of slice.expiries) {
    for (const gapLimitMs of heaps.keys()) {
      const before = at - Math.max(gapLimitMs, lateMs(code));
      commands.push(...settleDue(slice, { code, gapLimitMs, before, most: LOOKED_PER_ROUND }, market));
    }
  }
  for (const [code, waiting] of slice.waiting) {
    const come = at - lateMs(code);
    const abandonedIds: number[] = [];
    for (const id of waiting) {
      const order = slice.orders.get(id);
      if (order !== undefined && entersFrom(order) + order.gap_limit_ms < come) abandonedIds.push(id);
      if (LOOKED_PER_ROUND <= abandonedIds.length) break;
    }
    commands.push(...abandoned(slice, abandonedIds));
  }
  return commands;
}

const abandoned = (slice: OptionsSlice, ids: readonly number[]): CommandInput[] =>
  internalCommands(ids, { type: 'options.abandon', live: slice.orders, bodyOf: (orders): AbandonBody => ({ orders }) });

interface Due {
  readonly code: string;
  readonly gapLimitMs: number;
  readonly before: number;
  /** Most entries to look at; all of them by default. */
  readonly most?: number;
}

/**
 * Takes open orders of one gap limit that expire before a time (exclusive) off the heap, by expiry
 * and id, and settles them: they share the exit tick and the latest gap.
 */
function settleDue(
  slice: OptionsSlice,
  { code, gapLimitMs, before, most = Infinity }: Due,
  market: MarketView,
): CommandInput[] {
  const heaps = slice.expiries.get(code);
  const heap = heaps?.get(gapLimitMs);
  if (heaps === undefined || heap === undefined) return [];
  const due: number[] = [];
  for (let looked = 0; looked < most && heap.peekKey() < before; looked += 1) {
    const id = heap.pop() as number;
    if (slice.orders.get(id)?.state === 'open') due.push(id);
  }
  // Limits no longer offered leave nothing behind.
  if (heap.size === 0) heaps.delete(gapLimitMs);
  if (due.length === 0) return [];
  const exit = market.lastTick(code) ?? null;
  const lastGapEndedAt = market.lastGapEndedAt(code, gapLimitMs);
  return internalCommands(due, {
    type: 'options.settle',
    live: slice.orders,
    bodyOf: (orders): SettleBody => ({ exit, lastGapEndedAt, orders }),
  });
}
