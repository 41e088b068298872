import { changeOf } from '../../kernel/core/effects.ts';
import type { Command, CoreState, Outcome } from '../../kernel/core/types.ts';
import { SWITCHES_TABLE } from './rows.ts';
import { plansOf } from './slice.ts';

export type SwitchBody = { readonly enabled: boolean };

/** Whether the person wants smart trading at all; plans that run go on either way. */
export function setSwitch(state: CoreState, { userId, at, body }: Command<SwitchBody>): Outcome {
  const { enabled } = body;
  const isChanged = plansOf(state).smart.has(userId) !== enabled;
  const row = { user_id: userId, enabled, changed_at: at };
  const rows = isChanged ? [changeOf(SWITCHES_TABLE, row)] : [];
  return { ok: true, result: { enabled }, postings: [], rows, events: [] };
}
