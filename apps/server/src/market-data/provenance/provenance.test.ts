import { describe, expect, test } from 'vitest';
import { PostgresStore } from '../../kernel/core/postgres-store.ts';
import { Harness } from '../../kernel/testing/harness.ts';
import { MemoryStore } from '../../kernel/testing/memory-store.ts';
import { verifyDatabase } from '../../kernel/verify/verify.ts';
import type { Profile } from '../../platform/profile.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { MODULES } from '../../runtime/modules.ts';
import { seedHouse } from '../../runtime/seed-house.ts';
import type { FeedInputs } from '../feeds/typed-inputs.ts';
import { encodeTicks } from '../tape/codec.ts';
import { logWatch, mustMaySteer, openPrices } from './handlers.ts';
import { inputsBetween } from './queries.ts';
import { databaseProfileProblem, profileProblem, wasFirstSandbox } from './slice.ts';

const feed = (inputs: readonly string[]): FeedInputs[] => [
  { name: 'replay', types: ['crypto'], sources: [], inputs: [...inputs] },
];

/** Starts as the server does, each time from what the database holds. */
function installation(database: ReturnType<typeof withTestDatabase>) {
  return async (profile: Profile, inputs: readonly string[] = ['REPLAY_DIR one']): Promise<number> => {
    const store = new PostgresStore({
      connectionString: database.url,
      modules: MODULES,
      encodeTicks,
      acquireTimeoutMs: 2_000,
    });
    const harness = new Harness(store);
    await harness.sequencer.start();
    try {
      // Asked before an upgrade is kept, of rows alone: it must decide as the core does.
      const wasSandbox = await wasFirstSandbox(database.pool);
      const decided = profileProblem(harness.sequencer.state, profile, wasSandbox);
      expect(await databaseProfileProblem(database.pool, profile)).toBe(decided);
      await openPrices(harness.sequencer, { profile, feeds: feed(inputs), wasSandbox });
      await seedHouse(harness.sequencer, [], profile);
      return harness.sequencer.state.sequence;
    } finally {
      await harness.sequencer.stop();
    }
  };
}

test('a database of tests has no other prices, and no other database those of tests', async () => {
  const harness = new Harness(new MemoryStore(MODULES));
  await harness.sequencer.start();
  const { sequencer } = harness;
  expect(() => mustMaySteer(sequencer.state, true)).not.toThrow();
  await openPrices(sequencer, { profile: 'sandbox', feeds: [{ ...feed([])[0]!, name: 'scripted' }] });
  expect(() => mustMaySteer(sequencer.state, true)).not.toThrow();
  expect(() => mustMaySteer(sequencer.state, false)).toThrow(/Nothing else may serve it/);

  const unsteered = new Harness(new MemoryStore(MODULES));
  await unsteered.sequencer.start();
  await openPrices(unsteered.sequencer, { profile: 'sandbox', feeds: feed([]) });
  expect(() => mustMaySteer(unsteered.sequencer.state, true)).toThrow(/was not made by it/);
  expect(() => mustMaySteer(unsteered.sequencer.state, false)).not.toThrow();
});

describe.each<[first: Profile, then: Profile, refused: RegExp]>([
  ['sandbox', 'retail', /PROFILE=retail is refused: this database was a sandbox/],
  ['sandbox', 'eu', /PROFILE=eu is refused: this database was a sandbox/],
  ['retail', 'sandbox', /PROFILE=sandbox is refused: this database took real money/],
  ['eu', 'sandbox', /PROFILE=sandbox is refused: this database took real money/],
])('a database that began as %s', (first, then, refused) => {
  const database = withTestDatabase();
  test(`refuses to become ${then}, also by way of demo-only`, async () => {
    const start = installation(database);
    const began = await start(first);
    await expect(start(then)).rejects.toThrow(refused);
    const closed = await start('demo-only');
    expect(began).toBeLessThan(closed);
    await expect(start(then)).rejects.toThrow(refused);
    // Nothing was written by what was refused.
    expect(await start('demo-only')).toBe(closed);
    await start(first);
    expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
  });
});

describe('a database that was only a demo', () => {
  const database = withTestDatabase();
  test('may open its real book for money, which is for good', async () => {
    const start = installation(database);
    await start('demo-only');
    await start('eu');
    await start('retail');
    await expect(start('sandbox')).rejects.toThrow('took real money');
  });
});

describe('a sandbox from before this was kept', () => {
  const database = withTestDatabase();
  test('is told by its play money', async () => {
    const start = installation(database);
    await start('sandbox');
    await database.pool.query('delete from price_inputs');
    await expect(start('retail')).rejects.toThrow('was a sandbox');
  });
});

describe('where prices come from', () => {
  const database = withTestDatabase();
  test('is in the log once for each change, and told for the time between two entries', async () => {
    const start = installation(database);
    const first = await start('demo-only', ['REPLAY_DIR one']);
    expect(await start('demo-only', ['REPLAY_DIR one'])).toBe(first);
    const second = await start('demo-only', ['REPLAY_DIR two']);
    const third = await start('demo-only', ['REPLAY_DIR one']);
    expect([second, third]).toEqual([first + 1, first + 2]);
    const { pool } = database;
    expect(await inputsBetween(pool, first, first)).toEqual({ seqs: [1], inputs: ['REPLAY_DIR one'] });
    expect((await inputsBetween(pool, first, second)).inputs).toEqual(['REPLAY_DIR one', 'REPLAY_DIR two']);
    expect(await inputsBetween(pool, second, second)).toEqual({ seqs: [second], inputs: ['REPLAY_DIR two'] });
    expect((await inputsBetween(pool, third, third + 9)).inputs).toEqual(['REPLAY_DIR one']);
    expect((await verifyDatabase(pool, MODULES)).findings).toEqual([]);
  });
});

describe('which bars the tape did not watch', () => {
  const database = withTestDatabase();
  const harness = (): Harness =>
    new Harness(
      new PostgresStore({
        connectionString: database.url,
        modules: MODULES,
        encodeTicks,
        acquireTimeoutMs: 2_000,
      }),
    );

  test('is in the log, once for each start, and never of bars still to come', async () => {
    const started = harness();
    await started.sequencer.start();
    const minute = Math.ceil(started.now / 60_000) * 60_000;
    await logWatch(started.sequencer, { closedTo: 0, watchedFrom: minute });
    const sequence = started.sequencer.state.sequence;
    await logWatch(started.sequencer, { closedTo: 0, watchedFrom: minute });
    expect(started.sequencer.state.sequence).toBe(sequence);
    const ahead = { closedTo: 0, watchedFrom: minute + 120_000 };
    await expect(logWatch(started.sequencer, ahead)).rejects.toThrow('could not be logged: 11008');
    const outside = { id: '1:start', userId: 1, book: 'demo', type: 'tape.watched', body: ahead } as const;
    expect((await started.sequencer.submit(outside)).code).not.toBe(200);
    await started.sequencer.stop();
    expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
  });

  // A bar that was edited would then be counted as one of a start instead of found.
  test.each([
    ['emptied', 'delete from tape_starts'],
    ['added to', 'insert into tape_starts values (1000000, 0, 4000000000000)'],
    ['stretched', 'update tape_starts set watched_from = watched_from + 3600000'],
  ])('a list that was %s is found', async (_name, sql) => {
    await database.pool.query('create table kept as select * from tape_starts');
    await database.pool.query(sql);
    expect((await verifyDatabase(database.pool, MODULES)).findings.join()).toContain('tape_starts');
    await database.pool.query('truncate tape_starts; insert into tape_starts select * from kept; drop table kept');
  });
});
