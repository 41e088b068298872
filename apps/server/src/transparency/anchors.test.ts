/**
 * What an anchor is for, done for real: a backup that lost acknowledged trades, a tail that was cut
 * off, a tape that was signed again, two histories for two people. And that anchors arrive.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Anchor,
  type AnchorStatement,
  isAnchorSigned,
  readAnchor,
  statementBy,
  statementsIn,
} from '@glasshouse/rules/proofs/anchor';
import { minuteBytes } from '@glasshouse/rules/tick-hash';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeSha256 } from '../market-data/tape/minute-store.ts';
import { backup } from '../platform/backup.ts';
import { createPool, type Pool } from '../platform/postgres.ts';
import { restore } from '../platform/restore.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { ANCHORS_WAITING_MAX, AnchorKeeper, type AnchorKeeperOptions, waitFor } from './anchor-keeper.ts';
import { anchorsOf, readAnchor as readHead } from './anchors.ts';
import { EvidenceFixture, USER } from './testing/evidence-fixture.ts';
import { checkStatements, compareStatements, readStatements, strangeKeys, strangeUsers } from './verify-anchors.ts';

const live = withTestDatabase();
const empty = withTestDatabase({ migrated: false });
let fixture: EvidenceFixture;
let folder = '';
let early: Anchor;
let newest: Anchor;
let receipt: Record<string, unknown>;
const log = { warn: () => {}, error: () => {} };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anchors-'));
  fixture = await EvidenceFixture.start(live);
  await fixture.run(40);
  await fixture.sign();
  early = await readHead(live.pool, fixture.key, fixture.harness.now);
  expect(await backup(live.url, join(folder, 'early'))).toMatchObject({ ok: true });
  const buy = { code: 'BTCUSDT', direction: 'up', amount: '100', periodId: 30 };
  const id = await fixture.submit(USER, 'options.buy', buy);
  await fixture.run(100);
  await fixture.sign();
  receipt = await fixture.evidence('getOptionOrder', id);
  newest = await readHead(live.pool, fixture.key, fixture.harness.now);
  await fixture.stop();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Does something to the database that its owner could do, looks, and takes it back. */
