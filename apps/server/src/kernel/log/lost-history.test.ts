/** A database that came back older than what people were told, and one that may do so. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { MODULES } from '../../runtime/modules.ts';
import { PostgresStore, type PostgresStoreOptions } from '../core/postgres-store.ts';
import { acceptanceOf, isAccepted, readAcceptance, restoredCommand, writeAcceptance } from '../core/restored.ts';
import { LostHistoryError, UnsafeDatabaseError } from '../core/store.ts';
import { Harness } from '../testing/harness.ts';
import { verifyDatabase } from '../verify/verify.ts';
import { HeadFile } from './durable-head.ts';

const database = withTestDatabase();
let folder: string;
let headFile: HeadFile;

const storeOf = (more: Partial<PostgresStoreOptions> = {}): PostgresStore =>
  new PostgresStore({
    connectionString: database.url,
    modules: MODULES,
    encodeTicks,
    acquireTimeoutMs: 2_000,
    ...more,
  });
const keptOutside = (): Partial<PostgresStoreOptions> => ({
  known: headFile.newest,
  onDurable: (head) => headFile.record(head),
});

beforeEach(async () => {
  await database.pool.query(
    'truncate command_log, command_ids, accounts, postings, tick_journal, option_orders, option_terms',
  );
  await database.pool.query(
    `update shards set sequence = 0, last_hash = decode(repeat('00', 32), 'hex'), next_account_id = 1`,
  );
  folder = mkdtempSync(join(tmpdir(), 'head-'));
  headFile = new HeadFile(folder);
});

afterEach(() => rmSync(folder, { recursive: true }));

/** What a copy holds that is behind by this many entries. */
async function fallBehind(entries: number): Promise<void> {
  await database.pool.query(
    `with kept as (select seq, hash from command_log order by seq desc offset $1 limit 1),
          gone as (delete from command_log where (select seq from kept) < seq returning seq),
          ids as (delete from command_ids where (select seq from kept) < seq),
          lines as (delete from postings where (select seq from kept) < seq)
     update shards set sequence = (select seq from kept), last_hash = (select hash from kept), epoch = epoch + 1`,
    [entries],
  );
}

