/** Notes, heads, proofs of inclusion and the decision of a witness, with keys of Node. */
import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { leafHash } from '../merkle.ts';
import { formatInclusionProof, readInclusionProof, verifyInclusionProof } from './inclusion.ts';
import {
  cosignatureBytes,
  cosignatureTime,
  cosignedBytes,
  formatNote,
  formatVerifierKey,
  readNote,
  readVerifierKey,
  SIGNATURE_TYPES,
  type SignatureType,
  signatureLine,
  type VerifierKey,
  verifierKey,
  verifySignatures,
} from './note.ts';
import { TiledTree, type TileReader, TreeEdge } from './tiles.ts';
import { emptyRoot, rootOf } from './tree.ts';
import { readTreeHead, type TreeHead, treeHeadText, verifyTreeHead } from './tree-head.ts';
import { decideOnHead, formatAddHead, isForked, readAddHead, readCosignatures } from './witness.ts';

const EXAMPLE_KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const EXAMPLE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;

const ORIGIN = 'glasshouse.example/log';

interface Signer {
  readonly key: VerifierKey;
  readonly sign: (text: string) => string;
}

function signer(name: string, type: SignatureType = SIGNATURE_TYPES.ed25519, seconds = 1_764_600_000): Signer {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = verifierKey(name, type, rawKey(privateKey));
  const bytesOf = (text: string): Uint8Array =>
    type === SIGNATURE_TYPES.ed25519
      ? sign(null, Buffer.from(text), privateKey)
      : cosignatureBytes(seconds, sign(null, cosignedBytes(text, seconds), privateKey));
  return { key, sign: (text) => signatureLine({ name, id: key.id, bytes: bytesOf(text) }) };
}

const rawKey = (privateKey: KeyObject): Uint8Array =>
  Uint8Array.from(createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32));

const leavesOf = (count: number, salt = 0): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => leafHash(Uint8Array.of(salt, index)));
const headOf = (count: number, salt = 0): TreeHead => ({
  origin: ORIGIN,
  size: count,
  root: count === 0 ? emptyRoot() : rootOf(leavesOf(count, salt)),
});
const treeOf = (count: number): TiledTree => {
  const edge = new TreeEdge();
  for (const leaf of leavesOf(count)) edge.append(leaf);
  const tiles = edge.partialTiles();
  const read: TileReader = async ({ level, index }) =>
    tiles.find((tile) => tile.level === level && tile.index === index)?.hashes;
  return new TiledTree(count, read);
};
const signedHead = (head: TreeHead, ...signers: readonly Signer[]): string => {
  const text = treeHeadText(head);
  return `${text}\n${signers.map((by) => by.sign(text)).join('')}`;
};

describe('notes', () => {
  test('the example of the specification holds, and not with a letter changed', () => {
    const key = readVerifierKey(EXAMPLE_KEY)!;
    expect(formatVerifierKey(key)).toBe(EXAMPLE_KEY);
    const note = readNote(EXAMPLE)!;
    expect(formatNote(note)).toBe(EXAMPLE);
    expect(verifySignatures(note, [key])).toHaveLength(1);
    expect(verifySignatures(readNote(EXAMPLE.replace('example message', 'example massage'))!, [key])).toBeUndefined();
    expect(verifySignatures(note, [])).toEqual([]);
  });

  test('a key whose id is not its own, of another type or with a bad name is refused', () => {
    expect(readVerifierKey(EXAMPLE_KEY.replace('530d903a', '530d903b'))).toBeUndefined();
    expect(readVerifierKey(EXAMPLE_KEY.replace('AekyeR', 'AukyeR'))).toBeUndefined();
    expect(readVerifierKey(EXAMPLE_KEY.replace('example.com/foo', 'example com/foo'))).toBeUndefined();
    expect(() => verifierKey('a+b', SIGNATURE_TYPES.ed25519, new Uint8Array(32))).toThrow(RangeError);
    expect(() => verifierKey('a', SIGNATURE_TYPES.ed25519, new Uint8Array(31))).toThrow(RangeError);
  });

  test.each([
    ['no empty line', EXAMPLE.replace('\n\n', '\n')],
    ['no newline at the end', EXAMPLE.slice(0, -1)],
    ['a control character', EXAMPLE.replace('This', 'Th\tis')],
    ['a carriage return', EXAMPLE.replaceAll('\n', '\r\n')],
    ['a hyphen for the dash', EXAMPLE.replace('—', '-')],
    ['no signature', EXAMPLE.slice(0, EXAMPLE.indexOf('—'))],
    ['base64 with another spelling', EXAMPLE.replace('yaQM=', 'yaQN=')],
    ['half a character', EXAMPLE.replace('This', '\ud800')],
    ['text after the signatures', `${EXAMPLE}more\n`],
    ['nothing', ''],
  ])('%s is no note', (_, text) => {
    expect(readNote(text)).toBeUndefined();
  });

  test('the last empty line separates: a text may have some of its own', () => {
    const by = signer('poet.example/salvatore');
    const text = 'trafitto da un raggio di sole:\n\ned è subito sera.\n';
    expect(verifySignatures(readNote(`${text}\n${by.sign(text)}`)!, [by.key])).toHaveLength(1);
  });
});

