/** A person who kept one head, against an operator who holds log, tiles and key. */
import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { leafHash } from '../merkle.ts';
import { followLog, isContradiction, type PublishedLog } from './follow.ts';
import { SIGNATURE_TYPES, signatureLine, verifierKey } from './note.ts';
import { TreeEdge, tileBytes, tilePath } from './tiles.ts';
import { treeHeadText } from './tree-head.ts';

const ORIGIN = 'trade.example/tlog/log';
const { privateKey } = generateKeyPairSync('ed25519');
const key = verifierKey(
  ORIGIN,
  SIGNATURE_TYPES.ed25519,
  Uint8Array.from(createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32)),
);
const keys = { origin: ORIGIN, log: [key] };

/** A log of so many entries; from `changed` on, they are others. */
function logOf(size: number, changed = size): PublishedLog & { readonly tiles: Map<string, Uint8Array> } {
  const edge = new TreeEdge();
  const tiles = new Map<string, Uint8Array>();
  const put = (all: ReturnType<TreeEdge['append']>) => {
    for (const { level, index, hashes } of all) {
      tiles.set(tilePath({ level, index, width: hashes.length }), tileBytes(hashes));
    }
  };
  for (let index = 0; index < size; index += 1) {
    put(edge.append(leafHash(Uint8Array.of(changed <= index ? 1 : 0, index >> 8, index & 255))));
  }
  put(edge.partialTiles());
  const text = treeHeadText({ origin: ORIGIN, size, root: edge.root() });
  const signature = sign(null, Buffer.from(text), privateKey);
  const note = `${text}\n${signatureLine({ name: ORIGIN, id: key.id, bytes: signature })}`;
  return { tiles, head: async () => note, tile: async (path) => tiles.get(path) };
}

const seen = async (size: number) => {
  const verdict = await followLog(logOf(size), keys, undefined);
  if (!verdict.ok) throw new Error(verdict.fault);
  return verdict.head;
};

test.each([
  [1, 2],
  [255, 256],
  [256, 257],
  [300, 1_000],
  [1_000, 1_000],
])('a head of %i that grew to %i goes on', async (older, newer) => {
  expect(await followLog(logOf(newer), keys, await seen(older))).toMatchObject({ ok: true, head: { size: newer } });
});

test.each([
  ['cut off', logOf(299), 'shorter'],
  ['signed twice at one size', logOf(300, 5), 'forked'],
  ['written anew before the head', logOf(400, 299), 'not-extended'],
  ['written anew from its first entry', logOf(1_000, 0), 'not-extended'],
])('a log that was %s is found by whoever kept one head', async (_, log, fault) => {
  const verdict = await followLog(log, keys, await seen(300));
  expect(verdict).toMatchObject({ ok: false, fault });
  expect(isContradiction(fault as 'shorter')).toBe(true);
});

test('tiles of the old history do not help a head of another one', async () => {
  const forged = logOf(400, 299);
  const honest = logOf(400);
  const mixed = { head: forged.head, tile: honest.tile };
  expect(await followLog(mixed, keys, await seen(300))).toMatchObject({ ok: false, fault: 'not-extended' });
});

test('a tile with one bit changed proves nothing', async () => {
  const log = logOf(400);
  const path = tilePath({ level: 0, index: 1, width: 144 });
  log.tiles.set(
    path,
    (log.tiles.get(path) as Uint8Array).map((byte, index) => (index === 5_000 % 144 ? byte ^ 1 : byte)),
  );
  expect((await followLog(log, keys, await seen(300))).ok).toBe(false);
});

test('what is not reached may be there the next time; another key or log is refused', async () => {
  const away = { head: async () => undefined, tile: async () => undefined };
  expect(await followLog(away, keys, await seen(300))).toMatchObject({ fault: 'unreachable' });
  const withoutTiles = { ...logOf(400), tile: async () => undefined };
  expect(await followLog(withoutTiles, keys, await seen(300))).toMatchObject({ fault: 'unreachable' });
  expect(isContradiction('unreachable')).toBe(false);
  expect(await followLog(logOf(400), { origin: ORIGIN, log: [] }, undefined)).toMatchObject({ fault: 'unknown-key' });
  expect(await followLog(logOf(400), { origin: 'other', log: [key] }, undefined)).toMatchObject({ fault: 'other-log' });
});
