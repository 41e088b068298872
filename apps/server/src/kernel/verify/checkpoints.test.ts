/**
 * Signed states on PostgreSQL: what a replay makes of the log must be what was signed, from the
 * beginning and from a state, and each way of cheating with them is told.
 */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { checkpointBytes } from '@glasshouse/rules/proofs/checkpoint';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OPTIONS_POOL } from '../../ledger/handlers.ts';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import { tapeKey } from '../../market-data/tape/keys.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { MODULES } from '../../runtime/modules.ts';
import { isLastingId } from '../core/command-ids.ts';
import { chainHash } from '../core/log-entry.ts';
import { PostgresStore } from '../core/postgres-store.ts';
import { LogArchive } from '../log/log-archive.ts';
import { purgeIds } from '../log/purge-ids.ts';
import { Harness } from '../testing/harness.ts';
import { archiveLog } from './archive-log.ts';
import { checkpointsBefore, findCheckpoint, loadCheckpoint, makeCheckpoint, storedParts } from './checkpoints.ts';
import { STATE_FORMAT } from './state-root.ts';
import { type VerifyOptions, verifyDatabase } from './verify.ts';

const database = withTestDatabase();
const signer = tapeKey(generateKeyPairSync('ed25519').privateKey);
let otherSigner = signer;
let harness: Harness;

const newHarness = (): Harness =>
  new Harness(
    new PostgresStore({ connectionString: database.url, modules: MODULES, encodeTicks, acquireTimeoutMs: 10_000 }),
  );

beforeEach(async () => {
  const tables =
    'command_log, command_ids, accounts, postings, tick_journal, option_orders, option_terms, checkpoints, rules_adopted';
  await database.pool.query(`truncate ${tables}, checkpoint_states, log_archives`);
  await database.pool.query(
    `update shards set sequence = 0, last_hash = decode(repeat('00', 32), 'hex'), next_account_id = 1`,
  );
  await database.pool.query('insert into tape_keys (key_id, public_key) values ($1, $2) on conflict do nothing', [
    signer.keyId,
    signer.publicKey,
  ]);
  await database.pool.query('update command_ids_purge set purged_to = 0');
  otherSigner = tapeKey(generateKeyPairSync('ed25519').privateKey);
  harness = newHarness();
});

const checkpoint = () => makeCheckpoint(database.pool, { modules: MODULES, signer, now: harness.now });
const verify = (options: VerifyOptions = {}) => verifyDatabase(database.pool, MODULES, options);

/** Three people, two options each, some of them open, and a signed state in the middle. */
async function traded(): Promise<{ first: number; second: number }> {
  await harness.start();
  for (const user of [1, 2, 3]) await harness.open(user);
  await harness.tick(10_000_000);
  for (const user of [1, 2, 3]) await harness.buy(user, { periodId: 30 });
  for (let second = 0; second < 20; second += 1) await harness.tick(10_000_000 + second);
  const first = await checkpoint();
  await harness.buy(1, { direction: 'down' });
  for (let second = 0; second < 20; second += 1) await harness.tick(10_000_100 + second);
  const second = await checkpoint();
  await harness.buy(2, { direction: 'down' });
  await harness.tick(10_000_000);
  await harness.sequencer.stop();
  return { first: first?.seq ?? 0, second: second?.seq ?? 0 };
}

test('a whole replay comes past each signed state, and a replay from one finds the same', async () => {
  const { first, second } = await traded();
  const whole = await verify();
  expect(whole.findings).toEqual([]);
  expect(whole.checkpoints).toBe(2);
  const partial = await verify({ from: first });
  expect(partial.findings).toEqual([]);
  expect(partial.checkpoints).toBe(1);
  expect(partial.entries).toBe(whole.entries - first);
  const latest = await verify({ from: 'latest' });
  expect(latest.findings).toEqual([]);
  expect(latest.entries).toBe(whole.entries - second);
  expect(latest.notes.join()).toContain(`verified from the state after entry ${second}`);
});

