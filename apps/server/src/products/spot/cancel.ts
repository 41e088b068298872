import { code } from '@glasshouse/api/codes';
import { liveOrdersOf } from '../../kernel/live-orders.ts';
import type { Command, CoreState, Effects, Outcome } from '../../kernel/types.ts';
import { revoked } from './fills.ts';
import { spotOf } from './slice.ts';

export type CancelBody = { readonly id: number };

/**
 * Takes a resting order out of the book and gives back what it held. Refusals in order: somebody else's order, an order
 * that does not rest. (Whether an order that does not rest ever was is for the gateway to look up.)
 */
export function cancel(state: CoreState, command: Command): Outcome {
  const { id } = command.body as CancelBody;
  const slice = spotOf(state);
  const order = slice.orders.get(id);
  if (order !== undefined && (order.user_id !== command.userId || order.book !== command.book)) {
    return { ok: false, code: code.orderNotFound, fields: { id: code.orderNotFound } };
  }
  if (order === undefined) return { ok: false, code: code.orderAlreadyFinal, fields: { id: code.orderAlreadyFinal } };
  const effects = revoked(order, slice.fills.get(id) ?? [], command);
  const [shown] = effects.events;
  return { ok: true, result: shown?.data ?? null, ...effects };
}

/** Everything that the user has resting on the book, for the reset of the demo book. */
export function closeAll(state: CoreState, command: Command): Effects {
  const slice = spotOf(state);
  const parts = liveOrdersOf(slice, command.userId, command.book).map((order) =>
    revoked(order, slice.fills.get(order.id) ?? [], command),
  );
  return {
    postings: parts.flatMap((part) => part.postings),
    rows: parts.flatMap((part) => part.rows),
    events: parts.flatMap((part) => part.events),
  };
}
