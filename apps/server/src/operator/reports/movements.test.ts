import { expect, test } from 'vitest';
import { withTestDatabase } from '../../platform/test-database.ts';
import { REPORT_SPECS, reportRows } from './reports.ts';

const database = withTestDatabase();

test('a withdrawal that came back is a returned one, no deposit', async () => {
  await database.pool.query(
    `insert into ledger_days (day, book, asset, reason, from_kind, to_kind, amount, moves) values
       ('2020-01-02', 'real', 'USDT', 'deposit.credit', 'external', 'user', 50, 1),
       ('2020-01-02', 'real', 'USDT', 'withdrawal.sent', 'user', 'external', 30, 2),
       ('2020-01-02', 'real', 'USDT', 'withdrawal.returned', 'external', 'user', 10, 1),
       ('2020-01-02', 'real', 'USDT', 'deposit.reversed', 'user', 'external', 5, 1),
       ('2020-01-02', 'real', 'USDT', 'deposit.returned', 'user', 'external', 7, 1)`,
  );
  const filter = { book: null, from: null, to: null };
  const [row = []] = await reportRows(database.pool, 'movements', filter, { limit: 10, offset: 0 });
  const names = REPORT_SPECS.movements.columns.map(({ id }) => id);
  expect(Object.fromEntries(names.map((name, place) => [name, row[place]]))).toMatchObject({
    deposits: '50',
    depositCount: '1',
    withdrawals: '30',
    withdrawalCount: '2',
    returned: '10',
    returnedCount: '1',
    wentBack: '12',
    wentBackCount: '2',
    net: '18',
  });
});
