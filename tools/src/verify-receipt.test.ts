/**
 * Offline verification as a user runs it: a file, a command, an exit code. Any changed part makes
 * it fail, and the output says which.
 */
import { spawnSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MerkleTree } from '@glasshouse/rules/merkle';
import { type TickReceipt, toHex } from '@glasshouse/rules/receipt';
import { compareTicks, type HashedTick, minuteBytes, tickHash } from '@glasshouse/rules/tick-hash';
import { afterAll, describe, expect, test } from 'vitest';
import { verifyReceipts } from './verify-receipt.ts';

const folder = mkdtempSync(join(tmpdir(), 'receipts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pair = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
  publicKeyEncoding: { format: 'pem', type: 'spki' },
});
const privateKey = createPrivateKey(pair.privateKey);
const KEY = createPublicKey(pair.publicKey).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
const MINUTE = 1_788_000_000_000 - (1_788_000_000_000 % 60_000);
const TICKS: HashedTick[] = [5, 6, 7].map((seq) => ({
  code: 'BTCUSDT',
  seq,
  bid: 6_301_000 + seq,
  ask: 6_301_010 + seq,
  mid: 6_301_005 + seq,
  precision: 2,
  at: MINUTE + seq * 1_000,
}));

function proven(index: number): { tick: Record<string, unknown>; receipt: TickReceipt } {
  const ticks = [...TICKS].sort(compareTicks);
  const tree = new MerkleTree(ticks.map((tick) => tickHash(tick)));
  const previousHash = new Uint8Array(32);
  const header = { at: MINUTE, tickCount: ticks.length, root: tree.root, previousHash };
  const tick = ticks[index] as HashedTick;
  const text = (points: number): string => `${String(points).slice(0, -2)}.${String(points).slice(-2)}`;
  return {
    tick: {
      code: tick.code,
      seq: tick.seq,
      bid: text(tick.bid),
      ask: text(tick.ask),
      mid: text(tick.mid),
      at: new Date(tick.at).toISOString(),
    },
    receipt: {
      version: 1,
      tick,
      minute: MINUTE,
      tickCount: ticks.length,
      index,
      path: tree.path(index).map(toHex),
      root: toHex(tree.root),
      previousRootHash: toHex(previousHash),
      signature: sign(null, minuteBytes(header), privateKey).toString('hex'),
      publicKey: KEY,
    },
  };
}

/** Of a release that gave no log entries: only its ticks can be proved. */
const order = () => ({
  id: 77,
  code: 'BTCUSDT',
  direction: 'up',
  state: 'settled',
  outcome: 'win',
  entry: { seq: 5 },
  exit: { seq: 6 },
  receipt: { ticks: [proven(0), proven(1), proven(2)] },
});

