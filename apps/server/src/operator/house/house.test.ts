/** What the house holds and needs, however many of its accounts are read at once. */
import { code } from '@glasshouse/api/codes';
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { beforeAll, expect, test } from 'vitest';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { houseFundsReader } from '../../transparency/house-funds.ts';
import { RecordsFixture } from '../testing/records-fixture.ts';

const database = withTestDatabase();
let fixture: RecordsFixture;

beforeAll(async () => {
  fixture = await RecordsFixture.start(database);
  const { harness } = fixture;
  await harness.open(1001);
  await harness.tick(10_000_000);
  // Its profit is more than the pool holds: the capital owes the rest.
  const body = { code: 'BTCUSDT', side: 'buy', type: 'market', lots: '100', leverage: 10 };
  accepted(await harness.submit(1001, 'contracts.buy', body));
  await harness.tick(10_000_000);
});

test('the house page by page says the same as at once, and can be narrowed to a coin', async () => {
  type House = OperatorResultOf<'getHouse'>;
  const query = { asset: 'USDT' };
  const whole = await fixture.call<House>('getHouse', { query: { ...query, limit: 200 } });
  const parts: House[] = [];
  for (let cursor: string | null | undefined; cursor !== null; cursor = parts.at(-1)?.next) {
    parts.push(
      await fixture.call<House>('getHouse', { query: { ...query, limit: 1, ...(cursor !== undefined && { cursor }) } }),
    );
  }
  expect(parts.flatMap(({ accounts }) => accounts)).toEqual(whole.accounts);
  // What the capital owes depends on a pool of another page.
  expect(parts.flatMap(({ limits }) => limits)).toEqual(whole.limits);
  expect(whole.limits.some(({ needed }) => needed !== '0')).toBe(true);
  expect(whole.next).toBeNull();
  const real = await fixture.call<House>('getHouse', { query: { ...query, book: 'real', limit: 200 } });
  expect(real.accounts).toEqual(whole.accounts.filter(({ book }) => book === 'real'));
  expect(await fixture.answer('getHouse', { query: { cursor: 'x' } })).toMatchObject({ code: code.cursorInvalid });
});

test('both books have their place among the funds that anybody can see', async () => {
  const { accounts } = await houseFundsReader(database.pool, () => fixture.harness.now)();
  const kinds = (book: string) => accounts.filter((account) => account.book === book).map(({ kind }) => kind);
  expect(kinds('real')).toContain('pool.contracts');
  // Plans and loans are of the real book only.
  expect(kinds('demo')).toEqual(kinds('real').filter((kind) => !/^pool\.(plan|lending)/.test(kind)));
});
