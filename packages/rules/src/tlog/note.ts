/**
 * Signed notes by C2SP `signed-note`: a text, an empty line, and lines of signatures, each with the
 * name and id of its key. Ed25519 alone (type 1, and type 4 for cosignatures of witnesses).
 */
import { hashes, verify } from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { fromHex, toHex } from '../receipt.ts';
import { fromBase64, toBase64 } from './base64.ts';

// Pages served without TLS have no WebCrypto, so signatures are verified in plain JavaScript.
hashes.sha512 = sha512;

/** Bytes before the public key in a verifier key, and in what a key id is the hash of. */
export const SIGNATURE_TYPES = { ed25519: 1, cosignature: 4 } as const;
export type SignatureType = (typeof SIGNATURE_TYPES)[keyof typeof SIGNATURE_TYPES];

const KEY_ID_BYTES = 4;
const PUBLIC_KEY_BYTES = 32;
const ED25519_BYTES = 64;
const NOTE_CHARACTERS_MAX = 1_000_000;
const SIGNATURES_MAX = 100;

export interface VerifierKey {
  readonly name: string;
  /** Four bytes as lower-case hex. */
  readonly id: string;
  readonly type: SignatureType;
  readonly publicKey: Uint8Array;
}

export interface NoteSignature {
  readonly name: string;
  readonly id: string;
  readonly bytes: Uint8Array;
}

export interface SignedNote {
  /** Ends with a newline. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

const encoder = new TextEncoder();

/** Neither empty nor with a space or a plus, which separate it from what follows. */
export const isKeyName = (name: string): boolean => name !== '' && !/[\s+\p{Z}\p{Cc}]/u.test(name);

function keyIdOf(name: string, type: SignatureType, publicKey: Uint8Array): string {
  return toHex(sha256(concat(encoder.encode(`${name}\n`), Uint8Array.of(type), publicKey)).subarray(0, KEY_ID_BYTES));
}

/** Throws a RangeError for a name or a key that no note may have. */
export function verifierKey(name: string, type: SignatureType, publicKey: Uint8Array): VerifierKey {
  if (!isKeyName(name)) throw new RangeError(`no name of a key: ${name}`);
  if (publicKey.length !== PUBLIC_KEY_BYTES) throw new RangeError(`a key of ${publicKey.length} bytes`);
  return { name, id: keyIdOf(name, type, publicKey), type, publicKey };
}

/** `<name>+<id>+<base64 of type and public key>`, as operators exchange it. */
export const formatVerifierKey = ({ name, id, type, publicKey }: VerifierKey): string =>
  `${name}+${id}+${toBase64(concat(Uint8Array.of(type), publicKey))}`;

/** Undefined for another type of key, and where the id is not the one of name and key. */
export function readVerifierKey(text: string): VerifierKey | undefined {
  const match = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text);
  if (match === null) return undefined;
  const [, name = '', id = '', encoded = ''] = match;
  const bytes = fromBase64(encoded);
  const type = Object.values(SIGNATURE_TYPES).find((known) => known === bytes?.[0]);
  if (bytes?.length !== 1 + PUBLIC_KEY_BYTES || type === undefined || !isKeyName(name)) return undefined;
  const key = verifierKey(name, type, bytes.slice(1));
  return key.id === id ? key : undefined;
}

/** `— <name> <base64 of key id and signature>`, with its newline. */
export function signatureLine({ name, id, bytes }: NoteSignature): string {
  const keyId = fromHex(id, KEY_ID_BYTES);
  if (keyId === undefined) throw new RangeError(`no key id: ${id}`);
  return `— ${name} ${toBase64(concat(keyId, bytes))}\n`;
}

export const formatNote = ({ text, signatures }: SignedNote): string =>
  `${text}\n${signatures.map(signatureLine).join('')}`;

/** Undefined for what is no line of a signature. */
export function readSignatureLine(line: string): NoteSignature | undefined {
  const match = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/u.exec(line);
  if (match === null) return undefined;
  const [, name = '', encoded = ''] = match;
  const bytes = fromBase64(encoded);
  if (bytes === undefined || bytes.length <= KEY_ID_BYTES || !isKeyName(name)) return undefined;
  return { name, id: toHex(bytes.subarray(0, KEY_ID_BYTES)), bytes: bytes.slice(KEY_ID_BYTES) };
}

/** Untrusted text; undefined for anything that is no signed note. */
export function readNote(note: string): SignedNote | undefined {
  if (NOTE_CHARACTERS_MAX < note.length || !note.isWellFormed() || hasControls(note)) return undefined;
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return undefined;
  const lines = note.slice(end + 2, -1).split('\n');
  if (SIGNATURES_MAX < lines.length) return undefined;
  const signatures: NoteSignature[] = [];
  for (const line of lines) {
    const signature = readSignatureLine(line);
    if (signature === undefined) return undefined;
    signatures.push(signature);
  }
  return { text: note.slice(0, end + 1), signatures };
}

function hasControls(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 && code !== 0x0a) return true;
  }
  return false;
}

/** What a key of each type signs of a note. */
type SignedBytes = (
  note: SignedNote,
  signature: NoteSignature,
) => { message: Uint8Array; signature: Uint8Array } | undefined;

const SIGNED: { readonly [Type in SignatureType]: SignedBytes } = {
  [SIGNATURE_TYPES.ed25519]: ({ text }, { bytes }) => ({ message: encoder.encode(text), signature: bytes }),
  [SIGNATURE_TYPES.cosignature]: ({ text }, { bytes }) => {
    const time = cosignatureTime(bytes);
    return time === undefined ? undefined : { message: cosignedBytes(text, time), signature: bytes.slice(TIME_BYTES) };
  },
};

/** Verified signatures, or that one of a known key is wrong: then nothing of the note holds. */
export function verifySignatures(
  note: SignedNote,
  keys: readonly VerifierKey[],
): readonly (NoteSignature & { readonly key: VerifierKey })[] | undefined {
  const verified: (NoteSignature & { readonly key: VerifierKey })[] = [];
  for (const signature of note.signatures) {
    // Name and id together say which key it is: others are somebody else's business.
    const key = keys.find(({ name, id }) => name === signature.name && id === signature.id);
    if (key === undefined) continue;
    const signed = SIGNED[key.type](note, signature);
    if (signed === undefined || !isSigned(signed.signature, signed.message, key.publicKey)) return undefined;
    if (!verified.some((known) => known.key === key)) verified.push({ ...signature, key });
  }
  return verified;
}

function isSigned(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.length !== ED25519_BYTES) return false;
  try {
    // By RFC 8032: what it refuses, a strict verifier elsewhere refuses too.
    return verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
}

const TIME_BYTES = 8;

/** Seconds since 1970 in a cosignature; undefined where there are none. */
export function cosignatureTime(bytes: Uint8Array): number | undefined {
  if (bytes.length !== TIME_BYTES + ED25519_BYTES) return undefined;
  const time = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
  return time <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(time) : undefined;
}

/** What a witness signs: the whole text of the note, and when. */
export const cosignedBytes = (text: string, seconds: number): Uint8Array =>
  encoder.encode(`cosignature/v1\ntime ${seconds}\n${text}`);

/** A cosignature as it stands in a note: the time in eight bytes, then the signature. */
export function cosignatureBytes(seconds: number, signature: Uint8Array): Uint8Array {
  const time = new Uint8Array(TIME_BYTES);
  new DataView(time.buffer).setBigUint64(0, BigInt(seconds));
  return concat(time, signature);
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
