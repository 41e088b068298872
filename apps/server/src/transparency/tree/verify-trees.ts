import { leafHash } from '@glasshouse/rules/merkle';
import { SIGNATURE_TYPES, verifierKey } from '@glasshouse/rules/tlog/note';
import { bundleBytes, TILE_WIDTH, TreeEdge, tileBytes, tilePath } from '@glasshouse/rules/tlog/tiles';
import { isSameHash } from '@glasshouse/rules/tlog/tree';
import { verifyTreeHead } from '@glasshouse/rules/tlog/tree-head';
import type { FileSettings } from '../../files/settings.ts';
import type { FileStore } from '../../files/store.ts';
import type { Pool } from '../../platform/postgres.ts';
import { type EntrySource, hasTreeSecret, logSource, nodeSha256, openTreeSecret, tapeSource } from './entry-sources.ts';
import { treeStore } from './open-trees.ts';
import { HEAD_FILE, TREE_LOGS, type TreeLog } from './tree-keeper.ts';

const PAGE = 20 * TILE_WIDTH;
const HEADS_PER_PAGE = 1_000;
const FINDINGS_MAX = 50;

export interface TreesReport {
  readonly findings: readonly string[];
  readonly notes: readonly string[];
  /** Entries of both logs. */
  readonly checked: number;
}

export interface VerifyTreesOptions {
  readonly dataDir: string | undefined;
  readonly files: FileSettings;
}

/**
 * Builds both transparency logs again out of the log and the tape, and compares every signed head
 * and every full tile and bundle with them. Tiles that are missing are noted: the server makes them
 * again.
 */
export async function verifyTrees(pool: Pool, { dataDir, files }: VerifyTreesOptions): Promise<TreesReport> {
  const report = { findings: [] as string[], notes: [] as string[], checked: 0 };
  const { rows } = await pool.query<{ log: TreeLog; heads: number }>(
    'select log, count(*)::int as heads from tree_heads group by log',
  );
  if (dataDir === undefined) return report;
  for (const log of TREE_LOGS) {
    const heads = rows.find((row) => row.log === log)?.heads ?? 0;
    if (heads === 0) continue;
    if (log === 'log' && !hasTreeSecret(dataDir)) {
      report.findings.push(`transparency log: keys/tree.secret is missing beside ${heads} signed heads`);
      continue;
    }
    const source = log === 'log' ? logSource(pool, openTreeSecret(dataDir)) : tapeSource(pool);
    await verifyTree({ pool, log, source, store: treeStore(files, dataDir, log) }, report);
  }
  return report;
}

interface TreeDeps {
  readonly pool: Pool;
  readonly log: TreeLog;
  readonly source: EntrySource;
  readonly store: Pick<FileStore, 'open'>;
}

interface SignedHead {
  readonly size: number;
  readonly root: Buffer;
  readonly note: string;
}

async function verifyTree(
  { pool, log, source, store }: TreeDeps,
  report: { findings: string[]; notes: string[]; checked: number },
): Promise<void> {
  const name = log === 'log' ? 'transparency log' : 'transparency log of the tape';
  const find = (sentence: string): void => {
    if (report.findings.length < FINDINGS_MAX) report.findings.push(`${name}: ${sentence}`);
  };
  const keys = await publishedKeys(pool);
  const edge = new TreeEdge(0, [], nodeSha256);
  let bundle: Uint8Array[] = [];
  let missing = 0;
  let newest: SignedHead | undefined;

  const compare = async (path: string, expected: Uint8Array): Promise<void> => {
    const bytes = await store.open(path);
    if (bytes === undefined) missing += 1;
    else if (!isSameHash(bytes, expected)) find(`${path} is not what the entries make`);
  };
  const append = async (entry: Uint8Array): Promise<void> => {
    bundle.push(entry);
    const filled = edge.append(leafHash(entry, nodeSha256));
    for (const { level, index, hashes } of filled) {
      await compare(tilePath({ level, index, width: TILE_WIDTH }), tileBytes(hashes));
    }
    if (bundle.length < TILE_WIDTH) return;
    const index = edge.size / TILE_WIDTH - 1;
    await compare(tilePath({ level: 'entries', index, width: TILE_WIDTH }), bundleBytes(bundle));
    bundle = [];
  };
  const check = (head: SignedHead): void => {
    if (!isSameHash(edge.root(), head.root)) find(`the head ${head.size} has a root that its entries do not make`);
    const origin = head.note.slice(0, head.note.indexOf('\n'));
    const log = keys.map((key) => verifierKey(origin, SIGNATURE_TYPES.ed25519, key));
    const verdict = verifyTreeHead(head.note, { origin, log });
    const isSigned = verdict.ok && verdict.head.size === head.size && isSameHash(verdict.head.root, head.root);
    if (!isSigned) find(`the head ${head.size} is not signed as it is kept`);
    newest = head;
  };

  let entries: readonly Uint8Array[] = [];
  let next = 0;
  for await (const head of headsOf(pool, log)) {
    while (edge.size < head.size) {
      if (next === entries.length) {
        entries = await source.after(edge.size, PAGE);
        next = 0;
        if (entries.length === 0) return find(`it ends at ${edge.size}, before its signed head of ${head.size}`);
      }
      await append(entries[next] as Uint8Array);
      next += 1;
    }
    check(head);
  }
  report.checked += edge.size;
  if (0 < missing) report.notes.push(`${name}: ${missing} tiles are missing; the server makes them again`);
  const published = (await store.open(HEAD_FILE))?.toString('utf8');
  if (published !== undefined && newest !== undefined && !published.startsWith(newest.note)) {
    find(`the published head is not the newest that was signed, ${newest.size}`);
  }
}

async function* headsOf(pool: Pool, log: TreeLog): AsyncGenerator<SignedHead> {
  for (let after = -1; ; ) {
    const { rows } = await pool.query<SignedHead>(
      `select size, root, note from tree_heads where log = $1 and $2 < size order by size limit ${HEADS_PER_PAGE}`,
      [log, after],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.size;
  }
}

async function publishedKeys(pool: Pool): Promise<readonly Uint8Array[]> {
  const { rows } = await pool.query<{ public_key: Buffer }>('select public_key from tape_keys');
  return rows.map(({ public_key }) => Uint8Array.from(public_key));
}
