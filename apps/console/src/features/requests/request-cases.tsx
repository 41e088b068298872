import { call } from '../../api/client.ts';
import { defineCases } from '../../queue/cases.ts';
import type { OperatorRequest } from './operator-request.ts';
import { RequestItem } from './request-item.tsx';

/** What one person has asked for and a second one decides. */
export const requestCases = defineCases<OperatorRequest>({
  kind: 'request',
  queue: 'requests',
  Item: ({ id }) => <RequestItem id={id} known={undefined} />,
  read: (cursor, signal) =>
    call('listRequests', { query: { state: 'waiting', ...(cursor !== undefined && { cursor }) }, signal }),
  timesOf: ({ id, askedAt, expiresAt }) => ({ id, since: askedAt, dueAt: expiresAt }),
  textOf: (row, { t, nameOf, detailOf }) => ({
    who: nameOf(row.type),
    what: [row.askedBy.name, detailOf(row)].filter((part) => part !== '').join(' · '),
    note: t(row.isOwn ? 'console:requests.own' : 'console:withdrawals.waitsSecond'),
  }),
});
