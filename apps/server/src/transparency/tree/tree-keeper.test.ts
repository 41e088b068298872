/**
 * The transparency logs over a real log and tape: whoever kept one head finds a log that was cut
 * off, written anew or taken back, also with the right key.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leafHash } from '@glasshouse/rules/merkle';
import { minuteBytes } from '@glasshouse/rules/tick-hash';
import { logCommitment, treeIndexOf } from '@glasshouse/rules/tlog/commitment';
import { SIGNATURE_TYPES, type VerifierKey, verifierKey } from '@glasshouse/rules/tlog/note';
import { bundleEntries, TiledTree, tileHashes, tilePath } from '@glasshouse/rules/tlog/tiles';
import { consistencyHolds, inclusionHolds, isSameHash } from '@glasshouse/rules/tlog/tree';
import { type TreeHead, verifyTreeHead } from '@glasshouse/rules/tlog/tree-head';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPublicStore } from '../../files/public-store.ts';
import type { FileStore } from '../../files/store.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { EvidenceFixture, USER } from '../testing/evidence-fixture.ts';
import { type EntrySource, logSource, nonceOf, openTreeSecret, tapeSource } from './entry-sources.ts';
import { treeStore } from './open-trees.ts';
import { HEAD_FILE, originOf, TreeKeeper, type TreeLog, TreeMismatchError } from './tree-keeper.ts';
import { verifyTrees } from './verify-trees.ts';

const live = withTestDatabase();
let fixture: EvidenceFixture;
let folder = '';
let secret: Buffer;
let stores = 0;
let store: FileStore;
const SITE = 'https://trade.example/glass/';

/** As somebody who owns the database: no trigger is asked. */
async function asOwner(sql: string, values: unknown[] = []): Promise<void> {
  const client = await live.pool.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    await client.query(sql, values);
  } finally {
    await client.query("set session_replication_role = 'origin'");
    client.release();
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tree-'));
  secret = openTreeSecret(folder);
  fixture = await EvidenceFixture.start(live);
  await fixture.run(40);
  await fixture.sign();
  for (let count = 0; count < 30; count += 1) {
    await fixture.submit(USER, 'options.buy', { code: 'BTCUSDT', direction: 'up', amount: '10', periodId: 30 });
  }
  await fixture.run(100);
  await fixture.sign();
  await fixture.stop();
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  stores += 1;
  store = openPublicStore({ kind: 'folder' }, folder, `tlog${stores}`);
  await asOwner('delete from tree_heads');
});

const keeper = (log: TreeLog, source?: EntrySource): TreeKeeper =>
  new TreeKeeper({
    log,
    origin: originOf(SITE, log),
    pool: live.pool,
    store,
    source: source ?? (log === 'log' ? logSource(live.pool, secret) : tapeSource(live.pool)),
    key: fixture.key,
    now: () => fixture.harness.now,
  });

/** The log as if it had only so many entries; `change` writes one anew. */
const first = (count: number, change?: number): EntrySource => {
  const whole = logSource(live.pool, secret);
  return {
    after: async (size, limit) => {
      const entries = await whole.after(size, Math.min(limit, Math.max(0, count - size)));
      return entries.map((entry, index) => (size + index === change ? entry.map((byte) => byte ^ 1) : entry));
    },
  };
};

const keyOf = (log: TreeLog): VerifierKey =>
  verifierKey(originOf(SITE, log), SIGNATURE_TYPES.ed25519, Uint8Array.from(fixture.key.publicKey));

async function published(log: TreeLog): Promise<TreeHead> {
  const note = (await store.open(HEAD_FILE))?.toString('utf8') ?? '';
  const verdict = verifyTreeHead(note, { origin: originOf(SITE, log), log: [keyOf(log)] });
  if (!verdict.ok) throw new Error(verdict.fault);
  return verdict.head;
}

const treeOf = (size: number): TiledTree =>
  new TiledTree(size, async (tile) => {
    const bytes = await store.open(tilePath(tile));
    return bytes && tileHashes(bytes, tile.width);
  });

const entriesOfLog = async (): Promise<number> =>
  (await live.pool.query<{ seq: number }>('select max(seq) as seq from command_log')).rows[0]?.seq ?? 0;

