import { isNetworkName } from '@glasshouse/api/networks';
import { figureOf } from '../../figures/in-force.ts';
import type { Command, CoreState, Effects, RowChange, UserEvent } from '../../kernel/core/types.ts';
import { HOUR_MS, stepOf, withStep } from '../funding/steps.ts';
import { countsEvidence, depositEvent } from './claim.ts';
import { type Deposit, depositChange } from './rows.ts';
import { depositsOf } from './slice.ts';

const KEY = 'deposit.confirmations';

/**
 * Deposits that wait for more confirmations than are asked for now wait for fewer; one that has
 * them goes to a reviewer. Never more: a transfer under way keeps what its owner was told.
 */
export function judgeAgain(state: CoreState, command: Command, { rows }: Effects): Effects | undefined {
  const change = rows.find(({ table, row }) => table === 'parameters' && row.key === KEY);
  if (change === undefined || !countsEvidence(state)) return undefined;
  const confirmations = change.row.value as { readonly [network: string]: number };
  const changed: RowChange[] = [];
  const events: UserEvent[] = [];
  for (const deposit of depositsOf(state).deposits.values()) {
    const needed = confirmations[deposit.network ?? ''] ?? usualOn(state, deposit.network ?? '');
    if (deposit.state !== 'confirming' || deposit.needed === null || deposit.needed <= needed) continue;
    const after = judged({ ...deposit, needed }, state, command);
    changed.push(depositChange(after));
    events.push(depositEvent(after));
  }
  return changed.length === 0 ? undefined : { postings: [], rows: changed, events };
}

const usualOn = (state: CoreState, network: string): number =>
  isNetworkName(network) ? figureOf(state, 'deposits.confirmations')[network] : 1;

function judged(deposit: Deposit, state: CoreState, command: Command): Deposit {
  const { needed, confirmations, steps } = deposit;
  if ((confirmations ?? 0) < (needed ?? 0) || confirmations === null || confirmations === 0) return deposit;
  return {
    ...deposit,
    state: 'reviewing',
    steps: withStep(steps, stepOf(command, 'confirmed')),
    due_at: command.at + figureOf(state, 'deposits.reviewHours') * HOUR_MS,
  };
}
