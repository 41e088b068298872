// long: one history, read by every call of the ledger
/**
 * What users see of their money, over HTTP from PostgreSQL, against the same figures added up by
 * hand.
 */

import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { code } from '@glasshouse/api/codes';
import { amountOf, formatAmount } from '@glasshouse/rules/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../http/testing/gateway.ts';
import type { CoreBus } from '../kernel/core/bus.ts';
import { PostgresStore } from '../kernel/core/postgres-store.ts';
import { Harness } from '../kernel/testing/harness.ts';
import { verifyDatabase } from '../kernel/verify/verify.ts';
import { encodeTicks } from '../market-data/tape/codec.ts';
import { feeTierCalls } from '../money/fee-tiers/routes.ts';
import type { Pool } from '../platform/postgres.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { convertCalls } from '../products/convert/routes.ts';
import { MODULES } from '../runtime/modules.ts';
import { testEvidence } from '../transparency/testing/proving.ts';
import { equityCurve } from './equity.ts';
import { csvText, statementFile } from './export.ts';
import { ledgerCalls } from './routes.ts';
import { marketValues } from './valuation.ts';

const database = withTestDatabase();
const HOUR_MS = 3_600_000;
let gateway: TestGateway;
let harness: Harness;
const price = 10_000_000;
/** Owed for loans on the book that these tests use. */
const OWED = '100.5';
/** Queries made by the ledger's reads. */
let queries = 0;
let token: string;
let id: number;

/** Candles of a market at 50,000 until now. */
const candles = async (query: { from: number; to: number; interval: string; limit: number }) => {
  const step = { '1m': 60_000, '5m': 300_000, '15m': 900_000, '30m': 1_800_000, '1h': HOUR_MS, '4h': 4 * HOUR_MS }[
    query.interval
  ];
  if (step === undefined) throw new Error(`no bars of ${query.interval}`);
  const bars = [];
  for (let at = Math.ceil(query.from / step) * step; at < query.to; at += step) {
    bars.push({ at, open: 5_000_000, high: 5_000_000, low: 5_000_000, close: 5_000_000, volume: 1 });
  }
  return bars.slice(-query.limit);
};

beforeAll(async () => {
  const { pool } = database;
  harness = new Harness(
    new PostgresStore({ connectionString: database.url, modules: MODULES, encodeTicks, acquireTimeoutMs: 2_000 }),
  );
  await harness.start();
  for (const [asset, precision] of [
    ['USDT', 0],
    ['BTC', 2],
  ] as const) {
    const code = asset === 'USDT' ? null : `${asset}USDT`;
    const terms = { asset, code, precision, stalenessMs: 60_000, marginRate: '0.001', minUsdt: '1', maxUsdt: '50000' };
    await harness.internal('convert.define', terms, `define:${asset}`);
    await harness.internal('house.fund', { asset, amount: '1000000', into: 'pool.liquidity' }, `fund:${asset}`);
  }
  await harness.tick(price);
  const bus: CoreBus = {
    submit: (input) => harness.sequencer.submit(input),
    onUserEvents: () => {},
    onMarketFrame: () => {},
  };
  const now = () => harness.now;
  const midOf = (code: string) => (code === 'BTCUSDT' ? { mid: price, precision: 2 } : undefined);
  const counted = {
    query: (...parameters: [string, unknown[]]) => {
      queries += 1;
      return pool.query(...parameters);
    },
    connect: () => pool.connect(),
  } as unknown as Pool;
  const ledger = ledgerCalls({
    pool: counted,
    bus,
    now,
    worthOf: marketValues(midOf),
    precisionOf: (code) => midOf(code)?.precision,
    candles,
    unrealisedOf: async () => amountOf('-1.5'),
    takerRatesOf: async () => () => undefined,
    owedOf: async ({ book }) => amountOf(book === 'demo' ? OWED : '0'),
    assetOfMarket: (id) => (id === 1 ? 'BTC' : undefined),
  });
  const handlers = {
    ...ledger,
    ...convertCalls({ ...testEvidence(pool), pool, bus, networkOf: () => ({}) }),
    ...feeTierCalls({ pool, now }),
  };
  gateway = await openTestGateway(pool, { bus, handlers });
  ({ token, id } = await gateway.guest());
});
afterAll(async () => {
  await gateway.app.close();
  await harness.sequencer.stop();
});

const read = async (name: Parameters<TestGateway['call']>[0], query?: string, path?: Record<string, string>) =>
  (
    await gateway.call(name, {
      token,
      ...(query === undefined ? {} : { query }),
      ...(path === undefined ? {} : { path }),
    })
  ).json;