test('nothing is signed twice, nor an empty log', async () => {
  await harness.sequencer.start();
  expect(await checkpoint()).toBeUndefined();
  await harness.open(1);
  expect((await checkpoint())?.seq).toBe(1);
  expect(await checkpoint()).toBeUndefined();
  await harness.sequencer.stop();
});

test('states older than the newest two are dropped, their signatures stay', async () => {
  await harness.start();
  for (const user of [1, 2, 3]) {
    await harness.open(user);
    await checkpoint();
  }
  await harness.sequencer.stop();
  const { rows } = await database.pool.query('select distinct seq from checkpoint_states order by seq');
  expect(rows).toHaveLength(2);
  expect(await checkpointsBefore(database.pool, null, 10)).toHaveLength(3);
  const oldest = (await checkpointsBefore(database.pool, null, 10)).at(-1);
  expect((await verify({ from: oldest?.seq ?? 0 })).findings.join()).toContain('is not kept any more; the whole log');
});

test('the state that is kept is the one that the core goes on from', async () => {
  const { second } = await traded();
  const found = await findCheckpoint(database.pool, 'latest');
  if (found === undefined) throw new Error('there is a checkpoint');
  const { state } = await loadCheckpoint(storedParts(database.pool, second), found, { modules: MODULES });
  expect(state.sequence).toBe(second);
  expect(state.accounts.size).toBe(found.accounts);
});

/** The same fields, signed by somebody. */
async function resign(seq: number, change: Record<string, unknown>, by = signer): Promise<void> {
  const found = await findCheckpoint(database.pool, seq);
  if (found === undefined) throw new Error(`there is a checkpoint ${seq}`);
  const changed = { ...found, ...change };
  const bytes = checkpointBytes(changed);
  if (bytes === undefined) throw new Error('it is no checkpoint');
  await database.pool.query(
    `update checkpoints set hash = decode($2, 'hex'), root = decode($3, 'hex'), accounts = $4, public_key = $5, signature = $6,
        rules = $7 where seq = $1`,
    [seq, changed.hash, changed.root, changed.accounts, by.publicKey, by.sign(bytes), changed.rules],
  );
}

test('what a state consists of has the number of its format', () => {
  const columns = MODULES.flatMap(({ tables }) => tables).map(
    ({ table, key, live, columns }) => `${table} ${key} ${live} ${Object.entries(columns)}`,
  );
  const all = createHash('sha256').update(columns.join('\n')).digest('hex').slice(0, 16);
  // A release that changes this makes other states of the same log: give it the next format, so
  // that the states which the releases before signed are not taken for wrong ones.
  expect([STATE_FORMAT, all]).toEqual([11, '781bfba707863d20']);
});

test('a state of another format is not compared, and verify says so', async () => {
  const { first } = await traded();
  await database.pool.query('update checkpoints set format = format + 1 where seq = $1', [first]);
  const { findings, notes } = await verify();
  expect(findings).toEqual([]);
  expect(notes.join()).toMatch(/has format 12, this release knows 11: not compared/);
});