function run(content: unknown, ...args: string[]): { status: number | null; output: string } {
  const file = join(folder, 'order.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  const script = join(import.meta.dirname, 'glasshouse.ts');
  const ran = spawnSync(process.execPath, [script, 'verify-receipt', file, ...args], { encoding: 'utf8' });
  return { status: ran.status, output: ran.stdout + ran.stderr };
}

describe('the command', () => {
  test('prints every tick and accepts the trusted key', () => {
    const { status, output } = run(proven(0), '--key', KEY);
    expect(output).toContain('BTCUSDT tick 5 of');
    for (const word of ['leaf', 'minute', 'prices on the tape', 'signatures and keys']) {
      expect(output).toMatch(new RegExp(`^  ${word} `, 'm'));
    }
    expect(output).toContain('holds: everything was checked');
    expect(status).toBe(0);
  });

  test('refuses another key, an invalid file and a second file', () => {
    expect(run(proven(0), '--key', 'ab'.repeat(32))).toMatchObject({
      status: 1,
      output: expect.stringMatching(/signatures and keys +NO/),
    });
    expect(run(proven(0), '--key', 'xyz')).toMatchObject({ status: 1, output: expect.stringContaining('64 digits') });
    expect(run('not json')).toMatchObject({ status: 1, output: expect.stringContaining('cannot be read as JSON') });
    expect(run(proven(0), 'other.json')).toMatchObject({
      status: 1,
      output: expect.stringContaining('Name one file'),
    });
  });

  test('pins the key at the first receipt, and shouts when it changes', () => {
    const pin = join(folder, 'pinned');
    expect(run(proven(0), '--pin', pin).output).toContain('are pinned');
    expect(run(proven(1), '--pin', pin)).toMatchObject({ status: 0, output: expect.stringContaining('holds: ') });
    writeFileSync(pin, `${'ab'.repeat(32)}\n`);
    expect(run(proven(1), '--pin', pin)).toMatchObject({
      status: 1,
      output: expect.stringContaining('THE SIGNING KEY HAS CHANGED'),
    });
  });
});

test.each([
  ['a single receipt', proven(0).receipt],
  ['a tick with its receipt, as in an API answer', { code: 200, result: proven(1) }],
])('%s is consistent, and its signer unknown without a key', (_what, content) => {
  const { ok, lines } = verifyReceipts(content);
  expect(lines.at(-1)).toContain('signer unknown');
  expect(ok).toBe(true);
});

test('a receipt of an earlier release says what it lacks', () => {
  const { ok, lines } = verifyReceipts(order(), [KEY]);
  expect(lines.join('\n')).toMatch(/not checked: it has no log entries/);
  expect(lines.at(-1)).toContain('not everything could be checked');
  expect(ok).toBe(false);
});

const changed = (change: Partial<TickReceipt>): unknown => ({
  ...proven(0),
  receipt: { ...proven(0).receipt, ...change },
});
test.each([
  ['another price', changed({ tick: { ...(TICKS[0] as HashedTick), mid: 6_301_011 } }), /wrong-root/],
  ['another root', changed({ root: 'ab'.repeat(32) }), /wrong-root/],
  ['another previous minute', changed({ previousRootHash: 'ab'.repeat(32) }), /wrong-signature/],
  ['another minute', changed({ minute: MINUTE + 60_000 }), /wrong-minute/],
  ['a malformed path', changed({ path: ['x'] }), /cannot be read/],
  [
    'a displayed price that differs from the signed one',
    { ...proven(0), tick: { ...proven(0).tick, mid: '1.00' } },
    /shown otherwise/,
  ],
  ['a minute that is not signed yet', { ...proven(0), receipt: null }, /not signed yet/],
  ['nothing to check', { order: 1 }, /contains no receipt/],
])('%s fails', (_what, content, line) => {
  const { ok, lines } = verifyReceipts(content, [KEY]);
  expect(lines.join('\n')).toMatch(line);
  expect(ok).toBe(false);
});

/** Saved from order pages: a position that was split, and one whose margin held no dividend. */
describe.each(['split', 'dividend'])('the receipt of a %s', (kind) => {
  const read = () =>
    JSON.parse(readFileSync(new URL(`testing/receipt-of-a-${kind}.json`, import.meta.url), 'utf8')) as {
      steps: { kind: string; lots: string; pnl: string | null }[];
      proof: { publicKey: string; entries: { type: string }[] };
    };

  test('holds', () => {
    const { status, output } = run(read(), '--key', read().proof.publicKey);
    expect(output).toContain('holds: everything was checked');
    expect(status).toBe(0);
  });

  test.each(['lots', 'pnl'] as const)('with other %s does not', (field) => {
    const receipt = read();
    const step = receipt.steps.find((candidate) => candidate.kind === 'adjusted' || candidate.kind === 'dividend');
    step![field] = '99';
    const { status, output } = run(receipt, '--key', receipt.proof.publicKey);
    expect(output).toContain('DOES NOT HOLD');
    expect(status).toBe(1);
  });

  test('without the log entry of the action does not', () => {
    const receipt = read();
    receipt.proof.entries = receipt.proof.entries.filter(({ type }) => type !== 'instruments.adjust');
    expect(run(receipt, '--key', receipt.proof.publicKey).status).toBe(1);
  });
});