describe('heads of a log', () => {
  const log = signer(ORIGIN);
  const keys = { origin: ORIGIN, log: [log.key] };

  test('a signed head is what its log says, with the cosignatures of known witnesses', () => {
    const witness = signer('witness.example/w1', SIGNATURE_TYPES.cosignature);
    const stranger = signer('witness.example/w2', SIGNATURE_TYPES.cosignature);
    const text = signedHead(headOf(5), log, witness, stranger);
    const verdict = verifyTreeHead(text, { ...keys, witnesses: [witness.key] });
    expect(verdict).toMatchObject({ ok: true, head: { size: 5 }, cosignatures: [{ name: 'witness.example/w1' }] });
    if (verdict.ok) expect(cosignatureTime(verdict.cosignatures[0]!.bytes)).toBe(1_764_600_000);
    expect(readTreeHead(treeHeadText(headOf(5)))).toEqual(headOf(5));
  });

  test('a witness alone is not the log, nor is another key of its name', () => {
    const witness = signer('witness.example/w1', SIGNATURE_TYPES.cosignature);
    const impostor = signer(ORIGIN);
    const all = { ...keys, witnesses: [witness.key] };
    expect(verifyTreeHead(signedHead(headOf(5), witness), all)).toEqual({ ok: false, fault: 'unknown-key' });
    expect(verifyTreeHead(signedHead(headOf(5), impostor), all)).toEqual({ ok: false, fault: 'unknown-key' });
  });

  test('a forged line of a known witness breaks the whole note', () => {
    const witness = signer('witness.example/w1', SIGNATURE_TYPES.cosignature);
    const forged = witness.sign(treeHeadText(headOf(6)));
    const text = `${signedHead(headOf(5), log)}${forged}`;
    expect(verifyTreeHead(text, { ...keys, witnesses: [witness.key] })).toEqual({
      ok: false,
      fault: 'wrong-signature',
    });
  });

  test('a cosignature with another time does not hold', () => {
    const witness = signer('witness.example/w1', SIGNATURE_TYPES.cosignature);
    const text = treeHeadText(headOf(5));
    const note = readNote(`${text}\n${witness.sign(text)}`)!;
    const [line] = note.signatures;
    const later = Uint8Array.from(line!.bytes);
    later[7]! ^= 1;
    expect(verifySignatures(note, [witness.key])).toHaveLength(1);
    expect(verifySignatures({ ...note, signatures: [{ ...line!, bytes: later }] }, [witness.key])).toBeUndefined();
  });

  test('another log, another root and another size are found', () => {
    const text = signedHead(headOf(5), log);
    expect(verifyTreeHead(text, { ...keys, origin: 'elsewhere.example/log' })).toMatchObject({ fault: 'other-log' });
    expect(verifyTreeHead(text.replace('\n5\n', '\n6\n'), keys)).toMatchObject({ fault: 'wrong-signature' });
    expect(verifyTreeHead('', keys)).toMatchObject({ fault: 'malformed' });
    expect(isForked(headOf(5), headOf(5, 1))).toBe(true);
    expect(isForked(headOf(5), headOf(6, 1))).toBe(false);
  });

  test.each([
    ['a size with a leading zero', 'log\n05\nROOT\n'],
    ['a size beyond exact numbers', 'log\n9007199254740993\nROOT\n'],
    ['an empty origin', '\n5\nROOT\n'],
    ['an empty extension', 'log\n5\nROOT\n\n'],
    ['no last newline', 'log\n5\nROOT'],
    ['a short root', 'log\n5\nAAAA\n'],
    ['the root of the empty tree left out', 'log\n0\nROOT\n'],
  ])('%s makes no head', (_, text) => {
    const root = treeHeadText(headOf(5)).split('\n')[2]!;
    expect(readTreeHead('log\n5\nROOT\nextension\n'.replace('ROOT', root))).toBeDefined();
    expect(readTreeHead(text.replace('ROOT', root))).toBeUndefined();
  });
});