describe('verify names', () => {
  type Points = { first: number; second: number };
  type Cheat = readonly [what: string, by: (points: Points) => Promise<unknown>, finding: RegExp, at?: VerifyOptions];
  const cheats: readonly Cheat[] = [
    [
      'an altered root',
      ({ first }) => database.pool.query(`update checkpoints set root = sha256(root) where seq = $1`, [first]),
      /the signature of checkpoint \d+ does not hold/,
    ],
    [
      'an altered root that was signed again',
      ({ first }) => resign(first, { root: '00'.repeat(32) }),
      /the state after entry \d+ is not the one that was signed/,
    ],
    [
      'other rules than those of the log',
      ({ first }) => resign(first, { rules: 2 }),
      /that after entry \d+ names rules 2, the log follows 1/,
    ],
    ['a strange key', ({ first }) => resign(first, {}, otherSigner), /a key that nobody knows/],
    [
      'a strange key that was put among those of the tape, with --key',
      async ({ first }) => {
        await resign(first, {}, otherSigner);
        await database.pool.query('insert into tape_keys (key_id, public_key) values ($1, $2)', [
          otherSigner.keyId,
          otherSigner.publicKey,
        ]);
      },
      /a key that nobody knows/,
      { keys: [signer.publicKey.toString('hex')] },
    ],
    [
      'the checkpoint of another history',
      ({ first }) => resign(first, { hash: 'ab'.repeat(32) }),
      /that after entry \d+ is of another history/,
    ],
    [
      'a checkpoint of another history before the start',
      ({ first }) => resign(first, { hash: 'ab'.repeat(32) }),
      /that after entry \d+ is of another history/,
      { from: 'latest' },
    ],
    [
      'a state that was changed',
      ({ second }) =>
        database.pool.query(
          `update checkpoint_states set bytes = (select bytes from checkpoint_states where seq < $1 limit 1) where seq = $1`,
          [second],
        ),
      /the state after entry \d+ is not the one that was signed; the whole log is replayed/,
      { from: 'latest' },
    ],
    [
      'a state that cannot be read',
      ({ second }) =>
        database.pool.query(`update checkpoint_states set bytes = substr(bytes, 1, 40) where seq = $1`, [second]),
      /the state cannot be read: .*; the whole log is replayed/,
      { from: 'latest' },
    ],
    [
      'entries missing between two states',
      ({ first }) => database.pool.query('delete from command_log where seq = $1', [first + 1]),
      /log: entry \d+ is missing/,
    ],
    [
      'entries cut off at the end, together with their states',
      async ({ second }) => {
        await database.pool.query('delete from command_log where $1 <= seq', [second]);
        await database.pool.query('delete from postings where $1 <= seq', [second]);
        await database.pool.query(
          'update shards set (sequence, last_hash) = (select seq, hash from command_log order by seq desc limit 1)',
        );
      },
      /a state was signed after entry \d+, but the log ends at/,
    ],
    [
      'an id that was forgotten',
      () => database.pool.query(`delete from command_ids where command_id = 'fund'`),
      /ids: that of entry \d+ does not lead to it/,
    ],
    [
      'an id that leads to another entry',
      ({ first }) => database.pool.query(`update command_ids set seq = seq - 1 where seq = $1`, [first + 1]),
      /ids: entry \d+ repeats the id of entry/,
    ],
    [
      'an invented order',
      () =>
        database.pool.query(
          `insert into option_orders select (jsonb_populate_record(o, '{"id": 900000}')).* from option_orders o limit 1`,
        ),
      /rows: option_orders 900000 is in the database but no command made it/,
    ],
    [
      'an order that is missing',
      () => database.pool.query('delete from option_orders where id = (select min(id) from option_orders)'),
      /rows: option_orders \d+ is missing/,
    ],
  ];
  test.each(cheats.map(([what, by, finding, at]) => ({ what, by, finding, at })))('$what', async (cheat) => {
    const points = await traded();
    await cheat.by(points);
    expect((await verify(cheat.at)).findings.join('\n')).toMatch(cheat.finding);
  });
});