let keys = 0;
const convert = async (body: object) => {
  keys += 1;
  return (await gateway.call('convert', { token, key: `convert-${keys}`, body })).json;
};

test('a quote is made, used once and listed; second and late uses are refused', async () => {
  const quote = (await read('quoteConversion', 'from=USDT&to=BTC&amount=10000')).result;
  expect(quote).toMatchObject({ from: 'USDT', to: 'BTC', amount: '10000', reference: '0.00001' });
  const conversion = { from: 'USDT', to: 'BTC', amount: '10000', quoteId: quote.quoteId };
  const done = await convert(conversion);
  expect(done).toMatchObject({ code: 200, result: { received: quote.receive, price: quote.price } });
  expect(await convert(conversion)).toMatchObject({ code: code.quoteExpired });
  const btcQuote = (await read('quoteConversion', 'from=USDT&to=BTC&amount=10')).result;
  harness.now += 10_001;
  expect(await convert({ from: 'USDT', to: 'BTC', amount: '10', quoteId: btcQuote.quoteId })).toMatchObject({
    code: code.quoteExpired,
  });
  expect(await convert({ from: 'BTC', to: 'USDT', amount: '0.01' })).toMatchObject({ code: 200 });
  const list = (await read('listConversions', 'limit=1')).result;
  expect(list.items).toMatchObject([{ from: 'BTC', to: 'USDT', ticks: [{ code: 'BTCUSDT' }] }]);
  expect((await read('listConversions', `limit=1&cursor=${list.next}`)).result).toMatchObject({
    items: [{ id: done.result.id }],
    next: null,
  });
});

test('balances are valued by the market; without a price they have no value', async () => {
  const { items, totalUsdt, owedUsdt, netUsdt } = (await read('listBalances')).result;
  const btc = items.find(({ asset }: { asset: string }) => asset === 'BTC');
  const usdt = items.find(({ asset }: { asset: string }) => asset === 'USDT');
  expect(btc.valueUsdt).toBe(formatAmount((amountOf(btc.total) * 100_000n) as never));
  expect(totalUsdt).toBe(formatAmount((amountOf(btc.valueUsdt) + amountOf(usdt.total)) as never));
  expect(owedUsdt).toBe(OWED);
  expect(netUsdt).toBe(formatAmount((amountOf(totalUsdt) - amountOf(OWED)) as never));
  expect((await read('getAsset', undefined, { id: 'BTC' })).result).toMatchObject({
    asset: 'BTC',
    available: btc.available,
    inOrders: '0',
    valueUsdt: btc.valueUsdt,
  });
  const byNumber = (await read('getAsset', undefined, { id: '1' })).result;
  expect(byNumber).toMatchObject({ asset: 'BTC', available: btc.available });
  expect((await read('getAsset', undefined, { id: '77' })).code).toBe(code.nothingFound);
  expect((await read('getAsset', undefined, { id: 'NOPE' })).code).toBe(code.nothingFound);
  const stranger = await gateway.guest();
  const theirs = await gateway.call('getAsset', { token: stranger.token, path: { id: 'BTC' } });
  expect(theirs.json.result).toMatchObject({ asset: 'BTC', total: '0', valueUsdt: '0' });
});