describe('the log of commands', () => {
  test('has every entry once, behind its nonce, under a signed head', async () => {
    const count = await entriesOfLog();
    expect(await keeper('log').step()).toMatchObject({ origin: 'trade.example/glass/tlog/log', size: count });
    const head = await published('log');
    const tree = treeOf(head.size);
    expect(await tree.root()).toEqual(head.root);
    const { rows } = await live.pool.query<{ seq: number; hash: Buffer }>('select seq, hash from command_log');
    for (const { seq, hash } of rows.filter((_, index) => index % 17 === 0)) {
      const leaf = leafHash(logCommitment(nonceOf(secret, seq), hash));
      const index = treeIndexOf(seq);
      expect(inclusionHolds(leaf, { index, ...head }, await tree.inclusionProof(index))).toBe(true);
      // Without the nonce nobody confirms a guess.
      expect(isSameHash(leaf, leafHash(logCommitment(nonceOf(Buffer.alloc(32), seq), hash)))).toBe(false);
    }
  });

  test('grows from head to head, each of which begins with the one before', async () => {
    const count = await entriesOfLog();
    const heads: TreeHead[] = [];
    for (const size of [1, 2, 30, 30, count - 1, count]) {
      const head = await keeper('log', first(size)).step();
      if (head !== undefined) heads.push(head);
    }
    expect(heads.map(({ size }) => size)).toEqual([1, 2, 30, count - 1, count]);
    for (const [index, newer] of heads.entries()) {
      const older = heads[index - 1];
      if (older === undefined) continue;
      expect(consistencyHolds(older, newer, await treeOf(newer.size).consistencyProof(older.size))).toBe(true);
    }
    // Bundles have the entries themselves, for whoever copies the log.
    const bytes = await store.open(tilePath({ level: 'entries', index: 0, width: Math.min(256, count) }));
    const [entry] = await logSource(live.pool, secret).after(0, 1);
    expect(isSameHash(bundleEntries(bytes ?? Buffer.alloc(0))?.[0] as Uint8Array, entry as Uint8Array)).toBe(true);
  });

  test('nothing new makes no head', async () => {
    const growing = keeper('log');
    expect(await growing.step()).toBeDefined();
    expect(await growing.step()).toBeUndefined();
    expect(await keeper('log').step()).toBeUndefined();
  });

  test('tiles that are gone or changed come back out of the log', async () => {
    const count = await entriesOfLog();
    await keeper('log', first(count - 3)).step();
    const path = tilePath({ level: 0, index: 0, width: Math.min(256, count - 3) });
    const bytes = (await store.open(path)) as Buffer;
    await store.put(path, Buffer.alloc(bytes.length));
    expect(await keeper('log').step()).toMatchObject({ size: count });
    expect(await treeOf(count).root()).toEqual((await published('log')).root);
    await store.delete(tilePath({ level: 0, index: 0, width: Math.min(256, count) }));
    expect(await keeper('log').step()).toBeUndefined();
    expect(await treeOf(count).root()).toEqual((await published('log')).root);
  });
});

describe('whoever rewrites the log with the right key', () => {
  test('cannot cut it off', async () => {
    const count = await entriesOfLog();
    await keeper('log').step();
    await expect(keeper('log', first(count - 1)).step()).rejects.toThrow(TreeMismatchError);
    await expect(keeper('log', first(0)).step()).rejects.toThrow(TreeMismatchError);
  });

  test('cannot write its last entry anew', async () => {
    const count = await entriesOfLog();
    await keeper('log').step();
    await expect(keeper('log', first(count, count - 1)).step()).rejects.toThrow(TreeMismatchError);
  });

  test('cannot write an older one anew where the tiles are gone', async () => {
    const count = await entriesOfLog();
    await keeper('log', first(count - 1)).step();
    await store.delete(tilePath({ level: 0, index: 0, width: Math.min(256, count - 1) }));
    await expect(keeper('log', first(count, 3)).step()).rejects.toThrow(TreeMismatchError);
  });

  test('cannot take the database back: the head beside the tiles is newer', async () => {
    const count = await entriesOfLog();
    await keeper('log', first(count - 5)).step();
    const { rows } = await live.pool.query('select * from tree_heads');
    await keeper('log').step();
    await asOwner('delete from tree_heads where size > $1', [rows[0].size]);
    await expect(keeper('log', first(count - 5)).step()).rejects.toThrow(TreeMismatchError);
  });

  test('cannot sign a second head of one size', async () => {
    await keeper('log', first(20)).step();
    await asOwner('update tree_heads set root = $1', [Buffer.alloc(32)]);
    await expect(keeper('log', first(20)).step()).rejects.toThrow(TreeMismatchError);
    await expect(
      live.pool.query("insert into tree_heads values ('log', 20, $1, '', 0)", [Buffer.alloc(32)]),
    ).rejects.toThrow(/duplicate key/);
    await expect(live.pool.query('delete from tree_heads')).rejects.toThrow(/append only/);
  });
});

