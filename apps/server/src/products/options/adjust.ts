import type { AdjustBody } from '../../corporate-actions/rows.ts';
import { corporateActionsOf } from '../../corporate-actions/slice.ts';
import { mergeEffects } from '../../kernel/core/effects.ts';
import type { Command, CoreState, Effects } from '../../kernel/core/types.ts';
import { voided } from './settle.ts';
import { optionsOf } from './slice.ts';

/**
 * Options that run over a split, or over the end of trading, are void and their stake comes back:
 * entry and exit would be prices of two different things. One that expired before the action is
 * settled by the prices before it.
 */
export function followAction(state: CoreState, command: Command): Effects | undefined {
  const isEnd = command.type === 'instruments.end';
  if (!isEnd && command.type !== 'instruments.adjust') return undefined;
  const { body, book } = command as Command<AdjustBody>;
  if (!isEnd && body.kind !== 'split') return undefined;
  const moment = corporateActionsOf(state).actions.get(body.action)?.effective_at ?? 0;
  const parts: Effects[] = [];
  for (const order of optionsOf(state).orders.values()) {
    if (order.code !== body.code || order.book !== book) continue;
    if (order.expires_at !== null && order.expires_at < moment) continue;
    parts.push(voided(order, null, 'action', command));
  }
  return parts.length === 0 ? undefined : mergeEffects(parts);
}
