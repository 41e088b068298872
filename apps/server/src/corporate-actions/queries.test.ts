/**
 * The calendar in PostgreSQL: an action is stored and listed, carried out by the first price, told
 * to charts, and the whole database still follows from the log.
 */
import { expect, test } from 'vitest';
import { PostgresStore } from '../kernel/core/postgres-store.ts';
import { Harness, TEST_CODE } from '../kernel/testing/harness.ts';
import { verifyDatabase } from '../kernel/verify/verify.ts';
import { Splits } from '../market-data/history/split-bars.ts';
import { encodeTicks } from '../market-data/tape/codec.ts';
import { ACTION_KINDS } from '../people/notifications/action-kinds.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { TEST_CONTRACT } from '../products/contracts/testing/fixture.ts';
import { MODULES } from '../runtime/modules.ts';
import { PublicCalendar } from './queries.ts';

const database = withTestDatabase();
const USER = 7;

test('a split is listed, carried out by the first price after it, and survives verification', async () => {
  const { pool, url } = database;
  const store = new PostgresStore({
    connectionString: url,
    modules: MODULES,
    encodeTicks,
    acquireTimeoutMs: 2_000,
  });
  const harness = new Harness(store);
  await harness.start();
  await harness.internal('contracts.define', TEST_CONTRACT, 'contract');
  await harness.internal('house.fund', { asset: 'USDT', amount: '1000000', into: 'pool.contracts' }, 'pool');
  await harness.open(USER);
  await harness.tick(110_000);
  const order = { code: TEST_CODE, side: 'buy', type: 'market', lots: '1.5', leverage: 5 };
  expect((await harness.submit(USER, 'contracts.buy', order)).code).toBe(200);
  const moment = Math.ceil((harness.now + 60_000) / 60_000) * 60_000;
  const body = { code: TEST_CODE, kind: 'split', numerator: 10, denominator: 1, amount: null, symbol: null };
  const action = { ...body, effective_at: moment, source: 'https://example.com', origin: 'file' };
  expect((await harness.internal('corporate.import', action, 'split')).code).toBe(200);
  await harness.wait(1_000);
  const calendar = new PublicCalendar(pool, () => harness.now);
  expect(await calendar.of(TEST_CODE)).toMatchObject([{ kind: 'split', numerator: 10, state: 'scheduled' }]);
  await harness.tick(11_010, moment - harness.now);
  expect(harness.bugs).toEqual([]);
  harness.now += 5_000;
  expect(await calendar.of(TEST_CODE)).toMatchObject([
    { state: 'applied', effectiveAt: new Date(moment).toISOString() },
  ]);
  expect(await new Splits(pool, () => harness.now).of(TEST_CODE)).toMatchObject([
    { at: moment, numerator: 10, denominator: 1 },
  ]);
  const { rows } = await pool.query('select lots, open_lots, open_points from contract_orders');
  expect(rows).toMatchObject([{ lots: '15.00000000', open_lots: '15.00000000', open_points: 11_001 }]);
  const { rows: notices } = await pool.query('select stage, user_id from corporate_notices order by seq');
  expect(notices).toEqual([
    { stage: 'ahead', user_id: USER },
    { stage: 'done', user_id: USER },
  ]);
  const [kind] = ACTION_KINDS;
  const announcements = await pool.query(`select ${kind?.data} as data from ${kind?.table} n order by ${kind?.place}`);
  const words = announcements.rows.map(({ data }) =>
    kind?.text(data as never, { language: 'en', nameOf: () => 'Tesla' } as never),
  );
  expect(words).toMatchObject([
    { title: expect.stringMatching(/^Tesla: Split 10:1 from /) },
    { title: 'Tesla: Split 10:1 carried out', link: `/cruuency?code=${TEST_CODE}` },
  ]);
  await harness.sequencer.stop();
  expect((await verifyDatabase(pool, MODULES)).findings).toEqual([]);
});
