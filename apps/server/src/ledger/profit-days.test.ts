/**
 * Profit by day, over HTTP from PostgreSQL, against the totals of the same days: another query,
 * which the auditor of average costs checks.
 */
import type { ResultOf } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { type Amount, add, amountOf, formatAmount, subtract, ZERO } from '@glasshouse/rules/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTestDatabase } from '../platform/test-database.ts';
import { LedgerFixture, type Person } from './testing/fixture.ts';

const DAY_MS = 86_400_000;
const database = withTestDatabase();
let fixture: LedgerFixture;

beforeAll(async () => {
  fixture = await LedgerFixture.start(database);
});
afterAll(() => fixture.stop());

type Day = ResultOf<'listProfitDays'>['items'][number];

/** All days, in pages of so many. */
async function daysOf(person: Person, limit: number, zone = 'UTC'): Promise<Day[]> {
  const days: Day[] = [];
  for (let cursor = ''; ; ) {
    const page = await person.read('listProfitDays', `zone=${zone}&limit=${limit}${cursor}`);
    days.push(...page.items);
    if (page.next === null) return days;
    cursor = `&cursor=${page.next}`;
  }
}

/** The result of a UTC day by the totals. */
async function totalOn(person: Person, day: string): Promise<string> {
  const from = new Date(`${day}T00:00:00.000Z`);
  const to = new Date(from.getTime() + DAY_MS);
  const totals = await person.read('getProfitTotal', `from=${from.toISOString()}&to=${to.toISOString()}`);
  return formatAmount(
    totals.reduce((sum: Amount, { kind, realised, fees, averageCost }) => {
      if (kind === 'spot' || kind === 'convert') return add(sum, amountOf(averageCost?.profit ?? '0'));
      return add(sum, subtract(amountOf(realised), amountOf(fees)));
    }, ZERO),
  );
}

const advance = async (days: number): Promise<void> => {
  fixture.harness.now += days * DAY_MS;
  await fixture.move('BTCUSDT', fixture.mid('BTCUSDT'));
};

test('each day with trades has the result that the totals have for it, whatever the pages', async () => {
  const person = await fixture.person();
  await person.trade('buy', 'BTCUSDT', '0.2');
  await advance(1);
  await fixture.move('BTCUSDT', 5_500_000);
  await person.trade('sell', 'BTCUSDT', '0.1');
  await person.convert('USDT', 'BTC', '500');
  await advance(40);
  await fixture.move('BTCUSDT', 4_000_000);
  await person.trade('sell', 'BTCUSDT', '0.1');

  const days = await daysOf(person, 50);
  expect(days).toHaveLength(3);
  const [last, second, first] = days as [Day, Day, Day];
  expect(first.net).toBe('0');
  expect(amountOf(second.net!)).toBeGreaterThan(amountOf('400'));
  expect(amountOf(last.net!)).toBeLessThan(amountOf('-900'));
  for (const { day, net } of days) expect(net).toBe(await totalOn(person, day));
  expect(second.products.map(({ kind, orders }) => `${kind} ${orders}`)).toEqual(['convert 1', 'spot 1']);
  expect(second.products.map(({ realised, fees }) => [realised, fees])).toEqual([
    [null, null],
    [null, null],
  ]);
  for (const limit of [1, 2, 41]) expect(await daysOf(person, limit)).toEqual(days);
});

test('days are those of the zone', async () => {
  const person = await fixture.person();
  // A quarter to midnight in London is another day in Berlin.
  fixture.harness.now = Math.ceil(fixture.harness.now / DAY_MS) * DAY_MS + DAY_MS - 15 * 60_000;
  await fixture.move('BTCUSDT', 5_000_000);
  await person.trade('buy', 'BTCUSDT', '0.1');
  const [there] = await daysOf(person, 10, 'Pacific/Kiritimati');
  const [here] = await daysOf(person, 10);
  expect(Date.parse(there!.day) - Date.parse(here!.day)).toBe(DAY_MS);
  const answer = await fixture.gateway.call('listProfitDays', { token: person.token, query: 'zone=Mars/Olympus' });
  expect(answer.json).toMatchObject({ code: code.wrongFormat });
});

test('somebody without a posting has no days, and nobody sees those of others', async () => {
  const { token } = await fixture.gateway.guest();
  const { result } = (await fixture.gateway.call('listProfitDays', { token, query: 'zone=UTC' })).json;
  expect(result).toEqual({ items: [], next: null });
});
