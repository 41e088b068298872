import { code } from '@glasshouse/api/codes';
import { mergeEffects } from '../../kernel/core/effects.ts';
import { isHit } from '../../kernel/core/hits.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Command, CommandInput, CoreState, Effects, MarketView, Outcome } from '../../kernel/core/types.ts';
import { type AwaitedFact, awaitedFact, refuseAwaited } from '../../market-data/awaited-price.ts';
import { liveOrdersOf } from '../../trading/live-orders.ts';
import { revoked } from './fills.ts';
import { isQueued } from './rows.ts';
import { spotOf } from './slice.ts';

export type CancelBody = { readonly id: number };

/**
 * Cancels a resting or waiting order and releases its hold. Refusals in order: somebody else's
 * order, one that has ended, one that a tick has hit, one that the house's next quotes fill.
 * (Whether one that has ended ever existed is for the gateway to look up.)
 */
export function cancel(state: CoreState, command: Command<CancelBody, AwaitedFact>): Outcome {
  const { id } = command.body;
  const slice = spotOf(state);
  const order = slice.orders.get(id);
  if (order !== undefined && (order.user_id !== command.userId || order.book !== command.book)) {
    return refuse(code.orderNotFound, 'id');
  }
  if (order === undefined) return refuse(code.orderAlreadyFinal, 'id');
  if (isHit(state, id)) return refuse(code.orderHit, 'id');
  const bound = isQueued(order) ? refuseAwaited(state, command.facts) : undefined;
  if (bound !== undefined) return bound;
  const effects = revoked(order, slice.fills.get(id) ?? [], command);
  const [shown] = effects.events;
  return { ok: true, result: shown?.data ?? null, ...effects };
}

export const gatherCancel = (
  { body }: CommandInput<CancelBody>,
  at: number,
  market: MarketView,
  state: CoreState,
): AwaitedFact => awaitedFact(market, spotOf(state).orders.get(body.id)?.code, at);

/** Cancels all resting and waiting orders of the user on the book, for a reset of the demo book. */
export function closeAll(state: CoreState, command: Command): Effects {
  const slice = spotOf(state);
  const parts = liveOrdersOf(slice, command.userId, command.book).map((order) =>
    revoked(order, slice.fills.get(order.id) ?? [], command),
  );
  return mergeEffects(parts);
}
