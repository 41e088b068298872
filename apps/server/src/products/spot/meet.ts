import { code } from '@glasshouse/api/codes';
import { stepsOf } from '@glasshouse/rules/spot';
import { mergeEffects } from '../../kernel/core/effects.ts';
import { isHit } from '../../kernel/core/hits.ts';
import { internalCommands } from '../../kernel/core/internal-commands.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type { Command, CommandInput, CoreState, MarketView, Outcome, Tick } from '../../kernel/core/types.ts';
import { BOOKS } from '../../kernel/core/types.ts';
import { enter } from './enter.ts';
import { revoked, SpotEffects } from './fills.ts';
import { entryColumns } from './order-columns.ts';
import { bandLimit } from './parse-order.ts';
import { isQueued, meetsFrom, openOf, type SpotOrder, userAccounts, worstPoints } from './rows.ts';
import { spotOf } from './slice.ts';
import type { SpotPair } from './terms.ts';

/** One order: each changes the book that the next one meets. */
export type MeetBody = { readonly tick: Tick; readonly orders: readonly number[] };
export type LapseBody = { readonly orders: readonly number[] };

const nothing = { ok: true, result: null, postings: [], rows: [], events: [] } as const;

/**
 * The price that an order waited for: its hold is released and it enters the book at this tick's
 * quotes, no further than its limit. What such an order would be refused for ends it.
 */
export function meet(state: CoreState, command: Command<MeetBody>): Outcome {
  const { tick, orders } = command.body;
  const [id] = orders;
  if (id === undefined || 1 < orders.length) throw new Error('orders enter one by one');
  const slice = spotOf(state);
  const order = slice.orders.get(id);
  // A reset of the demo book may have ended it since a tick hit it.
  if (order === undefined) return nothing;
  const pair = slice.pairs.get(order.code);
  if (pair === undefined || order.code !== tick.code || !isQueued(order) || tick.at < meetsFrom(order)) {
    throw new Error(`order ${id} does not wait for tick ${tick.seq} of ${tick.code}`);
  }
  let effects = begun(state, { command, pair, order });
  effects.release(id);
  const released = effects.order(id);
  const limit = worstPoints(order) ?? bandLimit(order.side, tick, pair.marketBand);
  const steps = stepsOf(order.quantity === null ? pair.maxQuantity : openOf(released), pair.step) ?? 0;
  const entering = { command, order: released, pair, effects, tick, limit, steps, force: released.time_in_force };
  const refusal = enter(state, entering);
  const { base, quote } = userAccounts(order);
  const paying = order.side === 'buy' ? quote : base;
  const lacks = refusal === undefined && balanceOf(state, paying) < effects.spentBy(paying);
  const why = refusal?.code ?? (lacks ? code.balanceInsufficient : null);
  if (why !== null) {
    effects = begun(state, { command, pair, order });
    effects.revoke(id, why);
  }
  return { ok: true, result: { order: effects.shown(id), refused: why }, ...effects.toEffects() };
}

/** The order as the price found it, in the book from here on. */
function begun(
  state: CoreState,
  { command, pair, order }: { command: Command<MeetBody>; pair: SpotPair; order: SpotOrder },
): SpotEffects {
  const { tick } = command.body;
  const effects = new SpotEffects(state, { command, pair, tick });
  effects.keep({ ...order, entered_by: command.seq, entered_at: command.at, ...entryColumns(tick) });
  return effects;
}

/** Ends orders that no price came for, with the fills that they have. */
export function lapse(state: CoreState, command: Command<LapseBody>): Outcome {
  const slice = spotOf(state);
  const parts = command.body.orders.flatMap((id) => {
    const order = slice.orders.get(id);
    // A reset of the demo book may have ended it since it was found.
    if (order === undefined) return [];
    if (!isQueued(order)) throw new Error(`order ${id} waits for no price`);
    return [revoked(order, slice.fills.get(id) ?? [], command, code.noPriceInTime)];
  });
  const result = { orders: command.body.orders.length, refused: code.noPriceInTime };
  return { ok: true, result, ...mergeEffects(parts) };
}

/** Orders that this tick enters: the first one of the pair after those that it follows from. */
export function meetings(state: CoreState, tick: Tick, market: MarketView): CommandInput[] {
  const { pairs, orders: live, queue } = spotOf(state);
  const pair = pairs.get(tick.code);
  if (pair === undefined) return [];
  const { awaits = [], stalenessMs } = pair.terms;
  const waiting = BOOKS.flatMap((book) => queue.of(book, tick.code)).filter((id) => !isHit(state, id));
  const since = (id: number): number => meetsFrom(live.get(id) as SpotOrder);
  // After an outage the first tick may precede the time event; it is none for who waited too long.
  const overdue = waiting.filter((id) => since(id) + stalenessMs < tick.at);
  // An older tick may have been known at the acceptance, and so was a price that it follows from.
  const hasTicked = (id: number) => (leg: string) => since(id) < (market.lastTick(leg)?.at ?? Number.POSITIVE_INFINITY);
  const due = waiting.filter(
    (id) => since(id) <= tick.at && tick.at <= since(id) + stalenessMs && awaits.every(hasTicked(id)),
  );
  return [
    ...lapsing(live, overdue),
    ...internalCommands(due, { type: 'spot.meet', live, bodyOf: (orders): MeetBody => ({ tick, orders }) }),
  ];
}

const lapsing = (live: ReadonlyMap<number, SpotOrder>, ids: readonly number[]): CommandInput[] =>
  internalCommands(ids, { type: 'spot.lapse', live, bodyOf: (orders): LapseBody => ({ orders }) });

/** Looked at per time event: ticks get their turn between the rounds. */
const LAPSED_PER_ROUND = 2_000;

/**
 * Those that no price came for in time. One of that time may still be on its way from a live
 * source.
 */
export function lapsesDue(state: CoreState, at: number, market: MarketView): CommandInput[] {
  const { orders: live, queue, pairs } = spotOf(state);
  const due: number[] = [];
  const later: (readonly [at: number, id: number])[] = [];
  for (let looked = 0; looked < LAPSED_PER_ROUND && queue.lapses.peekKey() < at; looked += 1) {
    const id = queue.lapses.pop() as number;
    const order = live.get(id);
    if (order === undefined || !isQueued(order)) continue;
    const patience = pairs.get(order.code)?.terms.stalenessMs ?? 0;
    const until = meetsFrom(order) + patience + (market.lateMs?.(order.code) ?? 0);
    // One that its price has hit is about to enter.
    if (isHit(state, id)) later.push([at, id]);
    else if (at <= until) later.push([until, id]);
    else due.push(id);
  }
  for (const [from, id] of later) queue.lapses.push(from, id);
  return lapsing(live, due);
}
