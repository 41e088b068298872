/** However many rows there are, a page of each query is in memory. */
import type { QueryResult } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GroupedRows } from './grouped-rows.ts';
import { PagedRows, type Reader } from './paged-rows.ts';
import type { PoolClient } from './postgres.ts';
import { withTestDatabase } from './test-database.ts';

const database = withTestDatabase({ migrated: false });
let client: PoolClient;
let most = 0;

/** Counts the rows of the largest answer. */
const reader: Reader = {
  query: async (...args: [string]) => {
    const result: QueryResult = await client.query(...args);
    most = Math.max(most, result.rows.length);
    return result;
  },
} as Reader;

beforeAll(async () => {
  client = await database.pool.connect();
  await client.query('begin');
});
afterAll(() => client.release());

async function listed<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

const numbers = (text: string): PagedRows<{ n: number }> => new PagedRows(reader, text, 10);

describe.each([0, 1, 9, 10, 11, 20, 995])('%i rows', (count) => {
  test('come one after the other, ten of them at a time', async () => {
    most = 0;
    const rows = await listed(numbers(`select n from generate_series(1, ${count}) n order by n`).all());
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    expect(most).toBe(Math.min(count, 10));
  });
});

test('the first unwanted one waits, at the border of a page too', async () => {
  const rows = numbers('select n from generate_series(1, 25) n order by n');
  const until = async (end: number) => (await listed(rows.while(({ n }) => n < end))).map(({ n }) => n);
  expect(await until(1)).toEqual([]);
  expect(await until(11)).toHaveLength(10);
  expect((await rows.peek())?.n).toBe(11);
  expect(await until(12)).toEqual([11]);
  expect(await until(12)).toEqual([]);
  expect(await until(100)).toHaveLength(14);
  expect(await rows.peek()).toBeUndefined();
});

test('groups come with their owners, and those of nobody are counted', async () => {
  const groups = new GroupedRows(
    new PagedRows<{ owner: number; n: number }>(
      reader,
      'select n / 7 as owner, n from generate_series(0, 69) n order by n',
      10,
    ),
    ({ owner }) => owner,
  );
  expect(await groups.of(-1)).toEqual([]);
  expect(await groups.of(1)).toHaveLength(7);
  expect(groups.strangers).toBe(7);
  expect((await groups.of(4)).map(({ n }) => n)).toEqual([28, 29, 30, 31, 32, 33, 34]);
  await groups.finish();
  expect(groups.strangers).toBe(7 + 14 + 35);
});