describe('profit', () => {
  test('follows the ledger by kind and asset, within the range only', async () => {
    const start = new Date(harness.now + 1).toISOString();
    for (const direction of ['up', 'down']) {
      await harness.submit(id, 'options.buy', { code: 'BTCUSDT', direction, amount: '100', periodId: 30 });
    }
    // A word for one thing: stakes are reserved, and `held` of the list is what waits.
    const detail = await read('getAsset', undefined, { id: 'USDT' });
    const balances = await read('listBalances');
    const usdt = balances.result.items.find(({ asset }: { asset: string }) => asset === 'USDT');
    expect(usdt).toMatchObject({ inOptions: '200', held: '0' });
    expect(detail.result).toMatchObject({ reserved: '200', held: '200', inOrders: '0' });
    // Both enter, then the price rises: one wins 80, the other loses 100.
    for (let second = 0; second < 33; second += 1) await harness.tick(price + second);
    const end = new Date(harness.now + 1).toISOString();
    const options = [{ kind: 'options', asset: 'USDT', realised: '-20', fees: '0', orders: 2, averageCost: null }];
    expect((await read('getProfitTotal', 'kind=options')).result).toEqual(options);
    expect((await read('getProfitTotal', `from=${start}&to=${end}`)).result).toEqual(options);
    expect((await read('getProfitTotal', `from=${end}`)).result).toEqual([]);
    expect((await read('getProfitTotal', `to=${start}&kind=options`)).result).toEqual([]);
    const all = (await read('getProfitTotal')).result;
    expect(all.map(({ kind, asset }: { kind: string; asset: string }) => `${kind} ${asset}`)).toEqual([
      'convert BTC',
      'convert USDT',
      'options USDT',
    ]);
    const { items } = (await read('listBalances')).result;
    const held = (asset: string) => items.find((item: { asset: string }) => item.asset === asset).total;
    const moved = (asset: string) =>
      all
        .filter((item: { asset: string }) => item.asset === asset)
        .reduce(
          (sum: bigint, item: { realised: string; fees: string }) =>
            sum + amountOf(item.realised) - amountOf(item.fees),
          0n,
        );
    // Everything beyond the grant came from what the totals list.
    expect(amountOf('100000') + moved('USDT')).toBe(amountOf(held('USDT')));
    expect(moved('BTC')).toBe(amountOf(held('BTC')));
    expect((await read('getProfitTotal', `from=${end}&to=${start}`)).code).toBe(code.timeRangeInvalid);
  });

  test('another user sees none of it', async () => {
    const stranger = await gateway.guest();
    expect((await gateway.call('getProfitTotal', { token: stranger.token })).json.result).toEqual([]);
  });
});

describe('the equity curve', () => {
  test('ends with the live value, and goes back to the grant', async () => {
    const { netUsdt } = (await read('listBalances')).result;
    const curve = (await read('getEquityCurve')).result;
    const last = curve.at(-1);
    expect(last).toEqual({
      at: new Date(harness.now).toISOString(),
      value: formatAmount((amountOf(netUsdt) + amountOf('-1.5')) as never),
      paidIn: '0',
    });
    expect(curve.length).toBeLessThanOrEqual(400);
    const lines = (await read('listStatement', 'limit=200')).result.items as { at: string; amount: string }[];
    expect(curve[0]).toEqual({ at: lines.at(-1)?.at, value: lines.at(-1)?.amount, paidIn: '0' });
  });

  test('values each balance at the price of its time', async () => {
    const { items } = (await read('listBalances')).result;
    const held = (asset: string) => amountOf(items.find((item: { asset: string }) => item.asset === asset).total);
    const before = harness.now;
    await harness.wait(3 * HOUR_MS);
    await harness.tick(price);
    await convert({ from: 'BTC', to: 'USDT', amount: '0.05' });
    const curve = (await read('getEquityCurve')).result as { at: string; value: string }[];
    const between = curve.filter(({ at }) => before < Date.parse(at) && Date.parse(at) < harness.now);
    expect(between.length).toBeGreaterThan(10);
    for (const { value } of between) expect(value).toBe(formatAmount((held('USDT') + held('BTC') * 50_000n) as never));
    const times = curve.map(({ at }) => Date.parse(at));
    expect(times).toEqual([...times].sort((left, right) => left - right));
    const until = new Date(before + HOUR_MS).toISOString();
    const past = (await read('getEquityCurve', `to=${until}`)).result;
    expect(past.at(-1)).toEqual({ at: until, value: between[0]?.value, paidIn: '0' });
  });

  test('says what was paid in since its first point: no result, and no conversion', async () => {
    const [from, middle] = [harness.now, harness.now + HOUR_MS];
    harness.now += 2 * HOUR_MS;
    await harness.tick(price);
    await convert({ from: 'USDT', to: 'BTC', amount: '1000' });
    // By asset: USDT comes, bitcoin goes at the 50,000 of its time, and a fee is a result.
    await database.pool.query(
      `insert into postings select 1000000, idx, case when out then id else 1 end, case when out then 1 else id end,
              amount::numeric, 0, 0, reason, '1', $1, 'demo', asset, to_timestamp($2 / 1000.0)
         from (values (0, 'USDT', '700', 'deposit.credit', false), (1, 'BTC', '0.004', 'withdrawal.sent', true),
                      (2, 'USDT', '9', 'withdrawal.fee', true)) as made (idx, asset, amount, reason, out)
         join accounts using (asset) where owner = $1 and book = 'demo' and kind = 'available'`,
      [id, middle],
    );
    const paidIn = async (since: number) => {
      const curve = (await read('getEquityCurve', `from=${new Date(since).toISOString()}`)).result;
      return curve.map((point: { paidIn: string }) => point.paidIn);
    };
    const all = await paidIn(from);
    expect([all[0], all.at(-1)]).toEqual(['0', '500']);
    expect(new Set(all)).toEqual(new Set(['0', '500']));
    expect((await paidIn(middle + 60_000)).at(-1)).toBe('0');
    await database.pool.query('delete from postings where seq = 1000000');
    // The demo money with which a book begins is its first value.
    expect(new Set((await read('getEquityCurve')).result.map((point: { paidIn: string }) => point.paidIn))).toEqual(
      new Set(['0']),
    );
  });

  test('uses longer bars where minutes are no longer kept', async () => {
    const to = new Date(harness.now);
    const query = { userId: Number(id), book: 'demo' as const, from: new Date(harness.now - HOUR_MS), to };
    const intervals = async (now: number) => {
      const codes = new Set<string>();
      const deps = {
        pool: database.pool,
        worthOf: marketValues(() => undefined),
        precisionOf: () => 2,
        candles: (query: Parameters<typeof candles>[0]) => {
          codes.add(query.interval);
          return candles(query);
        },
        unrealisedOf: async () => amountOf('0'),
        owedOf: async () => amountOf('0'),
      };
      await equityCurve(deps, { ...query, now });
      return [...codes];
    };
    expect(await intervals(harness.now)).toEqual(['1m']);
    expect(await intervals(harness.now + 31 * 24 * HOUR_MS)).toEqual(['5m']);
  });

  test('is empty for a book without money and for an empty range', async () => {
    const real = await gateway.call('getEquityCurve', { token, headers: { virtually: 'YES' } });
    expect(real.json.result).toEqual([]);
    const future = new Date(harness.now + HOUR_MS).toISOString();
    expect((await read('getEquityCurve', `from=${future}`)).result).toEqual([]);
  });
});

