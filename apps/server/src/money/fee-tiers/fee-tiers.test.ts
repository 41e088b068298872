/**
 * Fee tiers follow the fees paid, on PostgreSQL: counted once, assigned only on change, in force
 * after a restart.
 */
import { code } from '@glasshouse/api/codes';
import { formatRate } from '@glasshouse/rules/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PostgresStore } from '../../kernel/core/postgres-store.ts';
import { Harness } from '../../kernel/testing/harness.ts';
import { verifyDatabase } from '../../kernel/verify/verify.ts';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { MODULES } from '../../runtime/modules.ts';
import { DiscountHistory } from './history.ts';
import { assignFeeTiers } from './job.ts';
import { progressOf } from './routes.ts';
import { feeTierOf } from './slice.ts';
import { DEFAULT_FEE_TIERS, FEE_TIERS_CODE } from './table.ts';
import { countVolume, dayOf, feesOf } from './volume.ts';

const DAY_MS = 86_400_000;
const database = withTestDatabase();
let harness: Harness;

const start = async (now?: number): Promise<void> => {
  const connectionString = database.url;
  harness = new Harness(
    new PostgresStore({ connectionString, modules: MODULES, encodeTicks, acquireTimeoutMs: 2_000 }),
  );
  if (now !== undefined) harness.now = now;
  await harness.start();
};
beforeAll(() => start());
afterAll(() => harness.sequencer.stop());

const run = (): Promise<number> =>
  assignFeeTiers({
    pool: database.pool,
    now: () => harness.now,
    submit: (input) => harness.sequencer.submitInternal(input),
  });
const progress = (userId: number) => progressOf(database.pool, { userId, book: 'demo', at: harness.now });
const trade = async (userId: number, day: number, volume: string, book = 'demo'): Promise<void> => {
  await database.pool.query(
    `insert into traded_volume (user_id, book, day, product, volume, fees) values ($1, $2, $3, 'spot', 1000000000, $4)`,
    [userId, book, new Date(day).toISOString().slice(0, 10), volume],
  );
};

test('volume alone is no fee, however often the job runs', async () => {
  await harness.open(7);
  await harness.tick(10_000_000);
  await harness.buy(7, { amount: '5000', periodId: 30 });
  for (let second = 0; second < 40; second += 1) await harness.tick(10_000_000);
  for (let round = 0; round < 3; round += 1) await countVolume(database.pool, harness.now);
  const { rows } = await database.pool.query('select trim_scale(volume)::text as volume from traded_volume');
  expect(rows).toEqual([{ volume: '5000' }]);
  expect(await feesOf(database.pool, { userId: 7, book: 'demo', at: harness.now })).toBe('0');
  expect(await run()).toBe(0);
  expect(await progress(7)).toEqual({ level: 0, fees30d: '0', feeDiscount: '0', toNext: '25' });
});

test('a demo reset takes the tier with it, and the fees that were paid before', async () => {
  await harness.open(10);
  await trade(10, dayOf(harness.now) - DAY_MS, '600');
  expect(await run()).toBe(1);
  expect(feeTierOf(harness.sequencer.state, 10, 'demo')).toBe(3);
  expect((await harness.submit(10, 'books.reset', { rules: 2 })).code).toBe(200);
  expect(feeTierOf(harness.sequencer.state, 10, 'demo')).toBe(0);
  expect(await progress(10)).toMatchObject({ level: 0, fees30d: '0' });
  expect(await run()).toBe(0);
});

test('a fee tier is assigned once, on its own book only, and falls when the days have passed', async () => {
  const today = dayOf(harness.now);
  await trade(8, today - 30 * DAY_MS, '24.99999999');
  await trade(8, today, '100');
  await trade(9, today - 29 * DAY_MS, '30', 'real');
  expect((await progress(8)).toNext).toBe('0');
  expect(await run()).toBe(2);
  expect(await run()).toBe(0);
  const { state } = harness.sequencer;
  expect(feeTierOf(state, 8, 'demo')).toBe(1);
  expect([feeTierOf(state, 8, 'real'), feeTierOf(state, 9, 'real'), feeTierOf(state, 9, 'demo')]).toEqual([0, 1, 0]);
  expect(await progress(8)).toEqual({
    level: 1,
    fees30d: '124.99999999',
    feeDiscount: '0.05',
    toNext: '0.00000001',
  });

  await harness.sequencer.stop();
  await start(harness.now);
  expect(feeTierOf(harness.sequencer.state, 8, 'demo')).toBe(1);

  await harness.wait(31 * DAY_MS);
  expect(await run()).toBe(2);
  expect(feeTierOf(harness.sequencer.state, 8, 'demo')).toBe(0);
  expect(await progress(8)).toMatchObject({ level: 0, fees30d: '0' });
  const left = await database.pool.query('select count(*)::int as n from traded_volume');
  expect(left.rows[0].n).toBe(0);
});

test('unsound assignments are refused, and only the server may assign', async () => {
  for (const wrong of [
    { userId: 8, level: 6, volume: '1' },
    { userId: 8, level: -1, volume: '1' },
    { userId: 0, level: 1, volume: '1' },
    { userId: 8, level: 1.5, volume: '1' },
    { userId: 8, level: 1, volume: '-1' },
  ]) {
    const answer = await harness.internal('levels.assign', { assignments: [wrong] }, JSON.stringify(wrong));
    expect(answer.code).toBe(code.outOfRange);
  }
  const own = await harness.submit(8, 'levels.assign', { assignments: [{ userId: 8, level: 5, volume: '0' }] });
  expect(own.code).not.toBe(200);
  expect(feeTierOf(harness.sequencer.state, 8, 'demo')).toBe(0);
  expect(harness.bugs).toEqual([]);
});

test('other tiers assign by their own fees, and a position is verified by those of its day', async () => {
  const { tiers } = DEFAULT_FEE_TIERS;
  const lower = tiers.map((line, level) => (level === 1 ? { ...line, fees30d: '10', feeDiscount: '0.08' } : line));
  await trade(7, dayOf(harness.now), '15');
  await run();
  expect(feeTierOf(harness.sequencer.state, 7, 'demo')).toBe(0);
  const defined = await harness.internal(
    'levels.define',
    { code: FEE_TIERS_CODE, tiers: lower },
    'levels.define:VIP:1',
  );
  expect(defined).toMatchObject({ code: 200, result: { version: 1 } });
  await run();
  expect(feeTierOf(harness.sequencer.state, 7, 'demo')).toBe(1);
  expect(await progress(7)).toMatchObject({ level: 1, feeDiscount: '0.08' });
  const seq = (defined as { seq: number }).seq;
  const history = await DiscountHistory.read(database.pool);
  const shown = (at: number) => history.at(at).map(formatRate)[1];
  expect([shown(seq - 1), shown(seq), shown(seq + 1)]).toEqual(['0.05', '0.05', '0.08']);
});

test('nobody but the server defines tiers', async () => {
  const own = await harness.submit(8, 'levels.define', DEFAULT_FEE_TIERS);
  expect(own.code).not.toBe(200);
});

test('the log reproduces the rows', async () => {
  const report = await verifyDatabase(database.pool, MODULES);
  expect(report.findings).toEqual([]);
});