async function after(
  tampering: (pool: Pool) => Promise<void>,
  statements: readonly AnchorStatement[],
): Promise<string> {
  const client = await live.pool.connect();
  try {
    await client.query('begin');
    await client.query("set local session_replication_role = 'replica'");
    const pool = { query: client.query.bind(client) } as unknown as Pool;
    await tampering(pool);
    return (await checkStatements(pool, statements)).findings.join('\n');
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const ownStatements = (): AnchorStatement[] => [
  statementBy(early, 'mine'),
  statementBy(newest, 'mine'),
  ...statementsIn(receipt, 'receipt').statements,
];

describe('an anchor', () => {
  it('is signed, and any change of it is seen', () => {
    expect(readAnchor(newest)).toEqual(newest);
    expect(isAnchorSigned(newest)).toBe(true);
    for (const [name, value] of Object.entries(newest)) {
      const altered =
        typeof value === 'number' ? value + 60_000 : `${value?.[0] === 'a' ? 'b' : 'a'}${value?.slice(1)}`;
      const forged = readAnchor({ ...newest, [name]: altered });
      expect([name, forged !== undefined && isAnchorSigned(forged)]).toEqual([name, false]);
    }
    expect(readAnchor({ ...newest, minute: null })).toBeUndefined();
  });

  it('fits the database that it came from', async () => {
    expect(await checkStatements(live.pool, ownStatements())).toEqual({ findings: [], notes: [] });
    expect(ownStatements().length).toBeGreaterThan(5);
  });
});

describe('what the owner of the database could do', () => {
  it('restoring a backup that lost acknowledged trades is found', async () => {
    expect(await restore(empty.url, join(folder, 'early'))).toMatchObject({ ok: true });
    const pool = createPool(empty.url, { max: 1, name: 'test' });
    try {
      expect((await checkStatements(pool, [statementBy(early, 'mine')])).findings).toEqual([]);
      expect((await checkStatements(pool, ownStatements())).findings.join('\n')).toMatch(
        /mine was told of entry \d+, which the log does not have any more[\s\S]*receipt was told of entry/,
      );
      // Going on from there makes another history: people who compare see it by themselves.
      await pool.query(`update shards set sequence = $1, last_hash = decode(repeat('ab', 32), 'hex')`, [newest.seq]);
      const otherAnchor = await readHead(pool, fixture.key, newest.at + 1);
      const statements = [statementBy(newest, 'Ann'), statementBy(otherAnchor, 'Ben')];
      expect(compareStatements(statements).join('\n')).toMatch(
        /log entry \d+ is [0-9a-f]{64} in Ann and abab[0-9a-f]+ in Ben/,
      );
      expect(compareStatements([statementBy(early, 'Ann'), statementBy(newest, 'Ben')])).toEqual([]);
    } finally {
      await pool.end();
    }
  });

  it('a truncated tail and a rewritten entry are found', async () => {
    const cut = async (pool: Pool) => {
      await pool.query('delete from command_log where seq > $1', [newest.seq - 2]);
    };
    expect(await after(cut, ownStatements())).toMatch(
      /mine was told of entry \d+, which the log does not have any more/,
    );
    const rewritten = async (pool: Pool) => {
      await pool.query(`update command_log set hash = decode(repeat('cd', 32), 'hex') where seq = $1`, [newest.seq]);
    };
    expect(await after(rewritten, ownStatements())).toMatch(/mine was told another entry \d+ than the log has/);
  });

  it('a tape that was signed again is found, though its signatures hold', async () => {
    const signedAgain = async (pool: Pool) => {
      const { rows } = await pool.query('select * from tape_minutes order by minute_at desc limit 1');
      const [row] = rows;
      const root = nodeSha256(row.root);
      const header = minuteBytes({
        at: row.minute_at,
        tickCount: row.tick_count,
        root,
        previousHash: row.previous_root_hash,
      });
      await pool.query('update tape_minutes set root = $1, root_hash = $2, signature = $3 where minute_at = $4', [
        Buffer.from(root),
        Buffer.from(nodeSha256(header)),
        fixture.key.sign(header),
        row.minute_at,
      ]);
    };
    expect(await after(signedAgain, ownStatements())).toMatch(/told another minute \S+ than the tape has/);
  });

  it('a key of its own and an account that no command made are named', async () => {
    const own = fixture.key.publicKey.toString('hex');
    expect(await strangeKeys(live.pool, [own])).toEqual([]);
    expect(await strangeKeys(live.pool, ['ab'.repeat(32)])).toEqual([expect.stringContaining(own)]);
    await live.pool.query(
      `insert into users (id, kind, language, invite_code, created_at) values (77, 'guest', 'en', 'INV77', now())`,
    );
    expect(await strangeUsers(live.pool)).toEqual([expect.stringContaining('user 77 (0 sessions)')]);
  });
});

describe('publishing', () => {
  const keeper = (settings: AnchorKeeperOptions['settings']) =>
    new AnchorKeeper({ pool: live.pool, key: fixture.key, settings, now: () => Date.now(), log, retryMs: 5 });

  it('appends to a file what verify reads again, and keeps it for everybody', async () => {
    const file = join(folder, 'anchors.jsonl');
    const anchorKeeper = keeper({ file, url: undefined });
    const first = await anchorKeeper.publish();
    await anchorKeeper.flush();
    await anchorKeeper.publish();
    await anchorKeeper.flush();
    const { statements, problems } = readStatements(readFileSync(file, 'utf8'), file);
    expect([statements.length, problems]).toEqual([2, []]);
    expect((await checkStatements(live.pool, statements)).findings).toEqual([]);
    const page = await anchorsOf(live.pool, { after: undefined, limit: 1, from: null, to: null });
    expect(page.items).toHaveLength(1);
    const rest = await anchorsOf(live.pool, { after: [Number(page.next)], limit: 9, from: null, to: null });
    expect(rest.items).toContainEqual(first);
    expect(readStatements('no anchor', 'x').problems).not.toEqual([]);
    expect(readStatements(JSON.stringify({ ...first, seq: 1 }), 'x').problems.join()).toContain('not signed');
    await anchorKeeper.stop();
  });

  it('publishes one anchor when two minutes are asked for at once', async () => {
    const anchorKeeper = keeper({ file: undefined, url: undefined });
    const [first, second] = await Promise.all([anchorKeeper.publish(), anchorKeeper.publish()]);
    expect(first).toBeDefined();
    expect(second).toBe(first);
    expect(await anchorKeeper.publish()).not.toBe(first);
    await anchorKeeper.stop();
  });

  it.each([
    ['at a full minute', 60_000, 10_000],
    ['where the timer fired early', 69_999, 60_001],
    ['where it fired in time', 70_000, 60_000],
    ['where it fired late', 70_400, 59_600],
  ])('waits for the tenth second of the next minute, %s', (_when, now, wait) => {
    expect(waitFor(now)).toBe(wait);
  });

  it('posts to an address until it arrives, in order, and says while it does not', async () => {
    const got: string[] = [];
    let isAway = true;
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        if (!isAway) got.push(...Buffer.concat(parts).toString().trim().split('\n'));
        response.writeHead(isAway ? 503 : 204).end();
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`;
    const anchorKeeper = keeper({ file: undefined, url });
    try {
      await anchorKeeper.publish();
      await anchorKeeper.publish();
      await expect.poll(() => anchorKeeper.problems()[0]?.waiting).toBe(2);
      expect(anchorKeeper.problems()[0]?.target).not.toContain('secret');
      isAway = false;
      await expect.poll(() => got.length).toBe(2);
      expect(got.map((line) => readAnchor(JSON.parse(line))?.seq)).toEqual([newest.seq, newest.seq]);
      await expect.poll(() => anchorKeeper.problems()).toEqual([]);
      expect(ANCHORS_WAITING_MAX).toBe(1_440);
    } finally {
      await anchorKeeper.stop();
      server.close();
    }
  });
});
