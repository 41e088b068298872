/** Lies that fit together in the database, and do not fit the signed tape. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE_CANDLE_DAYS, MINUTE_CANDLE_DAYS_MIN } from '../market-data/candles/candle-retention.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { EvidenceFixture, USER } from './testing/evidence-fixture.ts';
import { checkTrades } from './verify-trades.ts';

const database = withTestDatabase();
let fixture: EvidenceFixture;
const ids = { won: 0, gap: 0, never: 0 };

beforeAll(async () => {
  fixture = await EvidenceFixture.start(database);
  const buy = { code: 'BTCUSDT', direction: 'up', amount: '10', periodId: 30 };
  ids.won = await fixture.submit(USER, 'options.buy', buy);
  await fixture.run(40);
  ids.gap = await fixture.submit(USER, 'options.buy', buy);
  await fixture.run(2);
  ids.never = await fixture.submit(USER, 'options.buy', buy);
  await fixture.harness.wait(40_000);
  await fixture.run(90);
  // Past the end of a five-minute bar that was watched from its beginning.
  await fixture.run(560);
  await fixture.sign();
});
afterAll(() => fixture.stop());

async function found(
  sql?: string,
  now = fixture.harness.now,
): Promise<{ trades: string; candles: string; listed: string }> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query("set local session_replication_role = 'replica'");
    if (sql !== undefined) await client.query(sql);
    const { findings, candles } = await checkTrades(client, { now });
    return {
      trades: findings.filter((finding) => !finding.startsWith('candles')).join('\n'),
      candles: candles.findings.join('\n'),
      listed: candles.listed.join('\n'),
    };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

it('an honest database passes', async () => {
  expect((await found()).trades).toBe('');
});

it.each([
  [
    'a winner called void',
    () => `state = 'void', outcome = 'void', void_reason = 'gap' where id = ${ids.won}`,
    /no gap/,
  ],
  [
    'a winner called void for too few ticks',
    () => `state = 'void', outcome = 'void', void_reason = 'tooFewTicks' where id = ${ids.won}`,
    /ticks enough/,
  ],
  [
    'an order called never entered',
    () => `entry_seq = null, entry_at = null, void_reason = 'tooFewTicks', state = 'void' where id = ${ids.won}`,
    /in time to be its entry, it says/,
  ],
  [
    'a later entry',
    () =>
      `entry_seq = entry_seq + 3, entry_at = entry_at + interval '3 s', expires_at = expires_at + interval '3 s' where id = ${ids.won}`,
    /was its entry/,
  ],
  ['a longer period', () => `expires_at = expires_at + interval '1 s' where id = ${ids.won}`, /expiry is not/],
  [
    'a gap that was passed over',
    () => `state = 'settled', outcome = 'lose', void_reason = null where id = ${ids.gap}`,
    /should have made it void/,
  ],
])('%s is found', async (_name, change, finding) => {
  expect((await found(`update option_orders set ${change()}`)).trades).toMatch(finding);
});

/** The bars that the tape makes, and one start, in the middle of its first minute. */
async function stored(): Promise<readonly number[]> {
  const { rows } = await database.pool.query<{ at: number }>('select minute_at as at from tape_minutes order by 1');
  const times = rows.map(({ at }) => at);
  await database.pool.query('truncate candles, tape_starts, tape_watches');
  await database.pool.query('insert into tape_starts values (1, 0, $1)', [(times[0] ?? 0) + 60_000]);
  for (const at of times) await database.pool.query(insertBar(1, at));
  await database.pool.query(insertBar(5, fiveOf(times)));
  return times;
}

/** The first bar of five minutes that was watched from its beginning. */
const fiveOf = ([first = 0]: readonly number[]): number => (Math.floor(first / 300_000) + 1) * 300_000;

/** As the tape has it; `more` on top of its high. */
function insertBar(length: number, at: number, more = 0): string {
  const ticks = fixture.harness.published.filter((tick) => tick.code === 'BTCUSDT');
  const mids = ticks.filter((tick) => at <= tick.at && tick.at < at + length * 60_000).map(({ mid }) => mid);
  const prices = [mids[0], Math.max(...mids) + more, Math.min(...mids), mids.at(-1)].join();
  return `insert into candles (code, minutes, at, open, high, low, close, volume) values ('BTCUSDT', ${length}, ${at}, ${prices}, 0);`;
}

const shown = (at: number): string => new Date(at).toISOString();