describe('an archived log', () => {
  const DAYS_8_MS = 8 * 24 * 60 * 60_000;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'glasshouse-archive-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const archive = (before: number) => archiveLog(database.pool, { before, folder, now: harness.now });

  /** Eight days later nobody repeats what was asked before. */
  async function tradedLongAgo(): Promise<{ first: number; second: number }> {
    const points = await traded();
    const later = newHarness();
    later.now = harness.now + DAYS_8_MS;
    harness = later;
    await harness.sequencer.start();
    await harness.open(4);
    await harness.tick(10_000_000);
    await harness.buy(4);
    await harness.sequencer.stop();
    expect(await purgeIds(database.pool, { now: harness.now })).toBeGreaterThan(0);
    return points;
  }

  test('is verified from the signed state without the files, and whole with them', async () => {
    const { second } = await tradedLongAgo();
    const before = await verify();
    expect(before.findings).toEqual([]);
    const result = await archive(second + 1);
    expect(result).toMatchObject({ ok: true, last: second });
    const left = await database.pool.query('select type from command_log where seq <= $1', [second]);
    expect(left.rows.map(({ type }) => type)).not.toContain('options.buy');
    expect(left.rows.map(({ type }) => type)).toContain('options.define');

    const without = await verify();
    expect(without.findings).toEqual([]);
    expect(without.notes.join()).toContain(`entries 1 to ${second} are archived`);
    expect(without.entries).toBe(before.entries - second);
    const whole = await verify({ archive: await LogArchive.open(folder) });
    expect(whole.findings).toEqual([]);
    expect([whole.entries, whole.postings, whole.checkpoints]).toEqual([before.entries, before.postings, 2]);
  });

  test('is served on, and goes on to be archived', async () => {
    const { first, second } = await tradedLongAgo();
    expect(await archive(second)).toMatchObject({ ok: true, last: first });
    const { now } = harness;
    harness = newHarness();
    harness.now = now + DAYS_8_MS;
    await harness.sequencer.start();
    await harness.open(1);
    await harness.tick(10_000_000);
    expect((await harness.buy(1)).code).toBe(200);
    await harness.sequencer.stop();
    expect(await archive(second + 1)).toMatchObject({ ok: true, last: second });
    expect((await LogArchive.open(folder)).segments).toHaveLength(2);
    expect((await verify({ archive: await LogArchive.open(folder) })).findings).toEqual([]);
    expect((await verify()).findings).toEqual([]);
  });

  test('lets the server start when all of the log was archived', async () => {
    await traded();
    const last = await checkpoint();
    const known = { sequence: last?.seq ?? 0, hash: Buffer.from(last?.hash ?? '', 'hex') };
    await purgeIds(database.pool, { now: harness.now + DAYS_8_MS });
    expect(await archive(known.sequence + 1)).toMatchObject({ ok: true, last: known.sequence });
    const store = new PostgresStore({
      connectionString: database.url,
      modules: MODULES,
      encodeTicks,
      acquireTimeoutMs: 10_000,
      known,
    });
    expect(await store.acquire()).toMatchObject({ sequence: known.sequence, lastAt: harness.sequencer.state.lastAt });
    await store.close();
  });

  test('is refused where ids may still be repeated, where no state was signed, and into another folder', async () => {
    const { second } = await traded();
    expect(await archive(second + 1)).toMatchObject({ problem: expect.stringContaining('may still be repeated') });
    expect(await archive(1)).toMatchObject({ problem: expect.stringContaining('No state was signed before') });
    await purgeIds(database.pool, { now: harness.now + DAYS_8_MS });
    expect(await archive(second + 1)).toMatchObject({ ok: true });
    const target = mkdtempSync(join(tmpdir(), 'glasshouse-archive-'));
    expect(await archiveLog(database.pool, { before: second + 1, folder: target, now: harness.now })).toMatchObject({
      problem: expect.stringContaining('Name the folder that has them'),
    });
    rmSync(target, { recursive: true });
  });

  const damages: readonly (readonly [string, (file: string) => void, RegExp])[] = [
    [
      'a file that was changed',
      (file) => rewrite(file, (text) => text.replace('"amount":"100"', '"amount":"900"')),
      /do not make the hash/,
    ],
    [
      'a file without its last entry',
      (file) => rewrite(file, (text) => text.trimEnd().split('\n').slice(0, -1).join('\n')),
      /ends at entry/,
    ],
    ['a file that is missing', (file) => rmSync(file), /cannot be read/],
    ['a file that is cut off', (file) => truncateSync(file, 100), /cannot be read/],
  ];
  test.each(damages)('tells %s', async (_what, damage, finding) => {
    const { second } = await tradedLongAgo();
    await archive(second + 1);
    const opened = await LogArchive.open(folder);
    damage(join(folder, opened.segments[0]?.file ?? ''));
    expect((await verify({ archive: opened })).findings.join('\n')).toMatch(finding);
  });

  test('tells another history, even with files that agree with each other', async () => {
    const { second } = await tradedLongAgo();
    await archive(second + 1);
    const file = join(folder, (await LogArchive.open(folder)).segments[0]?.file ?? '');
    rewrite(file, (text) => text.replace('"amount":"100"', '"amount":"900"'));
    let hash: Buffer = Buffer.alloc(32);
    for (const line of zstdDecompressSync(readFileSync(file)).toString().trimEnd().split('\n'))
      hash = chainHash(hash, line);
    const manifest = join(folder, 'archive.json');
    writeFileSync(
      manifest,
      readFileSync(manifest, 'utf8').replace(/"lastHash": "[0-9a-f]+"/, `"lastHash": "${hash.toString('hex')}"`),
    );
    const { findings } = await verify({ archive: await LogArchive.open(folder) });
    expect(findings.join('\n')).toMatch(/of another history/);
    expect(findings.join('\n')).toMatch(/the hash of entry \d+ does not follow/);
  });
});