describe('proofs of inclusion', () => {
  const log = signer(ORIGIN);
  const keys = { origin: ORIGIN, log: [log.key] };
  const proofOf = async (index: number, count: number, extra?: Uint8Array) =>
    formatInclusionProof({
      index,
      hashes: await treeOf(count).inclusionProof(index),
      head: signedHead(headOf(count), log),
      ...(extra !== undefined && { extra }),
    });

  test('an entry is in the log at its place alone', async () => {
    const text = await proofOf(7, 11, Uint8Array.of(1, 2));
    const proof = readInclusionProof(text)!;
    expect(formatInclusionProof(proof)).toBe(text);
    expect(proof.extra).toEqual(Uint8Array.of(1, 2));
    expect(verifyInclusionProof(Uint8Array.of(0, 7), proof, keys)).toMatchObject({ ok: true, head: { size: 11 } });
    expect(verifyInclusionProof(Uint8Array.of(0, 6), proof, keys)).toMatchObject({ fault: 'not-included' });
    expect(verifyInclusionProof(Uint8Array.of(0, 7), { ...proof, index: 6 }, keys)).toMatchObject({
      fault: 'not-included',
    });
    expect(verifyInclusionProof(Uint8Array.of(0, 7), { ...proof, head: '' }, keys)).toMatchObject({
      fault: 'malformed',
    });
  });

  test('the only entry needs no hashes', async () => {
    const proof = readInclusionProof(await proofOf(0, 1))!;
    expect(proof.hashes).toEqual([]);
    expect(verifyInclusionProof(Uint8Array.of(0, 0), proof, keys).ok).toBe(true);
  });

  test.each([
    ['another title', (text: string) => text.replace('@v1', '@v2')],
    ['no index', (text: string) => text.replace(/index \d+\n/, '')],
    ['an index with a sign', (text: string) => text.replace('index 7', 'index -7')],
    ['a hash cut off', (text: string) => text.replace(/\n([A-Za-z0-9+/]{43}=)\n/, '\nAAAA\n')],
    ['no head', (text: string) => text.slice(0, text.indexOf('\n\n'))],
  ])('%s is no proof', async (_, change) => {
    expect(readInclusionProof(change(await proofOf(7, 11)))).toBeUndefined();
  });
});

describe('a witness', () => {
  const log = signer(ORIGIN);
  const request = async (older: number, count: number, by = log) => ({
    older,
    proof: await treeOf(count).consistencyProof(older),
    head: signedHead(headOf(count), by),
  });
  const known = (count: number) => ({ keys: [log.key], last: count === 0 ? undefined : headOf(count) });

  test('signs the first head and each that goes on from the last', async () => {
    expect(decideOnHead(await request(0, 5), known(0))).toMatchObject({ ok: true, head: { size: 5 } });
    expect(decideOnHead(await request(5, 9), known(5))).toMatchObject({ ok: true, head: { size: 9 } });
    expect(decideOnHead(await request(9, 9), known(9))).toMatchObject({ ok: true });
    const text = formatAddHead(await request(5, 9));
    expect(formatAddHead(readAddHead(text)!)).toBe(text);
  });

  test('names the size that it signed last, so that a log catches up', async () => {
    expect(decideOnHead(await request(0, 9), known(5))).toMatchObject({ refusal: { status: 409, size: 5 } });
    expect(decideOnHead(await request(5, 9), known(0))).toMatchObject({ refusal: { status: 409, size: 0 } });
  });

  test('refuses a second history, a shorter log and a forged proof', async () => {
    const good = await request(5, 9);
    const forked = { ...good, head: signedHead(headOf(9, 1), log) };
    expect(decideOnHead(forked, known(5))).toMatchObject({ refusal: { status: 422 } });
    const twin = { older: 9, proof: [], head: signedHead(headOf(9, 1), log) };
    expect(decideOnHead(twin, known(9))).toMatchObject({ refusal: { status: 422 } });
    const shorter = { older: 9, proof: [], head: signedHead(headOf(5), log) };
    expect(decideOnHead(shorter, known(9))).toMatchObject({ refusal: { status: 400 } });
    const forged = { ...good, proof: good.proof.map((hash) => hash.map((byte) => byte ^ 1)) };
    expect(decideOnHead(forged, known(5))).toMatchObject({ refusal: { status: 422 } });
    const needless = { ...(await request(0, 5)), proof: [headOf(5).root] };
    expect(decideOnHead(needless, known(0))).toMatchObject({ refusal: { status: 422 } });
  });

  test('refuses a log that it does not know, and a key that is not the log’s', async () => {
    expect(decideOnHead(await request(0, 5), { keys: undefined, last: undefined })).toMatchObject({
      refusal: { status: 404 },
    });
    expect(decideOnHead(await request(0, 5, signer(ORIGIN)), known(0))).toMatchObject({ refusal: { status: 403 } });
    expect(decideOnHead({ older: 0, proof: [], head: 'nothing' }, known(0))).toMatchObject({
      refusal: { status: 400 },
    });
  });

  test('its answer is lines of signatures and nothing else', () => {
    const witness = signer('witness.example/w1', SIGNATURE_TYPES.cosignature);
    const line = witness.sign(treeHeadText(headOf(5)));
    expect(readCosignatures(line)).toHaveLength(1);
    expect(readCosignatures(`${line}more\n`)).toBeUndefined();
    expect(readCosignatures('')).toBeUndefined();
  });

  test.each(['', 'old 5', 'old 05\n\nx', 'new 5\n\nx', 'old 5\nAAAA\n\nx', `old 5\n${'A'.repeat(43)}=\n`.repeat(2)])(
    '%j is no request',
    (text) => {
      expect(readAddHead(text)).toBeUndefined();
    },
  );
});