it('an edited candle is found, of any length, and those of a start are counted in one line', async () => {
  const [first, second] = (await stored()) as [number, number];
  expect((await found()).candles).toBe('');
  const edit = (at: number): string => `update candles set high = 9000000 where at = ${at}`;
  expect((await found(edit(second))).candles).toContain(`the minute ${shown(second)} of BTCUSDT is not that`);
  const { candles, listed } = await found(edit(first));
  expect(candles).not.toContain(shown(first));
  expect(listed).toMatch(/\d+ bars that were open at one of 1 starts/);
  // A start later on excuses what it fell into, and nothing else.
  const restart = `insert into tape_starts values (2, ${second}, ${second + 60_000});`;
  expect((await found(`${restart} ${edit(second)}`)).candles).not.toContain(shown(second));
  // A log that says nothing of starts leaves this open; the older table only what was before it.
  expect((await found(`truncate tape_starts; ${edit(second)}`)).listed).toContain('from before starts were in the log');
  const older = `insert into tape_watches values (0, ${second + 60_000});`;
  expect((await found(`${older} ${edit(second)}`)).candles).toContain(shown(second));
  const upgraded = `update tape_starts set closed_to = ${second + 60_000}, watched_from = ${second + 120_000};`;
  expect((await found(`${upgraded} ${older} ${edit(second)}`)).candles).not.toContain(shown(second));
});

it('a longer bar is what its ticks make, whatever the minutes say', async () => {
  const at = fiveOf(await stored());
  const gone = `delete from candles where minutes = 5 and at = ${at};`;
  expect(await found(gone + insertBar(5, at))).toMatchObject({ candles: '' });
  expect((await found(gone + insertBar(5, at, 1))).candles).toContain(`the 5m bar ${shown(at)} of BTCUSDT`);
  // One that no tick made.
  expect((await found(insertBar(5, at).replace('BTCUSDT', 'ETHUSDT'))).candles).toContain('of ETHUSDT is not that');
});

it.each([1, 5])('a bar of %i minutes that is missing where there are ticks is found', async (minutes) => {
  const times = await stored();
  const at = minutes === 1 ? (times[3] as number) : fiveOf(times);
  const gone = `delete from candles where minutes = ${minutes} and at = ${at}`;
  expect((await found(gone)).candles).toMatch(
    new RegExp(`^candles: the (5m bar|minute) ${shown(at)} of BTCUSDT is missing, though it has ticks$`),
  );
  // One that was open at a start may never have been stored.
  const started = await found(`insert into tape_starts values (2, ${at}, ${at + 60_000}); ${gone}`);
  expect(started.candles).toBe('');
  expect(started.listed).toContain('at one of 2 starts');
});

it('a minute without ticks, because they were held or the market was closed, has no bar and needs none', async () => {
  const [, second] = (await stored()) as [number, number];
  // ETHUSDT has its last tick in the first minute: nothing is missing after it.
  expect((await found()).candles).toBe('');
  const made = insertBar(1, second).replace('BTCUSDT', 'ETHUSDT');
  expect((await found(made)).candles).toContain(`the minute ${shown(second)} of ETHUSDT is not that of its ticks`);
});

it('minutes that are no longer kept are counted, longer bars are kept for ever', async () => {
  const times = await stored();
  const later = fixture.harness.now + MINUTE_CANDLE_DAYS * 86_400_000;
  const minutes = await found('delete from candles where minutes = 1', later);
  expect(minutes.candles).toBe('');
  expect(minutes.listed).toMatch(new RegExp(`${times.length + 1} minutes that are no longer kept`));
  expect((await found('delete from candles where minutes = 5', later)).candles).toContain('is missing');
  // A day less, and they had to be there.
  expect((await found('delete from candles where minutes = 1', later - 86_400_000)).candles).toContain('is missing');
  // What a setting dropped sooner is counted as far as it was dropped, and no further.
  const gone = (to: number) =>
    `insert into dropped_minutes (dropped_to) values (${to}); delete from candles where minutes = 1`;
  const sooner = fixture.harness.now + MINUTE_CANDLE_DAYS_MIN * 86_400_000;
  expect((await found(gone(fixture.harness.now), sooner)).candles).toBe('');
  expect((await found(gone(times[0] as number), sooner)).candles).toContain('is missing');
  // Whoever edits the database claims more than any setting drops.
  expect((await found(gone(sooner), sooner - 86_400_000)).candles).toContain('is missing');
});
