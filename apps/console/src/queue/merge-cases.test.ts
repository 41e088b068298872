/** Lists of several kinds become one, of which a further page never changes what was shown. */
import { expect, test } from 'vitest';
import type { CaseKind, CaseRow } from './cases.ts';
import { kindsToRead, type LoadedCases, mergeCases } from './merge-cases.ts';

/** A case that is due at an hour of one day, or never, and waits since a minute before. */
function row(kind: CaseKind, id: number, hour: number | null, since = 0): CaseRow {
  const at = (hours: number) => new Date(Date.UTC(2026, 10, 30, hours)).toISOString();
  return {
    key: `${kind}-${id}`,
    kind,
    since: new Date(Date.UTC(2026, 10, 29, 0, since)).toISOString(),
    dueAt: hour === null ? null : at(hour),
    text: () => ({ who: '', what: '' }),
  };
}
const whole = (...rows: CaseRow[]): LoadedCases => ({ rows, hasMore: false, hasDeadlines: true });
const partial = (...rows: CaseRow[]): LoadedCases => ({ ...whole(...rows), hasMore: true });
const keys = (...kinds: LoadedCases[]) => mergeCases(kinds).map(({ key }) => key);

test('first due first, whatever the kind; of those due together the one that waits longest', () => {
  const withdrawals = whole(row('withdrawal', 1, 9, 5), row('withdrawal', 2, 12));
  const checks = whole(row('identity', 1, 8), row('identity', 2, 9, 4));
  expect(keys(withdrawals, checks)).toEqual(['identity-1', 'identity-2', 'withdrawal-1', 'withdrawal-2']);
});

test('what has no deadline follows, longest wait first', () => {
  const held = { ...whole(row('held', 8, null, 30), row('held', 7, null, 10)), hasDeadlines: false };
  expect(keys(held, whole(row('loan', 1, 23)))).toEqual(['loan-1', 'held-7', 'held-8']);
});

test('nothing is shown that a page to come may still precede', () => {
  const withdrawals = partial(row('withdrawal', 1, 6), row('withdrawal', 2, 10));
  const checks = whole(row('identity', 1, 9), row('identity', 2, 11));
  expect(keys(withdrawals, checks)).toEqual(['withdrawal-1', 'identity-1', 'withdrawal-2']);
  const read = whole(...withdrawals.rows, row('withdrawal', 3, 10.5));
  expect(keys(read, checks)).toEqual([...keys(withdrawals, checks), 'withdrawal-3', 'identity-2']);
});

test('a list without deadlines holds back nothing but its own kind', () => {
  const held = { ...partial(row('held', 8, null)), hasDeadlines: false };
  expect(keys(held, whole(row('loan', 1, 23)))).toEqual(['loan-1']);
});

test('rows without a deadline at the head of a list hold back the rest until their end is known', () => {
  expect(keys(partial(row('deposit', 1, null)), whole(row('loan', 1, 3)))).toEqual([]);
});

test('only what holds back the rest is read on', () => {
  const first = partial(row('withdrawal', 1, 6));
  const second = partial(row('identity', 1, 9));
  const held = { ...partial(row('held', 8, null)), hasDeadlines: false };
  expect(kindsToRead([first, second, held, whole()])).toEqual([0]);
  expect(kindsToRead([whole(), whole(), held])).toEqual([2]);
  expect(kindsToRead([whole()])).toEqual([]);
});
