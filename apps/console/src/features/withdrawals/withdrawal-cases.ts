import { call } from '../../api/client.ts';
import { defineCases } from '../../queue/cases.ts';
import { shownAmount } from './shown-amount.ts';
import { WithdrawalItem } from './withdrawal-item.tsx';
import type { WithdrawalRow } from './withdrawals-page.tsx';

/** What waits for a first person; for the second one its request stands in the queue. */
export const withdrawalCases = defineCases<WithdrawalRow>({
  kind: 'withdrawal',
  queue: 'withdrawals',
  Item: WithdrawalItem,
  read: (cursor, signal) =>
    call('listWithdrawalQueue', { query: { queue: 'waiting', ...(cursor !== undefined && { cursor }) }, signal }),
  isCase: ({ request }) => request === null,
  timesOf: ({ id, createdAt, dueAt }) => ({ id, since: createdAt, dueAt }),
  textOf: (row, { t, format }) => ({
    who: row.user.name,
    what: shownAmount(format, row),
    note: row.needsSecondPerson ? t('console:withdrawals.twoPersons') : undefined,
  }),
});
