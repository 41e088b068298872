/**
 * The tax report over HTTP against what anybody can derive from the exported statement, by both
 * methods. The auditors share no code with what they check.
 */
import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTestDatabase } from '../../platform/test-database.ts';
import { audit, text, units } from '../testing/cost-auditor.ts';
import { auditFifo } from '../testing/fifo-auditor.ts';
import { LedgerFixture, type Person, randomOf } from '../testing/fixture.ts';

const database = withTestDatabase();
let fixture: LedgerFixture;

beforeAll(async () => {
  fixture = await LedgerFixture.start(database);
});
afterAll(() => fixture.stop());

const YEAR = 'year=2023&zone=UTC';
const query = (method: string, rest = ''): string => `${YEAR}&currency=USDT&method=${method}${rest}`;
const report = (person: Person, method: string) => person.read('getTaxReport', query(method));
type Report = Awaited<ReturnType<typeof report>>;
const call = (person: Person, query: string) => fixture.gateway.call('exportTaxReport', { token: person.token, query });

const COLUMNS =
  'section,time,local_time,product,reason,asset,quantity,value,cost,result,currency,basis,acquired,acquired_log_entry,reference,log_entry,statement_line,note';
interface Row {
  readonly [column: string]: string;
}
async function csvOf(person: Person, method: string): Promise<Row[]> {
  const [head, ...lines] = (await call(person, query(method, '&format=csv'))).text.trimEnd().split('\r\n');
  expect(head).toBe(COLUMNS);
  const names = COLUMNS.split(',');
  const split = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, a, b]) => a ?? b ?? '');
  return lines.map((line) => Object.fromEntries(split(line).map((cell, index) => [names[index], cell])));
}
const sumOf = (rows: readonly Row[], column: string): bigint =>
  rows.reduce((sum, row) => sum + units(row[column] || '0'), 0n);

/** What the report says was won with coins, by asset. */
function soldOf({ totals }: Report): Map<string, string> {
  const sums = new Map<string, bigint>();
  for (const { section, asset, result } of totals) {
    if (section === 'disposal') sums.set(asset, (sums.get(asset) ?? 0n) + units(result));
  }
  return new Map([...sums].map(([asset, sum]) => [asset, text(sum)]));
}

async function act(person: Person, seed: number, rounds: number): Promise<void> {
  const random = randomOf(seed);
  await person.trade('buy', 'BTCUSDT', '0.5');
  for (let round = 0; round < rounds; round += 1) await person.actAtRandom(random);
}

describe.each([7, 2_024])('people who trade at random, seed %i', (seed) => {
  test('both methods agree with their auditors, and with the ledger to the unit', async () => {
    const person = await fixture.person();
    await act(person, seed, 90);
    const statement = await person.csv();
    const conversions = await person.all('listConversions');
    const worth = (id: string): bigint | undefined => {
      const found = conversions.find((conversion) => String(conversion.id) === id);
      const price = found?.ticks[0]?.tick.price;
      return found === undefined || price === undefined ? undefined : (units(found.amount) * units(price, 2)) / 100n;
    };
    const fifo = await report(person, 'fifo');
    const byFifo = auditFifo(statement, worth);
    expect(soldOf(fifo)).toEqual(new Map([...byFifo.profit].map(([asset, sum]) => [asset, text(sum)])));
    const closing = fifo.closing.filter(({ asset }) => asset !== 'USDT');
    expect(new Map(closing.map(({ asset, quantity, cost }) => [asset, [quantity, cost]]))).toEqual(
      new Map([...byFifo.held].map(([asset, { quantity, cost }]) => [asset, [text(quantity), text(cost)]])),
    );

    const average = await report(person, 'average');
    const sold = new Map<string, bigint>();
    for (const [key, { proceeds, cost }] of audit(statement, conversions).sold) {
      const asset = key.split(' ')[1] as string;
      sold.set(asset, (sold.get(asset) ?? 0n) + proceeds - cost);
    }
    expect(soldOf(average)).toEqual(new Map([...sold].map(([asset, sum]) => [asset, text(sum)])));

    // Realised less the cost of what is left is the same by both.
    const left = ({ result, closing: held }: Report) =>
      units(result) - held.reduce((sum, { cost }) => sum + units(cost), 0n);
    expect(left(fifo)).toBe(left(average));

    for (const taxReport of [fifo, average]) {
      const balances = (await person.read('listBalances')).items;
      for (const { asset, opening, in: cameIn, out, closing: after } of taxReport.movements) {
        expect(text(units(opening) + units(cameIn) - units(out))).toBe(after);
        expect(balances.find((balance) => balance.asset === asset)?.total ?? '0').toBe(after);
      }
    }
  });

  test('the lines of the file add up to the sums, and lots to the disposal above them', async () => {
    const person = await fixture.person();
    await act(person, seed + 1, 60);
    for (const method of ['fifo', 'average']) {
      const { result, totals, lines } = await report(person, method);
      const rows = await csvOf(person, method);
      const ofYear = rows.filter(({ log_entry, section }) => log_entry !== '' && section !== 'lot');
      expect(ofYear).toHaveLength(lines);
      expect(text(sumOf(ofYear, 'result'))).toBe(result);
      for (const { section, kind, asset, ...sums } of totals) {
        const own = ofYear.filter((row) => row.section === section && row.product === kind && row.asset === asset);
        for (const column of ['quantity', 'value', 'cost', 'result'] as const) {
          expect([section, column, text(sumOf(own, column))]).toEqual([section, column, sums[column]]);
        }
      }
      let lots = 0;
      rows.forEach((row, index) => {
        if (row.section !== 'disposal') return;
        const end = rows.findIndex((next, at) => index < at && next['section'] !== 'lot');
        const parts = rows.slice(index + 1, end);
        lots += parts.length;
        if (method === 'average') return;
        expect(sumOf(parts, 'quantity')).toBe(units(row.quantity as string));
        expect(sumOf(parts, 'cost')).toBe(units(row.cost as string));
      });
      expect(0 < lots).toBe(method === 'fifo');
      // Each line is one of the statement.
      const statement = await person.csv();
      expect(ofYear.every(({ statement_line }) => statement.includes(`\n${statement_line},`))).toBe(true);
    }
  });
});

