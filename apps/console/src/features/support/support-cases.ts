import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { call } from '../../api/client.ts';
import { defineCases } from '../../queue/cases.ts';
import { ChatItem } from './chat-item.tsx';

type Row = OperatorResultOf<'listSupport'>['items'][number];

/** Conversations in which somebody waits for an answer; the others follow behind them. */
export const supportCases = defineCases<Row>({
  kind: 'support',
  queue: 'support',
  Item: ChatItem,
  read: (cursor, signal) =>
    call('listSupport', { query: { box: 'all', ...(cursor !== undefined && { cursor }) }, signal }),
  isCase: ({ waitingSince }) => waitingSince !== null,
  isEnd: ({ waitingSince }) => waitingSince === null,
  timesOf: ({ id, waitingSince, lastAt, dueAt }) => ({ id, since: waitingSince ?? lastAt, dueAt }),
  textOf: (row, { t }) => ({
    who: row.user?.name ?? t('support:op.visitor', { id: row.id }),
    what: row.assigned?.name ?? t('support:op.view.unassigned'),
  }),
});
