/** Whatever an operator may look at can be written down: the database knows every kind of view. */
import { DATA_VIEW_KINDS } from '@glasshouse/api/operator/data-views';
import { expect, test } from 'vitest';
import { withTestDatabase } from '../platform/test-database.ts';

const database = withTestDatabase();

test('the database takes a view of every kind', async () => {
  const { rows } = await database.pool.query<{ text: string }>(
    `select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'operator_views_kind_check'`,
  );
  const known = [...(rows[0]?.text ?? '').matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
  expect([...DATA_VIEW_KINDS].filter((kind) => !known.includes(kind))).toEqual([]);
});
