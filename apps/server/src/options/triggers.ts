import type { CommandInput, CoreState, Json, MarketView, Tick } from '../core/types.ts';
import type { OptionOrder } from './order.ts';
import { type OptionsSlice, optionsOf } from './slice.ts';

/** Orders in one internal command: keeps a log entry readable and one application short. */
const ORDERS_PER_COMMAND = 250;

/**
 * What a tick fires on its instrument, in this order: expiries that lie before it settle by the tick that preceded it;
 * then orders that wait take it as their entry, or are given up if it comes too late for them. Costs O(log n) a fired order and nothing for the others.
 */
export function onTick(state: CoreState, tick: Tick, market: MarketView): CommandInput[] {
  const slice = optionsOf(state);
  const commands: CommandInput[] = [];
  const due = takeDue(slice, tick.code, tick.at);
  if (0 < due.length) commands.push(...settleCommands(slice, due, tick.code, market));
  const waiting = slice.waiting.get(tick.code);
  if (waiting !== undefined && 0 < waiting.size) {
    const [entering, late] = [[] as number[], [] as number[]];
    for (const id of waiting) {
      const order = slice.orders.get(id) as OptionOrder;
      // After an outage the first tick may come before time is told; it is no entry for an order that waited too long.
      if (order.placed_at + order.gap_limit_ms < tick.at) late.push(id);
      // An order cannot enter by a tick that is older than its acceptance.
      else if (order.placed_at <= tick.at) entering.push(id);
    }
    const body = { tick: tick as unknown as Json };
    commands.push(...chunked('options.abandon', late, slice, (orders) => ({ orders })));
    commands.push(...chunked('options.enter', entering, slice, (orders) => ({ ...body, orders })));
  }
  return commands;
}

/**
 * What time alone fires: an expiry after which no tick came within the gap limit, and orders that waited longer than
 * that for an entry.
 */
export function onTime(state: CoreState, at: number, market: MarketView): CommandInput[] {
  const slice = optionsOf(state);
  const commands: CommandInput[] = [];
  for (const [code, heap] of slice.expiries) {
    const gapLimitMs = slice.terms.get(code)?.gapLimitMs ?? 0;
    if (at <= heap.peekKey() + gapLimitMs) continue;
    const due = takeDue(slice, code, at - gapLimitMs);
    if (0 < due.length) commands.push(...settleCommands(slice, due, code, market));
  }
  for (const waiting of slice.waiting.values()) {
    const given = [...waiting].filter((id) => {
      const order = slice.orders.get(id);
      return order !== undefined && order.placed_at + order.gap_limit_ms < at;
    });
    commands.push(...chunked('options.abandon', given, slice, (orders) => ({ orders })));
  }
  return commands;
}

/** Removes open orders that expire before `at` (exclusive) from the structure, in order of expiry and number. */
function takeDue(slice: OptionsSlice, code: string, at: number): number[] {
  const heap = slice.expiries.get(code);
  const due: number[] = [];
  if (heap === undefined) return due;
  while (heap.peekKey() < at) {
    const id = heap.pop() as number;
    if (slice.orders.get(id)?.state === 'open') due.push(id);
  }
  return due;
}

function settleCommands(slice: OptionsSlice, due: readonly number[], code: string, market: MarketView): CommandInput[] {
  const exit = market.lastTick(code);
  const body = { exit: (exit ?? null) as unknown as Json, lastGapEndedAt: market.lastGapEndedAt(code) };
  return chunked('options.settle', due, slice, (orders) => ({ ...body, orders }));
}

/** Orders of the two books never share a command: a command belongs to one book. */
function chunked(
  type: string,
  ids: readonly number[],
  slice: OptionsSlice,
  bodyOf: (orders: readonly number[]) => Json,
): CommandInput[] {
  const commands: CommandInput[] = [];
  for (const book of ['demo', 'real'] as const) {
    const own = ids.filter((id) => slice.orders.get(id)?.book === book);
    for (let start = 0; start < own.length; start += ORDERS_PER_COMMAND) {
      const orders = own.slice(start, start + ORDERS_PER_COMMAND);
      commands.push({ id: `${type}:${orders[0]}`, userId: 0, book, type, body: bodyOf(orders) });
    }
  }
  return commands;
}
