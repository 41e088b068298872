import { call } from '../../api/client.ts';
import { defineCases } from '../../queue/cases.ts';
import { LoanItem } from './loan-item.tsx';
import type { LoanRow } from './loan-state.tsx';

/** What waits for a first person; for the second one its request stands in the queue. */
export const loanCases = defineCases<LoanRow>({
  kind: 'loan',
  queue: 'loans',
  Item: LoanItem,
  read: (cursor, signal) =>
    call('listLoanQueue', { query: { queue: 'waiting', ...(cursor !== undefined && { cursor }) }, signal }),
  isCase: ({ request }) => request === null,
  timesOf: ({ id, createdAt, dueAt }) => ({ id, since: createdAt, dueAt }),
  textOf: (row, { t, format }) => ({
    who: row.user.name,
    what: format.money(row.amount, 'USDT'),
    note: row.needsSecondPerson ? t('console:withdrawals.twoPersons') : undefined,
  }),
});
