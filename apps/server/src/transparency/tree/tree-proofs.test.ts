/** Receipts prove where their entries are in the transparency log; every lie about it is found. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealBytes } from '@glasshouse/rules/proofs/seal';
import type { TreeProof } from '@glasshouse/rules/proofs/tree-proof';
import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPublicStore } from '../../files/public-store.ts';
import type { FileStore } from '../../files/store.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { EvidenceFixture, USER } from '../testing/evidence-fixture.ts';
import { newTapeKey } from '../testing/proving.ts';
import { logSource, openTreeSecret } from './entry-sources.ts';
import { originOf, TreeKeeper } from './tree-keeper.ts';
import { createTreeProofs } from './tree-proofs.ts';

const live = withTestDatabase();
let fixture: EvidenceFixture;
let folder = '';
let store: FileStore;
let secret: Buffer;
let receipt: Receipt;
let id: number;

interface Receipt {
  readonly proof: { readonly tree: TreeProof; readonly entries: readonly { readonly seq: number }[] };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tree-proofs-'));
  secret = openTreeSecret(folder);
  store = openPublicStore({ kind: 'folder' }, folder, 'tlog/log');
  fixture = await EvidenceFixture.start(live);
  await fixture.run(40);
  id = await fixture.submit(USER, 'options.buy', { code: 'BTCUSDT', direction: 'up', amount: '10', periodId: 30 });
  await fixture.run(100);
  await fixture.sign();
  await keeper().step();
  fixture.inTree = proofs();
  receipt = (await fixture.evidence('getOptionOrder', id)) as unknown as Receipt;
});
afterAll(async () => {
  await fixture.stop();
  rmSync(folder, { recursive: true });
});

const failures: string[] = [];
const proofs = (from: Pick<FileStore, 'open'> = store, key = fixture.key) =>
  createTreeProofs({
    pool: live.pool,
    store: from,
    secret,
    publicKey: key.publicKey,
    onFailure: ({ message }) => failures.push(message),
  });
const keeper = () =>
  new TreeKeeper({
    log: 'log',
    origin: originOf('https://trade.example/', 'log'),
    pool: live.pool,
    store,
    source: logSource(live.pool, secret),
    key: fixture.key,
    now: () => fixture.harness.now,
  });

/** The receipt with another proof of the tree, sealed again: by an operator with the right key. */
function withTree(change: (tree: TreeProof) => unknown): unknown {
  const changed = { ...receipt, proof: { ...receipt.proof, tree: change(receipt.proof.tree) } };
  const signature = fixture.key.sign(sealBytes(changed)).toString('hex');
  return { ...changed, proof: { ...changed.proof, signature } };
}

const trusted = () => [fixture.key.publicKey.toString('hex')];
const faultsOf = (document: unknown): string[] => verifyEvidence(document, trusted()).faults.map(({ what }) => what);

test('a receipt has the place of each of its entries, and holds', () => {
  const { entries, tree } = receipt.proof;
  expect(tree.entries.map(({ seq }) => seq)).toEqual(entries.map(({ seq }) => seq));
  expect(verifyEvidence(receipt, trusted())).toMatchObject({ answer: 'holds', faults: [] });
  expect(verifyEvidence(receipt, trusted()).notes.join()).toContain('trade.example/tlog/log');
  expect(faultsOf(withTree((tree) => tree))).toEqual([]);
});

const flip = (text: string): string => `${text.startsWith('a') ? 'b' : 'a'}${text.slice(1)}`;

test.each([
  [
    'another nonce',
    (tree: TreeProof) => edited(tree, (entry) => ({ ...entry, nonce: flip(entry.nonce) })),
    /not in the/,
  ],
  [
    'a shorter path',
    (tree: TreeProof) => edited(tree, (entry) => ({ ...entry, path: entry.path.slice(1) })),
    /not in the/,
  ],
  [
    'a place without a hash',
    (tree: TreeProof) => edited(tree, (entry) => ({ ...entry, path: [99_999] })),
    /not in the/,
  ],
  [
    'the place of its neighbour',
    (tree: TreeProof) => edited(tree, (entry) => ({ ...entry, seq: entry.seq + 1 })),
    /not in/,
  ],
  ['another hash', (tree: TreeProof) => ({ ...tree, hashes: tree.hashes.map(flip) }), /not in the/],
  ['an entry left out', (tree: TreeProof) => ({ ...tree, entries: tree.entries.slice(1) }), /left out/],
  [
    'an entry twice',
    (tree: TreeProof) => ({ ...tree, entries: [...tree.entries, tree.entries[0]] }),
    /not in the receipt/,
  ],
  [
    'a head of another size',
    (tree: TreeProof) => ({ ...tree, head: tree.head.replace(/\n(\d+)\n/, '\n1$1\n') }),
    /not signed/,
  ],
  ['a head of another key', (tree: TreeProof) => ({ ...tree, publicKey: flip(tree.publicKey) }), /not signed/],
  ['a field more', (tree: TreeProof) => ({ ...tree, more: true }), /says more/],
  ['a field more of an entry', (tree: TreeProof) => edited(tree, (entry) => ({ ...entry, more: 1 })), /says more/],
  ['nothing to read', () => 'tree', /missing/],
])('%s is found, also with the right seal', (_, change, fault) => {
  expect(faultsOf(withTree(change)).join('\n')).toMatch(fault);
});

function edited(tree: TreeProof, change: (entry: TreeProof['entries'][number]) => unknown): unknown {
  return { ...tree, entries: tree.entries.map((entry, index) => (index === 0 ? change(entry) : entry)) };
}

test('entries after the newest head come without a place, and the receipt holds', async () => {
  const last = receipt.proof.entries.at(-1)?.seq ?? 0;
  const { rows } = await live.pool.query<{ size: number; note: string }>('select size, note from tree_heads');
  const shown = await proofs()([1, last, (rows[0]?.size ?? 0) + 1]);
  expect(shown?.entries.map(({ seq }) => seq)).toEqual([1, last]);
});

test('without tiles, or with a head of another key, the receipt says nothing of the tree', async () => {
  const broken = { open: async () => undefined };
  expect(await proofs(broken)([1])).toBeUndefined();
  expect(failures.join()).toContain('tile/0/000');
  expect(await proofs(store, newTapeKey())([1])).toBeUndefined();
  fixture.inTree = proofs(broken);
  const plain = await fixture.evidence('getOptionOrder', id);
  expect(verifyEvidence(plain, trusted()).answer).toBe('holds');
});