test('the tape has the signed header of every minute, which anybody can compare', async () => {
  const head = await keeper('tape').step();
  const { rows } = await live.pool.query<{
    minute_at: number;
    tick_count: number;
    root: Buffer;
    previous_root_hash: Buffer;
  }>('select minute_at, tick_count, root, previous_root_hash from tape_minutes order by minute_at');
  expect(head?.size).toBe(rows.length);
  const tree = treeOf(rows.length);
  for (const [index, { minute_at, tick_count, root, previous_root_hash }] of rows.entries()) {
    const entry = minuteBytes({ at: minute_at, tickCount: tick_count, root, previousHash: previous_root_hash });
    expect(await tree.leaf(index)).toEqual(leafHash(entry));
  }
  // Read on from the minute before, and from the beginning: the same.
  const source = tapeSource(live.pool);
  const all = await tapeSource(live.pool).after(0, 10_000);
  expect([...(await source.after(0, 1)), ...(await source.after(1, 10_000))]).toEqual(all);
});

describe('verify', () => {
  const files = { kind: 'folder' } as const;
  const verify = () => verifyTrees(live.pool, { dataDir: folder, files });
  /** Both logs as the server has them. */
  async function published(): Promise<void> {
    await live.pool.query('insert into tape_keys (key_id, public_key) values ($1, $2) on conflict do nothing', [
      fixture.key.keyId,
      fixture.key.publicKey,
    ]);
    for (const log of ['log', 'tape'] as const) {
      store = treeStore(files, folder, log);
      await keeper(log).step();
    }
    store = treeStore(files, folder, 'log');
  }
  beforeEach(async () => {
    rmSync(join(folder, 'tlog'), { recursive: true, force: true });
    await published();
  });

  test('walks both logs, every head and every full tile', async () => {
    const { rows } = await live.pool.query<{ count: number }>('select count(*)::int as count from tape_minutes');
    const count = (await entriesOfLog()) + (rows[0]?.count ?? 0);
    expect(await verify()).toEqual({ findings: [], notes: [], checked: count });
  });

  test('finds a head with another root, a forged one and one of entries that are gone', async () => {
    await asOwner('update tree_heads set root = $1 where log = $2', [Buffer.alloc(32), 'log']);
    expect((await verify()).findings.join('\n')).toMatch(
      /root that its entries do not make[\s\S]*not signed as it is kept/,
    );
    await asOwner('delete from tree_heads');
    await asOwner("insert into tree_heads values ('log', 1000000, $1, '', 0)", [Buffer.alloc(32)]);
    expect((await verify()).findings.join('\n')).toMatch(/before its signed head of 1000000/);
  });

  test('finds a published head that was not signed last', async () => {
    await store.put(HEAD_FILE, Buffer.from('another\n'));
    expect((await verify()).findings.join('\n')).toMatch(/published head is not the newest/);
  });

  test('names the secret where it is gone', async () => {
    const { findings } = await verifyTrees(live.pool, { dataDir: join(folder, 'elsewhere'), files });
    expect(findings.join('\n')).toMatch(/tree.secret is missing/);
  });
});

test('a secret that is not one is refused', async () => {
  expect(openTreeSecret(folder)).toEqual(secret);
  expect(nonceOf(secret, 1)).not.toEqual(nonceOf(secret, 2));
});
