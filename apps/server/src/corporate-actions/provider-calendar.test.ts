/** The provider's calendars, from a server on this machine into the core's. */
import { code } from '@glasshouse/api/codes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CoreFixture } from '../kernel/testing/core-fixture.ts';
import { ProviderServer } from '../market-data/feeds/http/testing/provider-server.ts';
import { TwelveDataApi } from '../market-data/feeds/http/twelve-data-api.ts';
import { readCalendar } from '../market-data/feeds/http/twelve-data-calendar.ts';
import { importCalendar } from './provider-calendar.ts';
import type { CorporateAction } from './rows.ts';

class CalendarFixture extends CoreFixture {
  get actions(): CorporateAction[] {
    return this.rows<CorporateAction>('corporate_actions');
  }
}

let server: ProviderServer;
let fixture: CalendarFixture;
let splits: object[];
let dividends: object[];
beforeEach(async () => {
  server = await new ProviderServer().start();
  fixture = new CalendarFixture();
  await fixture.harness.start();
  fixture.harness.now = Date.UTC(2026, 10, 28, 1);
  [splits, dividends] = [[], []];
  server.answer = (path) => [200, JSON.stringify(path.startsWith('/splits_calendar') ? splits : dividends)];
});
afterEach(async () => {
  await fixture.harness.sequencer.stop();
  await server.stop();
});

const run = () => {
  const api = new TwelveDataApi({ url: server.url, key: 'secret-key' });
  return importCalendar({
    name: 'Twelve Data',
    read: (days) => readCalendar(api, days, AbortSignal.timeout(10_000)),
    codeOf: (symbol) => (['AAPL', 'NVDA', 'TSLA'].includes(symbol) ? symbol : undefined),
    submit: (input) => fixture.harness.sequencer.submitInternal(input),
    now: () => fixture.harness.now,
  });
};

const split = (symbol: string, more: object = {}) => ({
  date: '2026-12-03',
  symbol,
  mic_code: 'XNGS',
  exchange: 'NASDAQ',
  description: '10-for-1 split',
  ratio: 0.1,
  from_factor: 10,
  to_factor: 1,
  ...more,
});
const dividend = (symbol: string, more: object = {}) => ({
  symbol,
  mic_code: 'XNGS',
  exchange: 'NASDAQ',
  ex_date: '2026-12-04',
  amount: 0.26,
  ...more,
});

test('splits and dividends come into the calendar with their source, from midnight in New York', async () => {
  splits = [split('NVDA'), split('TSLA', { from_factor: 1, to_factor: 8, description: '1-for-8 split', ratio: 8 })];
  dividends = [dividend('AAPL'), dividend('UNKNOWN'), dividend('NVDA', { mic_code: 'XLON' })];
  expect(await run()).toEqual({ imported: 3, refused: [] });
  const [nvda, tsla, aapl] = fixture.actions;
  expect(nvda).toMatchObject({ code: 'NVDA', kind: 'split', numerator: 10, denominator: 1, origin: 'provider' });
  expect(nvda?.effective_at).toBe(Date.UTC(2026, 11, 3, 5));
  expect(tsla).toMatchObject({ code: 'TSLA', numerator: 1, denominator: 8 });
  expect(aapl).toMatchObject({ code: 'AAPL', kind: 'dividend', amount: '0.26' });
  expect(aapl?.source).toBe('Twelve Data, calendar of dividends: 2026-12-04');
  expect(server.requests.map(({ key }) => key)).toEqual(['apikey secret-key', 'apikey secret-key']);
  expect(server.requests[0]?.path).toContain('start_date=2026-11-28&end_date=2026-12-12&country=United+States');
});

test('an event has one command for ever, so that the next day brings nothing twice', async () => {
  splits = [split('NVDA')];
  await run();
  fixture.harness.now += 86_400_000;
  expect((await run()).refused).toEqual([]);
  expect(fixture.actions).toHaveLength(1);
});

test.each([
  ['date', () => (splits = [split('NVDA', { date: '3 Dec 2026' })])],
  ['ratio', () => (splits = [split('NVDA', { from_factor: 1.5 })])],
  ['ratio', () => (splits = [split('NVDA', { from_factor: 1, to_factor: 1 })])],
  ['ratio', () => (splits = [split('NVDA', { from_factor: 5_000 })])],
  ['description', () => (splits = [split('NVDA', { from_factor: 100 })])],
  ['amount', () => (dividends = [dividend('AAPL', { amount: -1 })])],
  ['amount', () => (dividends = [dividend('AAPL', { amount: null })])],
])('a row with a wrong %s is refused by name, and the others are taken', async (why, spoil) => {
  spoil();
  dividends.push(dividend('TSLA'));
  const { imported, refused } = await run();
  expect(imported).toBe(1);
  expect(refused).toMatchObject([{ why, event: { symbol: expect.stringMatching(/^(NVDA|AAPL)$/) } }]);
  expect(fixture.actions.map((action) => action.code)).toEqual(['TSLA']);
});

test('what the core refuses is named with its code', async () => {
  splits = [split('NVDA'), split('NVDA', { date: '2026-12-04' })];
  expect(await run()).toMatchObject({ imported: 1, refused: [{ why: code.corporateActionKnown }] });
});

test('an answer that is no list fails, and takes nothing over', async () => {
  server.answer = () => [200, '{"code":403,"message":"not in your plan","status":"error"}'];
  await expect(run()).rejects.toThrow('splits_calendar: 403 not in your plan');
  expect(fixture.actions).toEqual([]);
});
