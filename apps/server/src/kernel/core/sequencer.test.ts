/**
 * The sequencer on PostgreSQL: answers follow durability, ids take effect once, a failed flush
 * loses nothing, a second owner fences the first, and `verify` finds each kind of tampering.
 */
import { code } from '@glasshouse/api/codes';
import { amountOf } from '@glasshouse/rules/money';
import { beforeEach, describe, expect, test } from 'vitest';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { MODULES } from '../../runtime/modules.ts';
import { Harness, KERNEL_CODES, TEST_CODE } from '../testing/harness.ts';
import { verifyDatabase } from '../verify/verify.ts';
import { PostgresStore } from './postgres-store.ts';
import { type Batch, FencedError } from './store.ts';

const database = withTestDatabase();

/** On a busy machine a statement takes seconds, and none of these tests is about that. */
const PATIENT = { acquireTimeoutMs: 2_000, patienceMs: 120_000 };
const storeOf = (): PostgresStore =>
  new PostgresStore({ connectionString: database.url, modules: MODULES, encodeTicks, ...PATIENT });

beforeEach(async () => {
  await database.pool.query(
    'truncate command_log, command_ids, accounts, postings, tick_journal, option_orders, option_terms',
  );
  await database.pool.query(
    `update shards set sequence = 0, last_hash = decode(repeat('00', 32), 'hex'), next_account_id = 1`,
  );
});

const verify = () => verifyDatabase(database.pool, MODULES);

test('orders from many users are durable when answered, and the database verifies', async () => {
  const harness = new Harness(storeOf());
  await harness.start();
  const users = Array.from({ length: 50 }, (_, index) => index + 1);
  await Promise.all(users.map((user) => harness.open(user)));
  await harness.tick(10_000_000);
  const answers = await Promise.all(
    users.flatMap((user) => [harness.buy(user), harness.buy(user, { direction: 'down' })]),
  );
  expect(answers.map((answer) => answer.code)).toEqual(answers.map(() => 200));
  const stored = await database.pool.query('select count(*) as n from option_orders');
  expect(stored.rows[0].n).toBe(100);
  await harness.tick(10_000_000);
  for (let second = 0; second < 62; second += 1) await harness.tick(10_000_000 + second);
  expect(harness.house('reserve.options')).toBe(0n);
  expect(harness.balance(1, 'held')).toBe(0n);
  await harness.sequencer.stop();
  const result = await verify();
  expect(result.findings).toEqual([]);
  expect(result.postings).toBeGreaterThan(300);
});

test('a repeated id gets the first answer, in memory, in flight and after a restart; another body is refused', async () => {
  const first = new Harness(storeOf());
  await first.start();
  await first.open(1);
  await first.tick(10_000_000);
  const [once, twice] = await Promise.all([first.buy(1, {}, 'same'), first.buy(1, {}, 'same')]);
  expect(twice).toEqual({ ...once, repeated: true });
  expect(await first.buy(1, {}, 'same')).toEqual({ ...once, repeated: true });
  expect((await first.buy(1, { amount: '101' }, 'same')).code).toBe(KERNEL_CODES.keyReused);
  await first.sequencer.stop();

  const second = new Harness(storeOf());
  await second.start();
  expect(await second.buy(1, {}, 'same')).toEqual({ ...once, repeated: true });
  expect((await second.buy(1, { amount: '101' }, 'same')).code).toBe(KERNEL_CODES.keyReused);
  expect(second.balance(1)).toBe(amountOf('99900'));
  await second.sequencer.stop();
  expect((await verify()).findings).toEqual([]);
});

test('a repeated id is recognised whatever the order of its keys, in memory and after a restart', async () => {
  const body = { code: TEST_CODE, direction: 'up', amount: '100', periodId: 60 };
  const reversed = Object.fromEntries(Object.entries(body).reverse());
  const variant = { ...reversed, direction: 'down' };
  const first = new Harness(storeOf());
  await first.start();
  await first.open(1);
  await first.tick(10_000_000);
  const once = await first.submit(1, 'options.buy', body, 'same');
  expect(once.code).toBe(200);
  expect(await first.submit(1, 'options.buy', reversed, 'same')).toEqual({ ...once, repeated: true });
  expect((await first.submit(1, 'options.buy', variant, 'same')).code).toBe(KERNEL_CODES.keyReused);
  await first.sequencer.stop();

  const second = new Harness(storeOf());
  await second.start();
  expect(await second.submit(1, 'options.buy', reversed, 'same')).toEqual({ ...once, repeated: true });
  expect((await second.submit(1, 'options.buy', variant, 'same')).code).toBe(KERNEL_CODES.keyReused);
  await second.sequencer.stop();
});

test('a refusal is logged, so a retry is refused the same way', async () => {
  const harness = new Harness(storeOf());
  await harness.start();
  await harness.tick(10_000_000);
  const refused = await harness.buy(7, {}, 'poor');
  expect(refused.code).toBe(code.balanceInsufficientForOrder);
  await harness.open(7);
  expect((await harness.buy(7, {}, 'poor')).code).toBe(code.balanceInsufficientForOrder);
  await harness.sequencer.stop();
  expect((await verify()).findings).toEqual([]);
});

