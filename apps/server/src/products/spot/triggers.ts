import { internalCommands } from '../../kernel/core/internal-commands.ts';
import type { CommandInput, CoreState, MarketView, Tick } from '../../kernel/core/types.ts';
import { recordTrails } from '../../trading/record-trails.ts';
import { crossings } from './cross.ts';
import { lapsesDue, meetings } from './meet.ts';
import { spotOf } from './slice.ts';
import type { TriggerBody } from './trigger.ts';

/** Trailing stops recorded per time event, so that ticks get their turn. */
const RECORDED_PER_ROUND = 500;

/**
 * What a tick does: orders that waited for it enter the book first, in the order of placing, since
 * they accept a worse price than any that rests; then its quotes fill resting orders, which were
 * there before; then it triggers waiting orders: those with a stop price, then trailing stops, each
 * in the order of placing.
 */
export function onTick(state: CoreState, tick: Tick, market: MarketView): CommandInput[] {
  const slice = spotOf(state);
  const { waiting } = slice;
  const crossed = crossings(state, tick, market);
  waiting.follow(tick);
  if (market.sessionEndsAt(tick.code, tick.at) === undefined) return crossed;
  const met = meetings(state, tick, market);
  const fired = waiting.take(tick).flatMap(({ ids, peak = null }) =>
    internalCommands(ids, {
      type: 'spot.trigger',
      live: slice.orders,
      bodyOf: (orders): TriggerBody => ({ tick, peak, orders }),
    }),
  );
  return [...met, ...crossed, ...fired];
}

/** Best ticks of trailing stops that are to be recorded, and orders that no price came for. */
export function onTime(state: CoreState, at: number, market: MarketView): CommandInput[] {
  const { waiting, orders: live } = spotOf(state);
  const due = waiting.due(at, RECORDED_PER_ROUND);
  const trails = recordTrails(due, { type: 'spot.trail', at, live, progressOf: (order) => waiting.progressOf(order) });
  return [...lapsesDue(state, at, market), ...trails];
}