test('a report in euros converts each day at its own tick, and says which', async () => {
  const person = await fixture.person();
  expect((await call(person, `${YEAR}&currency=EUR&method=fifo&format=csv`)).json.code).toBe(code.reportPriceMissing);
  fixture.price('EURUSD', 125_000, 5);
  await person.trade('buy', 'BTCUSDT', '0.1');
  fixture.harness.now += 86_400_000;
  fixture.price('EURUSD', 100_000, 5);
  await fixture.move('BTCUSDT', 6_000_000);
  await person.trade('sell', 'BTCUSDT', '0.1');
  const usdt = await report(person, 'fifo');
  const eur = await person.read('getTaxReport', `${YEAR}&currency=EUR&method=fifo`);
  const disposal = ({ totals }: Report) => totals.find(({ section }) => section === 'disposal');
  // Bought at 1.25 dollars a euro, sold at 1.
  expect(units(disposal(eur)?.cost ?? '0')).toBe((units(disposal(usdt)?.cost ?? '0') * 100n) / 125n);
  expect(disposal(eur)?.value).toBe(disposal(usdt)?.value);
  expect(eur.prices.filter((quote) => quote.code === 'EURUSD').map(({ price }) => price)).toEqual(['1.25', '1']);
});

test('what was before the year is its opening, and its sales know their purchases', async () => {
  const person = await fixture.person();
  const bought = await person.trade('buy', 'BTCUSDT', '0.2');
  const cost = units(bought.filledAmount) + units(bought.fee);
  const before = fixture.harness.now;
  fixture.harness.now = Date.parse('2024-04-06T00:30:00Z');
  await fixture.move('BTCUSDT', 6_000_000);
  await person.trade('sell', 'BTCUSDT', '0.05');
  const british = 'year=2024&starts=04-06&zone=Europe/London&currency=USDT&method=fifo';
  const found = await person.read('getTaxReport', british);
  // British summer time: the year begins at 23:00 UTC the day before.
  expect(found.from).toBe('2024-04-05T23:00:00.000Z');
  expect(found.opening.find(({ asset }) => asset === 'BTC')).toMatchObject({ quantity: '0.2', cost: text(cost) });
  expect(found.totals.find(({ section }) => section === 'disposal')?.cost).toBe(text(cost / 4n));
  const lot = (await call(person, `${british}&format=csv`)).text.split('\r\n').find((line) => line.startsWith('lot,'));
  expect(lot).toContain(new Date(before).toISOString());
  // The year before has the purchase, and ends where this one begins.
  const earlier = await person.read('getTaxReport', british.replace('2024', '2023'));
  expect(earlier.closing).toEqual(found.opening);
  expect(earlier.totals.some(({ section }) => section === 'disposal')).toBe(false);
});

test.each<[string, string, number]>([
  ['a year that has not begun', 'year=2090&zone=UTC', code.reportPeriodInvalid],
  ['a zone that does not exist', 'year=2023&zone=Mars/Olympus', code.reportPeriodInvalid],
  ['a day that not every year has', 'year=2023&zone=UTC&starts=02-29', code.reportPeriodInvalid],
  ['a day that no year has', 'year=2023&zone=UTC&starts=04-31', code.reportPeriodInvalid],
])('refused: %s', async (_name, query, refusal) => {
  const person = await fixture.person();
  expect((await call(person, `${query}&currency=USDT&method=fifo&format=pdf`)).json.code).toBe(refusal);
});

test('the document is a PDF, also in Arabic; another person sees nothing of it', async () => {
  const person = await fixture.person();
  await act(person, 5, 20);
  for (const lang of ['en', 'ar']) {
    const answer = await fixture.gateway.call('exportTaxReport', {
      token: person.token,
      query: query('fifo', '&format=pdf').replace('2023', '2024'),
      headers: { lang },
    });
    expect(answer.text.slice(0, 5)).toBe('%PDF-');
  }
  const stranger = await fixture.person();
  expect(await report(stranger, 'fifo')).toMatchObject({ lines: 0, totals: [], opening: [], closing: [] });
  expect((await fixture.gateway.call('getTaxReport', { query: query('fifo') })).status).toBe(401);
});
