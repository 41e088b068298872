/**
 * Offline verification as a user runs it: a file, a command, an exit code. Any changed part makes
 * it fail, and the output says which.
 */
import { spawnSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

const order = (outcome = 'win') => ({
  id: 77,
  code: 'BTCUSDT',
  direction: 'up',
  state: 'settled',
  outcome,
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
  test('prints every check and accepts the trusted key', () => {
    const { status, output } = run(order(), '--key', KEY);
    expect(output).toContain('BTCUSDT tick 5 of');
    for (const word of ['minute', 'leaf', 'path and root', 'signature', 'key', 'tick named', 'result']) {
      expect(output).toMatch(new RegExp(`^  ${word} `, 'm'));
    }
    expect(output).toContain('3 receipts checked: everything holds');
    expect(status).toBe(0);
  });

  test('refuses another key, an invalid file and a second file', () => {
    expect(run(order(), '--key', 'ab'.repeat(32))).toMatchObject({
      status: 1,
      output: expect.stringMatching(/key +NO/),
    });
    expect(run(order(), '--key', 'xyz')).toMatchObject({ status: 1, output: expect.stringContaining('64 digits') });
    expect(run('not json')).toMatchObject({ status: 1, output: expect.stringContaining('cannot be read as JSON') });
    expect(run(order(), 'other.json')).toMatchObject({ status: 1, output: expect.stringContaining('Name one file') });
  });
});

test.each([
  ['a single receipt', proven(0).receipt],
  ['a tick with its receipt, as in an API answer', { code: 200, result: proven(1) }],
  ['the evidence of an order', { order: { id: 5 }, ticks: [proven(0), proven(2)] }],
])('%s verifies, noting that the key is its own', (_what, content) => {
  const { ok, lines } = verifyReceipts(content);
  expect(lines.join('\n')).toContain("the receipt's own");
  expect(ok).toBe(true);
});

const changed = (change: Partial<TickReceipt>): unknown => ({
  ...proven(0),
  receipt: { ...proven(0).receipt, ...change },
});
test.each([
  ['another price', changed({ tick: { ...(TICKS[0] as HashedTick), mid: 6_301_011 } }), /path and root +NO/],
  ['another root', changed({ root: 'ab'.repeat(32) }), /path and root +NO/],
  ['another previous minute', changed({ previousRootHash: 'ab'.repeat(32) }), /signature +NO/],
  ['another minute', changed({ minute: MINUTE + 60_000 }), /minute +NO/],
  ['a malformed path', changed({ path: ['x'] }), /cannot be read/],
  [
    'a displayed price that differs from the signed one',
    { ...proven(0), tick: { ...proven(0).tick, mid: '1.00' } },
    /tick named +NO/,
  ],
  ['a minute that is not signed yet', { ...proven(0), receipt: null }, /not signed yet/],
  ['a result that does not follow', order('lose'), /result +NO/],
  ['nothing to check', { order: 1 }, /contains no receipt/],
])('%s fails', (_what, content, line) => {
  const { ok, lines } = verifyReceipts(content, [KEY]);
  expect(lines.join('\n')).toMatch(line);
  expect(ok).toBe(false);
});
