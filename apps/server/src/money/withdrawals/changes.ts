import { code } from '@glasshouse/api/codes';
import type { Decision } from '../../authority/action.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Command, CoreState, Json, Posting, Refusal, RowChange } from '../../kernel/core/types.ts';
import { type released, withdrawalEvent } from './request.ts';
import { type Withdrawal, withdrawalChange } from './rows.ts';
import { withdrawalsOf } from './slice.ts';

const shown = ({ state, amount, received, tx_hash, batch }: Withdrawal): Json => ({
  state,
  amount,
  received,
  txHash: tx_hash,
  batch,
});

export type Changed = ReturnType<typeof released>;

export const decisionOf = (before: Withdrawal, { after, ...effects }: Changed): Decision => ({
  ok: true,
  subject: `withdrawal ${before.id}`,
  before: shown(before),
  after: shown(after),
  ...effects,
});

export const changed = (after: Withdrawal, postings: Posting[] = [], more: readonly RowChange[] = []): Changed =>
  ({ after, postings, rows: [withdrawalChange(after), ...more], events: [withdrawalEvent(after)] }) as Changed;

/** The withdrawal of a command, if it is this person's and in one of the states. */
export function inState(
  state: CoreState,
  { userId, body }: Command<{ readonly id: number } & { readonly [field: string]: Json }, Json>,
  states: readonly Withdrawal['state'][],
): Withdrawal | Refusal {
  const found = withdrawalsOf(state).withdrawals.get(body.id);
  if (found === undefined || found.user_id !== userId) return refuse(code.nothingFound, 'id');
  return states.includes(found.state) ? found : refuse(code.orderAlreadyFinal, 'id');
}
