/**
 * Fee tiers follow traded volume, on PostgreSQL: counted once, assigned only on change, in force
 * after a restart.
 */
import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PostgresStore } from '../../kernel/postgres-store.ts';
import { Harness } from '../../kernel/testing/harness.ts';
import { verifyDatabase } from '../../kernel/verify.ts';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { MODULES } from '../../runtime/modules.ts';
import { assignFeeTiers } from './job.ts';
import { progressOf } from './routes.ts';
import { feeTierOf } from './slice.ts';
import { countVolume, dayOf, volumeOf } from './volume.ts';

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
  await database.pool.query(`insert into traded_volume values ($1, $2, $3, 'spot', $4)`, [
    userId,
    book,
    new Date(day).toISOString().slice(0, 10),
    volume,
  ]);
};

test('a settled option counts its stake once, however often the job runs', async () => {
  await harness.open(7);
  await harness.tick(10_000_000);
  await harness.buy(7, { amount: '5000', periodId: 30 });
  await harness.buy(7, { amount: '100', periodId: 60 });
  for (let second = 0; second < 40; second += 1) await harness.tick(10_000_000);
  for (let round = 0; round < 3; round += 1) await countVolume(database.pool, harness.now);
  expect(await volumeOf(database.pool, { userId: 7, book: 'demo', at: harness.now })).toBe('5000');
  for (let second = 0; second < 40; second += 1) await harness.tick(10_000_000);
  expect(await run()).toBe(0);
  expect(await progress(7)).toEqual({ level: 0, volume30d: '5100', toNext: '44900' });
});

test('a fee tier is assigned once, on its own book only, and falls when the days have passed', async () => {
  const today = dayOf(harness.now);
  await trade(8, today - 30 * DAY_MS, '49999.99999999');
  await trade(8, today, '200000');
  await trade(9, today - 29 * DAY_MS, '60000', 'real');
  expect((await progress(8)).toNext).toBe('0');
  expect(await run()).toBe(2);
  expect(await run()).toBe(0);
  const { state } = harness.sequencer;
  expect(feeTierOf(state, 8, 'demo')).toBe(1);
  expect([feeTierOf(state, 8, 'real'), feeTierOf(state, 9, 'real'), feeTierOf(state, 9, 'demo')]).toEqual([0, 1, 0]);
  expect(await progress(8)).toEqual({ level: 1, volume30d: '249999.99999999', toNext: '0.00000001' });

  await harness.sequencer.stop();
  await start(harness.now);
  expect(feeTierOf(harness.sequencer.state, 8, 'demo')).toBe(1);

  await harness.wait(31 * DAY_MS);
  expect(await run()).toBe(2);
  expect(feeTierOf(harness.sequencer.state, 8, 'demo')).toBe(0);
  expect(await progress(8)).toMatchObject({ level: 0, volume30d: '0' });
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

test('the log reproduces the rows', async () => {
  const report = await verifyDatabase(database.pool, MODULES);
  expect(report.findings).toEqual([]);
});