test('the database verifies', async () => {
  expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
});

describe('a time range of the statement', () => {
  test('has the lines of its time, on whatever page', async () => {
    const all = (await read('listStatement', 'limit=200')).result.items as { id: string; at: string }[];
    const times = [...new Set(all.map(({ at }) => at))];
    expect(times.length).toBeGreaterThan(3);
    const ids = async (range: string, limit: number): Promise<string[]> => {
      const found: string[] = [];
      for (let cursor = ''; ; ) {
        const { items, next } = (await read('listStatement', `${range}&limit=${limit}${cursor}`)).result;
        found.push(...items.map(({ id }: { id: string }) => id));
        if (next === null) return found;
        cursor = `&cursor=${next}`;
      }
    };
    for (const at of times) {
      const before = all.filter((line) => line.at < at).map((line) => line.id);
      const since = all.filter((line) => at <= line.at).map((line) => line.id);
      for (const limit of [3, 200]) {
        expect(await ids(`to=${at}`, limit)).toEqual(before);
        expect(await ids(`from=${at}`, limit)).toEqual(since);
      }
    }
    const [last = '', , first = ''] = times;
    const between = all.filter(({ at }) => first <= at && at < last).map(({ id }) => id);
    expect(await ids(`from=${first}&to=${last}`, 2)).toEqual(between);
  });
});

