import { code } from '@glasshouse/api/codes';
import { stepsOf } from '@glasshouse/rules/spot';
import { isFurther, isStopReached, trailingStop } from '@glasshouse/rules/trailing';
import { changeOf } from '../../kernel/core/effects.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type { Command, CoreState, Outcome, RowChange, Tick } from '../../kernel/core/types.ts';
import { isWithinLead } from '../../trading/lead.ts';
import { enter } from './enter.ts';
import { SpotEffects } from './fills.ts';
import { peakColumns, peakOf, triggerColumns } from './order-columns.ts';
import { bandLimit } from './parse-order.ts';
import { isUntriggered, ORDERS_TABLE, openOf, restingPoints, type SpotOrder, trailOf, userAccounts } from './rows.ts';
import { spotOf } from './slice.ts';
import type { SpotPair } from './terms.ts';

/** One order: what a tick fires is carried out order by order, as each changes the book. */
export type TriggerBody = {
  readonly tick: Tick;
  readonly orders: readonly number[];
  /** The best tick of a trailing stop; null for an order with a stop price. */
  readonly peak: Tick | null;
};

/** The best ticks of trailing stops, so that a start need not read older ones. */
export type TrailBody = {
  readonly orders: readonly number[];
  readonly progress: { readonly [id: string]: { readonly peak: Tick; readonly seen: number } };
};

const nothing = { ok: true, result: null, postings: [], rows: [], events: [] } as const;

/**
 * A tick has reached the trigger of a waiting order: its hold is released and it enters the book as
 * an ordinary order of its owner, at this tick's quotes. What such an order would be refused for
 * ends it: nothing to fill it at once, a trade with oneself, a post-only order that would trade.
 */
export function trigger(state: CoreState, command: Command<TriggerBody>): Outcome {
  const { tick, orders, peak } = command.body;
  const [id] = orders;
  if (id === undefined || 1 < orders.length) throw new Error('orders are triggered one by one');
  const slice = spotOf(state);
  const order = slice.orders.get(id);
  // Reset or filled since a tick hit it: its limit order rested meanwhile.
  if (order === undefined) return nothing;
  const pair = slice.pairs.get(order.code);
  if (pair === undefined || order.code !== tick.code) throw new Error(`order ${id} does not wait for ${tick.code}`);
  mustReach(order, { tick, peak });

  let effects = began(state, { command, pair, order });
  effects.release(id);
  const released = effects.order(id);
  const entering = { command, order: released, pair, effects, tick, force: released.time_in_force };
  const refusal = enter(state, { ...entering, ...wantOf(released, pair, tick) });
  const { base, quote } = userAccounts(order);
  const paying = order.side === 'buy' ? quote : base;
  const lacks = refusal === undefined && balanceOf(state, paying) < effects.spentBy(paying);
  const why = refusal?.code ?? (lacks ? code.balanceInsufficient : null);
  if (why !== null) {
    effects = began(state, { command, pair, order });
    effects.revoke(id, why);
  }
  return { ok: true, result: { order: effects.shown(id), refused: why }, ...effects.toEffects() };
}

/** The order as the trigger found it. */
function began(
  state: CoreState,
  { command, pair, order }: { command: Command<TriggerBody>; pair: SpotPair; order: SpotOrder },
): SpotEffects {
  const { tick, peak } = command.body;
  const effects = new SpotEffects(state, { command, pair, tick });
  const triggered = { triggered_by: command.seq, triggered_at: command.at, ...triggerColumns(tick) };
  effects.keep({
    ...order,
    ...triggered,
    ...(peak === null ? {} : { ...peakColumns(peak), seen_seq: tick.seq }),
  });
  return effects;
}

/** How much it wants now, and up to which price. */
function wantOf(order: SpotOrder, pair: SpotPair, tick: Tick): { limit: number; steps: number } {
  const limit = restingPoints(order) ?? bandLimit(order.side, tick, pair.band);
  const quantity = order.quantity === null ? pair.maxQuantity : openOf(order);
  return { limit, steps: stepsOf(quantity, pair.step) ?? 0 };
}

/** The core fires nothing that its own arithmetic does not. */
function mustReach(order: SpotOrder, { tick, peak }: { tick: Tick; peak: Tick | null }): void {
  const distance = trailOf(order);
  if (!isUntriggered(order) || (distance === undefined) !== (peak === null)) {
    throw new Error(`order ${order.id} waits for no such trigger`);
  }
  if (isWithinLead(order.crosses_from, tick.at))
    throw new Error(`tick ${tick.seq} may have been known when ${order.id} was placed`);
  const stop =
    distance === undefined || peak === null ? order.stop_points : trailingStop(order.side, peak.mid, distance);
  if (stop === null || !isStopReached(order.side, stop, tick.mid)) {
    throw new Error(`tick ${tick.seq} does not reach order ${order.id}`);
  }
  if (peak !== null && isFurther(order.side, peakOf(order).mid, peak.mid)) {
    throw new Error(`order ${order.id} has had a better peak`);
  }
}

/** Records how far trailing stops have followed. */
export function trail(state: CoreState, command: Command<TrailBody>): Outcome {
  const { orders, progress } = command.body;
  const rows: RowChange[] = [];
  for (const id of orders) {
    const order = spotOf(state).orders.get(id);
    const orderProgress = progress[String(id)];
    if (order === undefined || orderProgress === undefined || !isUntriggered(order)) continue;
    rows.push(changeOf(ORDERS_TABLE, { ...order, ...peakColumns(orderProgress.peak), seen_seq: orderProgress.seen }));
  }
  return { ...nothing, rows };
}
