import { describe, expect, test } from 'vitest';
import { parseTimestamp } from './postgres.ts';
import { withTestDatabase } from './test-database.ts';

const database = withTestDatabase({ migrated: false });

describe('values read from PostgreSQL', () => {
  const rows: readonly (readonly [string, unknown])[] = [
    ['9007199254740991::int8', 9_007_199_254_740_991],
    ['-1::int8', -1],
    ['123456789012345678901234567890.12345678::numeric(38,8)', '123456789012345678901234567890.12345678'],
    [`'2026-01-31 10:20:30.123456+02'::timestamptz`, Date.UTC(2026, 0, 31, 8, 20, 30, 123)],
    [`'2026-01-31 10:20:30+00'::timestamptz`, Date.UTC(2026, 0, 31, 10, 20, 30)],
    [`'2026-01-31'::date`, '2026-01-31'],
    [`'\\x00ff'::bytea`, Buffer.from([0, 255])],
    [`'{"a": [1]}'::jsonb`, { a: [1] }],
    ['array[1, null, 3]::int8[]', [1, null, 3]],
    ['array[]::int8[]', []],
    ['null::int8', null],
  ];
  for (const [sql, expected] of rows) {
    test(`${sql} as it is`, async () => {
      expect((await database.pool.query(`select ${sql} as value`)).rows[0].value).toEqual(expected);
    });
  }

  test('an int8 that a number cannot hold is an error, and the connection goes on', async () => {
    await expect(database.pool.query('select 9007199254740993::int8')).rejects.toThrow('does not fit');
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  test('a time that has no place on our clock is an error', async () => {
    await expect(database.pool.query(`select 'infinity'::timestamptz`)).rejects.toThrow('not a time that we store');
    expect(() => parseTimestamp('2026-13-01 00:00:00+00')).toThrow();
  });
});

test('a Date written comes back as the same millisecond', async () => {
  const at = Date.UTC(2026, 5, 1, 1, 2, 3, 456);
  const { rows } = await database.pool.query('select $1::timestamptz as at', [new Date(at)]);
  expect(rows).toEqual([{ at }]);
});

test('a connection that the server ends while it is checked out fails its query and nothing else', async () => {
  const client = await database.pool.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  await database.pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
  await ended;
  await expect(client.query('select 1')).rejects.toThrow();
  client.release(true);
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