describe('the export', () => {
  test('has every line of the statement, in CSV and in JSON, with its filters', async () => {
    const lines = (await read('listStatement', 'limit=200')).result.items;
    const csv = await gateway.call('exportStatement', { token, query: 'format=csv' });
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="statement-demo-\d{4}-\d\d-\d\d\.csv"$/),
      'cache-control': 'no-store',
    });
    const rows = csv.text.trimEnd().split('\r\n');
    expect(rows[0]).toBe('id,time,book,asset,account,amount,balance_after,counterparty,reason,reference,log_entry');
    expect(rows.slice(1).map((row) => row.split(',')[0])).toEqual(lines.map((line: { id: string }) => line.id));
    const json = await gateway.call('exportStatement', { token, query: 'format=json' });
    expect(JSON.parse(json.text)).toEqual(lines);
    const fees = await gateway.call('exportStatement', {
      token,
      query: 'format=json&asset=BTC&reason=convert.receive',
    });
    expect(JSON.parse(fees.text)).toEqual(
      lines.filter(
        (line: { asset: string; reason: string }) => line.asset === 'BTC' && line.reason === 'convert.receive',
      ),
    );
    const ofAKind = await gateway.call('exportStatement', { token, query: 'format=json&reason=convert' });
    expect(JSON.parse(ofAKind.text)).toEqual(
      lines.filter(({ reason }: { reason: string }) => reason.startsWith('convert.')),
    );
    const nothing = await gateway.call('exportStatement', { token, query: 'format=json&asset=DOGE' });
    expect(JSON.parse(nothing.text)).toEqual([]);
  });

  test('is refused with an ordinary envelope', async () => {
    expect((await read('exportStatement', 'format=xml')).code).toBe(code.wrongFormat);
    expect((await read('exportStatement')).code).toBe(code.fieldRequired);
    expect((await gateway.call('exportStatement', { query: 'format=csv' })).status).toBe(401);
    const range = 'format=csv&from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z';
    expect((await read('exportStatement', range)).code).toBe(code.timeRangeInvalid);
  });

  test('gives ten thousand lines once each, and reads no further ahead than the client takes', async () => {
    let pages = 0;
    let rowsMost = 0;
    const many = await gateway.guest();
    const account = (
      await database.pool.query('select id from accounts where owner = $1 and kind = $2', [many.id, 'available'])
    ).rows[0].id;
    const house = (await database.pool.query(`select id from accounts where owner = 0 and kind = 'fees'`)).rows[0]?.id;
    await database.pool.query(
      `insert into postings select 1000000 + n, 0, $1, coalesce($2, 1), 1, 0, 0, 'spot.fee', n::text, $3, 'demo', 'USDT', now()
         from generate_series(1, 10000) n`,
      [account, house ?? null, many.id],
    );
    const csv = await gateway.call('exportStatement', { token: many.token, query: 'format=csv' });
    const ids = csv.text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[0]);
    expect(ids).toHaveLength(10_001);
    expect(new Set(ids).size).toBe(10_001);
    const counted = {
      query: async (...parameters: [string, unknown[]]) => {
        pages += 1;
        const answer = await database.pool.query(...parameters);
        rowsMost = Math.max(rowsMost, answer.rows.length);
        return answer;
      },
    };
    const filter = { userId: many.id, book: 'demo' as const };
    const options = { filter, format: 'json' as const, from: null, to: null, now: harness.now };
    const { chunks } = statementFile(counted as unknown as Pool, options);
    expect((await chunks.next()).value).toContain('"1009751.0.0"');
    expect(pages).toBe(1);
    await chunks.return(undefined);
    expect(await chunks.next()).toMatchObject({ done: true });
    expect(pages).toBe(1);
    // Nothing is kept: each chunk is one query's page, and no query asks for more than one.
    for (const format of ['csv', 'json'] as const) {
      const sizes: number[] = [];
      const before = pages;
      for await (const chunk of statementFile(counted as unknown as Pool, { ...options, format }).chunks) {
        const made = String(chunk).match(/1[0-9]{6}\.0\.0/g)?.length ?? 0;
        sizes.push(made);
        expect(made).toBeLessThanOrEqual(250);
        expect(pages - before).toBeLessThanOrEqual(sizes.length);
      }
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(10_000);
      expect(rowsMost).toBe(251);
    }
    await database.pool.query('delete from postings where seq > 1000000');
  });

  test('waits for a slow client, and ends when the client goes', async () => {
    const slow = await gateway.guest();
    const account = (
      await database.pool.query('select id from accounts where owner = $1 and kind = $2', [slow.id, 'available'])
    ).rows[0].id;
    // 20 MB in forty pages: more than a connection's buffers hold.
    await database.pool.query(
      `insert into postings select 1000000 + n, 0, $1, 1, 1, 0, 0, 'spot.fee', repeat('x', 2000), $2, 'demo', 'USDT', now()
         from generate_series(1, 10000) n`,
      [account, slow.id],
    );
    await gateway.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = gateway.app.server.address() as AddressInfo;
    const path = '/swx/customer/user/exportStatement?format=csv';
    const before = queries;
    const request = get({ port, path, headers: { authorization: slow.token } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const settled = async (): Promise<number> => {
      for (let last = -1; last !== queries; ) {
        last = queries;
        await sleep(200);
      }
      return queries - before;
    };
    const waiting = await settled();
    expect(waiting).toBeLessThan(40);
    response.destroy();
    expect(await settled()).toBeLessThanOrEqual(waiting + 1);
    await database.pool.query('delete from postings where seq > 1000000');
  });

  test('text that a spreadsheet would evaluate is marked as text', () => {
    expect(csvText('=HYPERLINK("http://x")')).toBe(`"'=HYPERLINK(""http://x"")"`);
    expect(['+1', '-1', '@x', '\t1'].map(csvText)).toEqual(["'+1", "'-1", "'@x", "'\t1"]);
    expect(csvText('a,"b"\nc')).toBe('"a,""b""\nc"');
    expect(csvText('options.stake')).toBe('options.stake');
  });
});
