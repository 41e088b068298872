/** The command of a stranger with a log's address and its key, against a log over HTTP. */
import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leafHash } from '@glasshouse/rules/merkle';
import { SIGNATURE_TYPES, signatureLine, verifierKey } from '@glasshouse/rules/tlog/note';
import { TreeEdge, tileBytes, tilePath } from '@glasshouse/rules/tlog/tiles';
import { treeHeadText } from '@glasshouse/rules/tlog/tree-head';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { followLogCommand } from './follow-log.ts';

const ORIGIN = 'trade.example/tlog/log';
const { privateKey } = generateKeyPairSync('ed25519');
const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
const key = publicKey.toString('hex');
const files = new Map<string, Uint8Array>();
let server: Server;
let address = '';
let folder = '';
let state = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'follow-'));
  server = createServer((request, response) => {
    const bytes = files.get((request.url ?? '').replace('/tlog/log/', ''));
    response.writeHead(bytes === undefined ? 404 : 200).end(bytes);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tlog/log`;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await new Promise((closed) => server.close(closed));
});
let runs = 0;
beforeEach(() => {
  runs += 1;
  state = join(folder, `state-${runs}.json`);
});

/** Publishes a log of so many entries, of which those from `changed` on are others. */
function publish(size: number, changed = size): void {
  files.clear();
  const edge = new TreeEdge();
  const put = (tiles: ReturnType<TreeEdge['append']>) => {
    for (const { level, index, hashes } of tiles) {
      files.set(tilePath({ level, index, width: hashes.length }), tileBytes(hashes));
    }
  };
  for (let index = 0; index < size; index += 1) {
    put(edge.append(leafHash(Uint8Array.of(changed <= index ? 1 : 0, index >> 8, index & 255))));
  }
  put(edge.partialTiles());
  const text = treeHeadText({ origin: ORIGIN, size, root: edge.root() });
  const { id } = verifierKey(ORIGIN, SIGNATURE_TYPES.ed25519, Uint8Array.from(publicKey));
  const line = signatureLine({ name: ORIGIN, id, bytes: sign(null, Buffer.from(text), privateKey) });
  files.set('checkpoint', Buffer.from(`${text}\n${line}`));
}

const follow = (...more: string[]) => followLogCommand([address, '--state', state, ...more]);

test('the first run remembers, later ones say that the log goes on', async () => {
  publish(300);
  expect(await follow('--key', key)).toMatchObject({ ok: true, lines: [expect.stringContaining('300 entries')] });
  publish(700);
  expect(await follow()).toMatchObject({ ok: true, lines: [expect.stringContaining('400 entries more')] });
  expect(await follow()).toMatchObject({ ok: true, lines: [expect.stringContaining('0 entries more')] });
});

test.each([
  ['cut off', 299, 299, 'shorter'],
  ['signed twice', 300, 9, 'forked'],
  ['written anew', 500, 299, 'not-extended'],
])('a log that was %s is told loudly, and both heads are kept', async (_, size, changed, fault) => {
  publish(300);
  await follow('--key', key);
  const before = readFileSync(state, 'utf8');
  publish(size, changed);
  const { ok, lines } = await follow();
  expect(ok).toBe(false);
  expect(lines[0]).toBe(`THE LOG SHOWS ANOTHER HISTORY (${fault}).`);
  expect(readFileSync(state, 'utf8')).toBe(before);
  expect(readFileSync(`${state}.${fault}`)).toEqual(Buffer.from(files.get('checkpoint') as Uint8Array));
  // Again the next day: what was seen first stays.
  expect((await follow()).ok).toBe(false);
});

test('a log that is away or has another key proves nothing, and nothing is kept of it', async () => {
  files.clear();
  expect(await follow('--key', key)).toMatchObject({ ok: false, lines: [expect.stringContaining('No head')] });
  publish(300);
  const stranger = await follow('--key', '00'.repeat(32));
  expect(stranger).toMatchObject({ ok: false, lines: [expect.stringContaining('unknown-key')] });
  expect((await follow()).lines).toEqual([expect.stringContaining('--key')]);
  files.set('checkpoint', Buffer.from('hello\n'));
  expect((await follow('--key', key)).lines).toEqual([expect.stringContaining('no head of a log')]);
});

test('an address, a state and keys that are none are refused by name', async () => {
  expect((await followLogCommand([])).lines[0]).toContain('follow-log');
  expect((await followLogCommand(['nowhere', '--state', state])).lines[0]).toContain('follow-log');
  expect((await follow('--key', 'abc')).lines[0]).toContain('64 digits');
  expect((await follow('--unknown')).ok).toBe(false);
  writeFileSync(state, '{}');
  expect((await follow('--key', key)).lines[0]).toContain('is not what this command wrote');
});