const rewrite = (file: string, change: (text: string) => string): void =>
  writeFileSync(file, zstdCompressSync(change(zstdDecompressSync(readFileSync(file)).toString())));

describe('an id', () => {
  const DAY_MS = 24 * 60 * 60_000;
  const withClock = (): Harness => {
    const made: Harness = new Harness(
      new PostgresStore({
        connectionString: database.url,
        modules: MODULES,
        encodeTicks,
        acquireTimeoutMs: 10_000,
        now: () => made.now,
      }),
    );
    return made;
  };

  test('answers a repeat for seven days, also after a restart, and is new after that', async () => {
    harness = withClock();
    await harness.start();
    await harness.open(1);
    await harness.tick(10_000_000);
    const first = await harness.buy(1, {}, 'same');
    await harness.sequencer.stop();
    const { now } = harness;
    harness = withClock();
    harness.now = now + 7 * DAY_MS - 1_000;
    await harness.sequencer.start();
    expect(await harness.buy(1, {}, 'same')).toEqual({ ...first, repeated: true });
    await harness.tick(10_000_000, 2_000);
    const again = await harness.buy(1, {}, 'same');
    expect([again.code, again.repeated, again.seq === first.seq]).toEqual([200, undefined, false]);
    expect((await harness.buy(1, {}, 'same')).seq).toBe(again.seq);
    // What the server itself relies on is kept.
    const body = { asset: 'USDT', amount: OPTIONS_POOL, into: 'pool.options' };
    expect((await harness.internal('house.fund', body, 'fund')).repeated).toBe(true);
    await harness.sequencer.stop();
    expect((await verify()).findings).toEqual([]);
    await purgeIds(database.pool, { now: harness.now });
    expect((await verify()).findings).toEqual([]);
    const { rows } = await database.pool.query(`select seq from command_ids where command_id = '1:same'`);
    expect(rows).toEqual([{ seq: again.seq }]);
  });

  test.each([
    ['1:abc', 1, false],
    ['options.settle:12', 0, false],
    ['withdrawals.stuck:12:1700000000000', 0, false],
    ['open:12', 12, true],
    ['house.playMoney:demo:pool.options:USDT', 0, true],
    ['deposits.seen:tron:0a1b:0:1', 0, true],
    ['options.define:BTCUSDT:1', 0, true],
  ])('%s of user %i lasts: %s, in the core and in the database', async (id, user, lasting) => {
    expect(isLastingId(id, user)).toBe(lasting);
    const { rows } = await database.pool.query('select is_lasting_id($1, $2) as lasting', [id, user]);
    expect(rows).toEqual([{ lasting }]);
  });
});
