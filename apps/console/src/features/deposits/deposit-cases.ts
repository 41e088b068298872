import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { call } from '../../api/client.ts';
import { type CaseSource, defineCases } from '../../queue/cases.ts';
import { DepositItem } from './deposit-item.tsx';
import { shownAmount } from './shown-amount.ts';

type Row = OperatorResultOf<'listDepositQueue'>['items'][number];

const listOf = (queue: 'waiting' | 'held', kind: 'deposit' | 'held'): CaseSource =>
  defineCases<Row>({
    kind,
    queue: 'deposits',
    hasDeadlines: queue === 'waiting',
    Item: DepositItem,
    read: (cursor, signal) =>
      call('listDepositQueue', { query: { queue, ...(cursor !== undefined && { cursor }) }, signal }),
    isCase: ({ request, state }) => request === null && (queue === 'waiting' || !WAITING.includes(state)),
    timesOf: ({ id, createdAt, dueAt }) => ({ id, since: createdAt, dueAt }),
    textOf: (row, { format }) => ({ who: row.user.name, what: shownAmount(format, row) }),
  });

/** The states of the first list: what is in it does not stand in the queue twice. */
const WAITING: readonly string[] = ['pending', 'reviewing', 'returning'];

export const depositCases = listOf('waiting', 'deposit');
/** Credits above the limit of their owner: released or sent back, without a deadline. */
export const heldCases = listOf('held', 'held');
