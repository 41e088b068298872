/** The figures of the home page, from what the database and the offers really hold. */

import { expect, test } from 'vitest';
import { CATALOGUE } from '../market-data/instruments/catalogue/index.ts';
import type { Instrument } from '../market-data/instruments/instrument.ts';
import type { CallContext, CallHandlers } from '../platform/call.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { cryptocurrencies, highestFee, siteFigureCalls } from './site-figures.ts';

const database = withTestDatabase();
const NOW = Date.parse('2026-03-02T12:00:00Z');
const [btc, euro] = ['BTCUSDT', 'EURUSD'].map((code) => CATALOGUE.find((instrument) => instrument.code === code)) as [
  Instrument,
  Instrument,
];
const NO_OPTIONS = { enabled: false, termsVersion: 1, gapLimitMs: 0, periods: [] };
const NONE = { options: NO_OPTIONS, fees: { contractRate: null, makerRate: null, takerRate: null } };

test('the highest fee is the highest of all products and markets, with where it is charged', () => {
  const fees = { BTCUSDT: ['0.0005', '0.0008', '0.001'], EURUSD: ['0.0021', null, null] } as const;
  const found = highestFee({
    instruments: [btc, euro],
    termsOf: ({ code }) => {
      const [contractRate, makerRate, takerRate] = fees[code as keyof typeof fees];
      return { options: NO_OPTIONS, fees: { contractRate, makerRate, takerRate } };
    },
  });
  expect(found).toEqual({ rate: '0.0021', product: 'contracts', code: 'EURUSD', market: euro.name });
  expect(highestFee({ instruments: [btc], termsOf: () => NONE })).toBeNull();
});

test('a coin with many pairs counts once, and a currency not at all', () => {
  const inEuro = { ...btc, code: 'BTCEUR', quote: 'EUR' };
  expect(cryptocurrencies([btc, inEuro, euro])).toBe(1);
  expect(cryptocurrencies(CATALOGUE)).toBeGreaterThanOrEqual(350);
});

test('people and volume are counted from the tables, of 24 hours, and kept for a minute', async () => {
  const { pool } = database;
  let now = NOW;
  const person = (name: string | null, kind: string) =>
    pool.query(
      `insert into users (username, kind, password_hash, language, invite_code, created_at)
       values ($1, $2, $3, 'en', $4, now())`,
      [name, kind, name === null ? null : 'hash', `${kind}${name}`],
    );
  await person('anna', 'user');
  await person(null, 'guest');
  const fill = (id: number, hoursAgo: number, book: string, value: string) =>
    pool.query(`insert into convert_fills select (jsonb_populate_record(null::convert_fills, $1)).*`, [
      JSON.stringify({
        id,
        user_id: 1,
        book,
        from_asset: 'USDT',
        to_asset: 'BTC',
        value_usdt: value,
        at: new Date(NOW - hoursAgo * 3_600_000),
      }),
    ]);
  await pool.query('alter table convert_fills disable trigger all');
  for (const { attname } of (
    await pool.query<{ attname: string }>(
      `select attname from pg_attribute where attrelid = 'convert_fills'::regclass and 0 < attnum and attnotnull
          and attname not in ('id')`,
    )
  ).rows)
    await pool.query(`alter table convert_fills alter column ${attname} drop not null`);
  await fill(1, 1, 'real', '100.5');
  await fill(2, 23, 'demo', '7');
  await fill(3, 25, 'real', '1000');

  const calls: CallHandlers = siteFigureCalls({ pool, now: () => now, instruments: [btc], termsOf: () => NONE });
  const read = async () => calls.getSiteFigures!({} as never, {} as CallContext);
  const first = await read();
  expect(first).toMatchObject({
    ok: true,
    result: {
      at: '2026-03-02T12:00:00.000Z',
      volumeFrom: '2026-03-01T12:00:00.000Z',
      fee: null,
      cryptocurrencies: 1,
      users: { registered: 1, guests: 1 },
    },
  });
  const volumes = (first as unknown as { result: { volume: unknown[] } }).result.volume;
  expect(volumes).toContainEqual({ product: 'convert', real: '100.5', demo: '7' });
  expect(volumes).toContainEqual({ product: 'spot', real: '0', demo: '0' });

  await person('bert', 'user');
  now += 59_000;
  expect(await read()).toMatchObject({ result: { users: { registered: 1 } } });
  now += 1_000;
  expect(await read()).toMatchObject({ result: { users: { registered: 2 } } });
});