/** Ends the core's connections, as a failover does. Other test files share the cluster. */
const cut = () =>
  database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'glasshouse-core-%'`,
  );

async function traded(more: Partial<PostgresStoreOptions> = keptOutside()): Promise<Harness> {
  const harness = new Harness(storeOf(more));
  await harness.start();
  await harness.open(1);
  await harness.tick(10_000_000);
  for (let order = 0; order < 4; order += 1) expect((await harness.buy(1)).code).toBe(200);
  return harness;
}

describe('a database behind what was acknowledged', () => {
  test('is fatal after a failover, while the core runs', async () => {
    const harness = await traded({});
    await fallBehind(2);
    await cut();
    void harness.buy(1);
    await vi.waitFor(() => expect(harness.fatal).toBeInstanceOf(LostHistoryError));
    expect(harness.fatal?.message).toMatch(/ends at entry \d+, but entry \d+ was durable: the last 2 entries/);
  });

  test('is fatal at the next start, by what the data folder remembers', async () => {
    await (await traded()).sequencer.stop();
    await headFile.close();
    await fallBehind(1);
    headFile = new HeadFile(folder);
    await expect(storeOf(keptOutside()).acquire()).rejects.toBeInstanceOf(LostHistoryError);
  });

  test('is fatal when it went on by itself: as long a log, but another one', async () => {
    await (await traded()).sequencer.stop();
    await headFile.close();
    await database.pool.query(
      `with other as (update command_log set hash = sha256(hash) where seq = (select max(seq) from command_log) returning hash)
       update shards set last_hash = other.hash from other`,
    );
    headFile = new HeadFile(folder);
    await expect(storeOf(keptOutside()).acquire()).rejects.toThrow('this is another history');
  });

  test('is taken when somebody accepts exactly this loss, and the log says so', async () => {
    await (await traded()).sequencer.stop();
    await headFile.close();
    await database.pool.query(
      'truncate command_log, command_ids, accounts, postings, tick_journal, option_orders, option_terms',
    );
    await database.pool.query(
      `update shards set sequence = 0, last_hash = decode(repeat('00', 32), 'hex'), next_account_id = 1`,
    );
    headFile = new HeadFile(folder);
    const store = storeOf(keptOutside());
    const lost = await store.acquire().then(
      () => undefined,
      (error: unknown) => error as LostHistoryError,
    );
    expect(lost).toBeInstanceOf(LostHistoryError);
    if (lost === undefined) return;
    writeAcceptance(folder, acceptanceOf(lost, { reason: 'the disk burnt down', at: 5 }));
    const acceptance = readAcceptance(folder);
    expect(acceptance).toBeDefined();
    if (acceptance === undefined) return;
    expect(isAccepted(acceptance, lost)).toBe(true);
    expect(isAccepted({ ...acceptance, found: 1 }, lost)).toBe(false);
    expect(isAccepted({ ...acceptance, acknowledgedHash: 'ff' }, lost)).toBe(false);

    store.accept(lost.found);
    const harness = new Harness(store);
    await harness.start();
    const command = restoredCommand(acceptance);
    expect((await harness.sequencer.submit(command)).code).not.toBe(200);
    expect((await harness.sequencer.submitInternal(command)).code).toBe(200);
    expect((await harness.sequencer.submitInternal(command)).repeated).toBe(true);
    await harness.sequencer.stop();
    const logged = await database.pool.query(`select entry from command_log where type = 'core.restored'`);
    expect(JSON.parse(logged.rows[0].entry).body).toMatchObject({ reason: 'the disk burnt down', found: 0 });
    expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
  });
});

describe('what the data folder remembers', () => {
  const head = (sequence: number) => ({ sequence, hash: Buffer.alloc(32, sequence) });
  const path = () => join(folder, 'durable-head');

  test('is behind after a kill, which is no alarm: a longer log holds the same entry', async () => {
    const harness = await traded();
    await headFile.close();
    await harness.buy(1).catch(() => undefined);
    await harness.sequencer.stop();
    const older = new HeadFile(folder);
    const { rows } = await database.pool.query('select sequence from shards');
    expect(older.newest?.sequence).toBeLessThanOrEqual(rows[0].sequence);
    const store = storeOf({ known: older.newest });
    expect((await store.acquire()).sequence).toBe(rows[0].sequence);
    await store.close();
  });

  test('is nothing for a new folder, and the newest of two slots afterwards', async () => {
    expect(headFile.newest).toBeUndefined();
    for (const sequence of [1, 2, 3]) {
      headFile.record(head(sequence));
      await headFile.close();
      headFile = new HeadFile(folder);
      expect(headFile.newest).toEqual(head(sequence));
    }
  });

  test('survives a torn write: the other slot holds', async () => {
    for (const sequence of [7, 8]) {
      headFile.record(head(sequence));
      await headFile.close();
      headFile = new HeadFile(folder);
    }
    const bytes = readFileSync(path());
    const torn = bytes.indexOf(' 8 ');
    bytes.fill('x', torn + 20, torn + 40);
    writeFileSync(path(), bytes);
    expect(new HeadFile(folder).newest).toEqual(head(7));
  });

  test('is written in order, however many entries come while a write is under way', async () => {
    for (let sequence = 1; sequence <= 500; sequence += 1) {
      headFile.record(head(sequence % 250));
      if (sequence % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 25));
    }
    headFile.record(head(251));
    await headFile.close();
    expect(new HeadFile(folder).newest).toEqual(head(251));
  });
});

describe('a database that may lose what it calls durable', () => {
  test('is refused where the real book is real, and told of elsewhere', async () => {
    // The cluster of the tests runs without fsync.
    await expect(storeOf({ mustBeSafe: true }).acquire()).rejects.toBeInstanceOf(UnsafeDatabaseError);
    const report = vi.fn();
    const store = storeOf({ report });
    await store.acquire();
    await store.close();
    expect(report).toHaveBeenCalledWith(expect.stringContaining('fsync = off'));
  });

  test('waits for the disk in the writer, whatever its default is', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const name = new URL(database.url).pathname.slice(1);
    await database.pool.query(`alter database ${name} set synchronous_commit = off`);
    const store = storeOf();
    await store.acquire();
    await store.close();
    expect(query.mock.calls.map(([text]) => text)).toContain('set synchronous_commit = on');
    query.mockRestore();
  });
});