describe('a store that fails', () => {
  /** Fails every n-th flush, before it reaches the database or after the commit. */
  class Unreliable extends PostgresStore {
    flushes = 0;
    override async flush(batch: Batch): Promise<void> {
      this.flushes += 1;
      if (this.flushes % 7 === 3) throw new Error('connection lost before the commit');
      await super.flush(batch);
      if (this.flushes % 7 === 6) throw new Error('connection lost after the commit');
    }
  }

  test('nothing acknowledged is lost and nothing happens twice', async () => {
    const options = { connectionString: database.url, modules: MODULES, encodeTicks, acquireTimeoutMs: 2_000 };
    const harness = new Harness(new Unreliable(options));
    await harness.start();
    // Other writers under the shard's epoch are notified while it is still the old one.
    const epoch = async () => (await database.pool.query('select epoch from shards where id = 0')).rows[0].epoch;
    const epochsToldOf: number[] = [];
    const first = await epoch();
    harness.beforeReload = async () => {
      epochsToldOf.push(await epoch());
    };
    const users = [1, 2, 3, 4, 5];
    for (const user of users) await harness.open(user);
    for (let round = 0; round < 20; round += 1) {
      await harness.tick(10_000_000 + round);
      const answers = await Promise.all(users.map((user) => harness.buy(user, { periodId: 30, amount: '10' })));
      expect(answers.map((answer) => answer.code)).toEqual(users.map(() => 200));
    }
    expect(harness.reloads).toBeGreaterThan(5);
    expect(epochsToldOf).toEqual(Array.from({ length: harness.reloads }, (_, index) => first + index));
    expect(harness.fatal).toBeUndefined();
    const orders = await database.pool.query('select user_id, count(*) as n from option_orders group by 1 order by 1');
    expect(orders.rows).toEqual(users.map((user) => ({ user_id: user, n: 20 })));
    await harness.sequencer.stop();
    expect((await verify()).findings).toEqual([]);
  });
});

test('a second owner waits for the lock, and fences a first one that resumes', async () => {
  const first = storeOf();
  await first.acquire();
  await expect(storeOf().acquire()).rejects.toBeInstanceOf(FencedError);
  // The lock died with the session, unknown to the first owner: only the epoch stops it.
  await database.pool.query('update shards set epoch = epoch + 1');
  const head = { sequence: 1, lastHash: Buffer.alloc(32), nextAccountId: 1, lastAt: 0 };
  const batch: Batch = {
    head,
    applied: [],
    accounts: [],
    before: { sequence: 0, nextAccountId: 1 },
    rows: new Map(),
    ticks: [],
    journalId: 1,
  };
  await expect(first.flush(batch)).rejects.toBeInstanceOf(FencedError);
  await first.close();
});

describe('verify names tampering', () => {
  const tamperings: readonly (readonly [string, string, RegExp])[] = [
    [
      'a balance',
      `update accounts set balance = balance + 1 where kind = 'available'`,
      /accounts: u1\/demo\/USDT\/available holds/,
    ],
    [
      'a posting',
      `update postings set amount = amount + 1 where reason = 'options.stake'`,
      /postings: \d+\.0 should be/,
    ],
    ['a missing posting', `delete from postings where reason = 'options.reserve'`, /makes 2, the database has 1/],
    [
      'a result',
      `update option_orders set outcome = 'win' where outcome = 'lose'`,
      /rows: option_orders \d+ is not what/,
    ],
    ['a stake', 'update option_orders set stake = stake + 1', /rows: option_orders/],
    [
      'a log text',
      `update command_log set entry = replace(entry, '"amount":"100"', '"amount":"200"')`,
      /the hash of entry \d+ does not follow/,
    ],
    ['a missing entry', `delete from command_log where type = 'options.buy'`, /log: entry \d+ is missing/],
    [
      'an invented account',
      `insert into accounts values (999, 1, 'demo', 'BTC', 'available', 5)`,
      /accounts: u1\/demo\/BTC\/available \(999\) holds 5/,
    ],
    ['the head', 'update shards set sequence = sequence - 1', /shard: its head says/],
  ];
  test.each(tamperings)('%s', async (_what, sql, finding) => {
    const harness = new Harness(storeOf());
    await harness.start();
    await harness.open(1);
    await harness.tick(10_000_000);
    await harness.buy(1, { direction: 'down', periodId: 30 });
    for (let second = 0; second < 33; second += 1) await harness.tick(10_000_001 + second);
    await harness.sequencer.stop();
    expect((await verify()).findings).toEqual([]);
    await database.pool.query(sql);
    const result = await verify();
    expect(result.ok).toBe(false);
    expect(result.findings.join('\n')).toMatch(finding);
  });
});
