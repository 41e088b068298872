/** A witness over HTTP, and logs that send it their heads: honest, forked, shortened, hurried. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatVerifierKey, SIGNATURE_TYPES, type VerifierKey, verifierKey } from '@glasshouse/rules/tlog/note';
import { verifyTreeHead } from '@glasshouse/rules/tlog/tree-head';
import { formatAddHead } from '@glasshouse/rules/tlog/witness';
import { openPublicStore } from '@glasshouse/server/files/public-store';
import type { FileStore } from '@glasshouse/server/files/store';
import { tapeKey } from '@glasshouse/server/market-data/tape/keys';
import { EnvReader } from '@glasshouse/server/platform/env-reader';
import { withTestDatabase } from '@glasshouse/server/platform/test-database';
import { tiledTree } from '@glasshouse/server/transparency/tree/tiled-tree';
import { HEAD_FILE, TreeKeeper } from '@glasshouse/server/transparency/tree/tree-keeper';
import { cosignHead, readWitnesses, WitnessClient } from '@glasshouse/server/transparency/tree/witnesses';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Witness, witnessCommand, witnessServer } from './witness.ts';

const database = withTestDatabase();
const ORIGIN = 'trade.example/tlog/log';
const NAME = 'witness.example/w1';
const NOW = 1_764_600_000_000;
const key = tapeKey(generateKeyPairSync('ed25519').privateKey);
const logKey = verifierKey(ORIGIN, SIGNATURE_TYPES.ed25519, Uint8Array.from(key.publicKey));
let folder = '';
let runs = 0;
let store: FileStore;
let witness: Witness;
let server: Server;
let url = '';
const failures: string[] = [];

/** As somebody who owns the database: no trigger is asked. */
async function asOwner(sql: string, values: unknown[] = []): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    await client.query(sql, values);
  } finally {
    await client.query("set session_replication_role = 'origin'");
    client.release();
  }
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'witness-'));
});
afterAll(async () => {
  await new Promise((closed) => server.close(closed));
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  runs += 1;
  failures.length = 0;
  store = openPublicStore({ kind: 'folder' }, folder, `log${runs}`);
  await asOwner('delete from tree_cosignatures');
  await asOwner('delete from tree_heads');
  witness = new Witness({ name: NAME, folder: join(folder, `witness${runs}`), logs: [logKey], now: () => NOW });
  server?.close();
  server = witnessServer(witness);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

const entries = (count: number, changed = count): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => Uint8Array.of(changed <= index ? 1 : 0, index >> 8, index & 255));
/** Signs the head of a log with these entries. */
const grow = (all: readonly Uint8Array[]) =>
  new TreeKeeper({
    log: 'log',
    origin: ORIGIN,
    pool: database.pool,
    store,
    key,
    source: { after: async (size, limit) => all.slice(size, size + limit) },
    now: () => NOW,
  }).step();
const client = (name: VerifierKey = witness.key) => new WitnessClient({ vkey: formatVerifierKey(name), url });
const cosign = (size: number, by = client()) =>
  cosignHead(
    {
      log: 'log',
      pool: database.pool,
      store,
      clients: [by],
      now: () => NOW,
      onFailure: (name, { message }) => failures.push(`${name}: ${message}`),
    },
    size,
  );
async function published() {
  const note = (await store.open(HEAD_FILE))?.toString('utf8') ?? '';
  return verifyTreeHead(note, { origin: ORIGIN, log: [logKey], witnesses: [witness.key] });
}
async function noteAt(size: number): Promise<string> {
  const { rows } = await database.pool.query<{ note: string }>('select note from tree_heads where size = $1', [size]);
  return rows[0]?.note ?? '';
}
const post = async (body: string) => {
  const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

test('heads are published with the cosignature of each witness, from the first on', async () => {
  const by = client();
  for (const size of [3, 300, 700]) {
    await grow(entries(size));
    await cosign(size, by);
    expect(await published()).toMatchObject({ ok: true, head: { size }, cosignatures: [{ name: NAME }] });
  }
  // A log that forgot what the witness signed last is told.
  await grow(entries(800));
  await cosign(800);
  expect(await published()).toMatchObject({ ok: true, cosignatures: [{ name: NAME }] });
  expect(failures).toEqual([]);
  const { rows } = await database.pool.query('select size from tree_cosignatures order by size');
  expect(rows.map(({ size }) => size)).toEqual([3, 300, 700, 800]);
});

test('the last head of a log can be had by the hash of its origin', async () => {
  await grow(entries(5));
  await cosign(5);
  const { createHash } = await import('node:crypto');
  const hash = createHash('sha256').update(ORIGIN).digest('hex');
  const answer = await fetch(`${url}/${hash}/checkpoint`);
  expect(answer.status).toBe(200);
  const keys = { origin: ORIGIN, log: [logKey], witnesses: [witness.key] };
  expect(verifyTreeHead(await answer.text(), keys)).toMatchObject({ ok: true, cosignatures: [{ name: NAME }] });
  expect((await fetch(`${url}/${'0'.repeat(64)}/checkpoint`)).status).toBe(404);
  expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
});

test('a second history gets no signature, also after the witness started again', async () => {
  await grow(entries(300));
  await cosign(300);
  const first = await noteAt(300);
  // The operator takes everything back and signs another history with the right key.
  await asOwner('delete from tree_cosignatures');
  await asOwner('delete from tree_heads');
  store = openPublicStore({ kind: 'folder' }, folder, `forked${runs}`);
  await grow(entries(400, 299));
  const proof = await tiledTree(400, store).consistencyProof(300);
  expect(await post(formatAddHead({ older: 300, proof, head: await noteAt(400) }))).toMatchObject({ status: 422 });
  const again = new Witness({ name: NAME, folder: join(folder, `witness${runs}`), logs: [logKey], now: () => NOW });
  expect(await again.addHead(formatAddHead({ older: 300, proof, head: await noteAt(400) }))).toEqual({ status: 422 });
  expect(again.key).toEqual(witness.key);
  await cosign(400);
  expect(failures).toEqual([`${NAME}: it answered 422`]);
  expect(await published()).toMatchObject({ ok: true, cosignatures: [] });
  expect(first).not.toBe('');
});

test('a log that is shorter than what the witness signed is told so', async () => {
  await grow(entries(300));
  await cosign(300);
  await asOwner('delete from tree_cosignatures');
  await asOwner('delete from tree_heads');
  store = openPublicStore({ kind: 'folder' }, folder, `shorter${runs}`);
  await grow(entries(200));
  await cosign(200);
  expect(failures).toEqual([`${NAME}: it has signed 300 entries, and the log has 200`]);
});

test('two requests at once get one signature', async () => {
  await grow(entries(5));
  const honest = formatAddHead({ older: 0, proof: [], head: await noteAt(5) });
  const answers = await Promise.all([post(honest), post(honest), post(honest)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)).toMatchObject({ type: 'text/x.tlog.size', text: '5\n' });
});

test('other logs, other keys and what is no request are refused', async () => {
  await grow(entries(5));
  const note = await noteAt(5);
  expect((await post(formatAddHead({ older: 0, proof: [], head: note.replaceAll(ORIGIN, 'elsewhere') }))).status).toBe(
    404,
  );
  expect((await post(formatAddHead({ older: 0, proof: [], head: note.replace('\n5\n', '\n6\n') }))).status).toBe(403);
  expect((await post('hello')).status).toBe(400);
  expect((await post('x'.repeat(200_000)).catch(() => ({ status: 413 }))).status).toBe(413);
});

test('a forged cosignature is not published', async () => {
  await grow(entries(5));
  const stranger = new Witness({ name: NAME, folder: join(folder, `stranger${runs}`), logs: [logKey], now: () => NOW });
  await cosign(5, client(stranger.key));
  expect(failures).toEqual([`${NAME}: its answer has no signature of its key`]);
  const lines = createServer((_request, response) => response.end(`— ${NAME} ${'A'.repeat(104)}\n`));
  await new Promise<void>((listening) => lines.listen(0, '127.0.0.1', listening));
  const liar = new WitnessClient({
    vkey: formatVerifierKey(witness.key),
    url: `http://127.0.0.1:${(lines.address() as AddressInfo).port}`,
  });
  await cosign(5, liar);
  await new Promise((closed) => lines.close(closed));
  expect(failures.at(-1)).toContain(NAME);
  expect(await published()).toMatchObject({ ok: true, cosignatures: [] });
});

test('a head that cannot be read is no reason to sign another', async () => {
  await grow(entries(5));
  await cosign(5);
  const { createHash } = await import('node:crypto');
  writeFileSync(join(folder, `witness${runs}`, `${createHash('sha256').update(ORIGIN).digest('hex')}.note`), 'damaged');
  await grow(entries(9));
  await cosign(9);
  expect(failures).toEqual([`${NAME}: it answered 500`]);
});

test('settings and arguments that are none are refused by name', async () => {
  const read = (text: string) => {
    const reader = new EnvReader({ WITNESSES: text });
    return { witnesses: readWitnesses(reader), problems: reader.problems };
  };
  const vkey = formatVerifierKey(witness.key);
  expect(read(`${vkey}@https://a.example/w/, ${vkey}@http://b.example`)).toEqual({
    witnesses: [
      { vkey, url: 'https://a.example/w' },
      { vkey, url: 'http://b.example' },
    ],
    problems: [],
  });
  for (const text of [
    vkey,
    `${vkey}@ftp://a.example`,
    `${formatVerifierKey(logKey)}@https://a.example`,
    '@https://a',
  ]) {
    expect(read(text).problems[0]).toContain('WITNESSES');
  }
  expect((await witnessCommand([])).lines[0]).toContain('witness --name');
  const bad = ['--data', folder, '--log', 'abc'];
  expect((await witnessCommand(['--name', 'a b', ...bad])).lines[0]).toContain('no name of a key');
  expect((await witnessCommand(['--name', 'a', ...bad])).lines[0]).toContain('no key of a log');
  expect((await witnessCommand(['--name', 'a', '--port', 'x', ...bad])).lines[0]).toContain('no port');
});
