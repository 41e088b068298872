/**
 * A tick receipt proves to anybody, offline, that a price was on this installation's tape in a
 * given minute. It holds the path from the tick to the minute's root and the signature over that
 * root, its minute and the hash of the minute before.
 */
import { hashes, verify } from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { rootFromPath, TREE_DEPTH_MAX } from './merkle.ts';
import { type HashedTick, isHashable, minuteBytes, minuteOf, tickHash } from './tick-hash.ts';

// Pages served without TLS have no WebCrypto, so signatures are verified in plain JavaScript.
hashes.sha512 = sha512;

/** Hashes, keys and signatures as lower-case hex. `minute` in epoch ms. */
export interface TickReceipt {
  readonly version: 1;
  readonly tick: HashedTick;
  readonly minute: number;
  readonly tickCount: number;
  /** Place of the tick among the minute's ticks, ordered by code, then seq. */
  readonly index: number;
  readonly path: readonly string[];
  readonly root: string;
  readonly previousRootHash: string;
  readonly signature: string;
  readonly publicKey: string;
}

/** In the order they are checked. */
export const RECEIPT_FAULTS = ['malformed', 'wrong-minute', 'wrong-root', 'wrong-signature', 'unknown-key'] as const;
export type ReceiptFault = (typeof RECEIPT_FAULTS)[number];
export type ReceiptVerdict =
  | { readonly ok: true; readonly keyId: string }
  | { readonly ok: false; readonly fault: ReceiptFault };

const HEX = '0123456789abcdef';
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX[byte >>> 4]! + HEX[byte & 15]!;
  return text;
}

/** Exactly `length` bytes of lower-case hex; undefined for anything else. */
export function fromHex(text: unknown, length: number): Uint8Array | undefined {
  if (typeof text !== 'string' || text.length !== 2 * length || !/^[0-9a-f]*$/.test(text)) return undefined;
  return Uint8Array.from({ length }, (_, index) => Number.parseInt(text.slice(2 * index, 2 * index + 2), 16));
}

/** Id of a signing key: the first eight bytes of its SHA-256. */
export const keyIdOf = (publicKey: Uint8Array): string => toHex(sha256(publicKey).subarray(0, 8));

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses untrusted input. */
function parseTick(value: unknown): HashedTick | undefined {
  if (!isObject(value) || typeof value.code !== 'string') return undefined;
  const { code, seq, bid, ask, mid, precision, at } = value;
  const numbers = [seq, bid, ask, mid, precision, at];
  if (!numbers.every((number) => typeof number === 'number')) return undefined;
  const tick = { code, seq, bid, ask, mid, precision, at } as HashedTick;
  return isHashable(tick) ? tick : undefined;
}

/**
 * Verifies a receipt; accepts any value and never throws. A receipt carries its own key, so alone
 * it only proves that the holder of that key signed. Pass the installation's published keys as
 * `trusted` to prove who that was.
 */
export function verifyReceipt(receipt: unknown, trusted?: readonly string[]): ReceiptVerdict {
  const refuse = (fault: ReceiptFault): ReceiptVerdict => ({ ok: false, fault });
  if (!isObject(receipt) || receipt.version !== 1 || !Array.isArray(receipt.path)) return refuse('malformed');
  if (TREE_DEPTH_MAX < receipt.path.length) return refuse('malformed');
  const tick = parseTick(receipt.tick);
  const { minute, tickCount, index } = receipt;
  const root = fromHex(receipt.root, 32);
  const previousHash = fromHex(receipt.previousRootHash, 32);
  const signature = fromHex(receipt.signature, 64);
  const publicKey = fromHex(receipt.publicKey, 32);
  const path = receipt.path.map((sibling) => fromHex(sibling, 32));
  if (tick === undefined || root === undefined || previousHash === undefined) return refuse('malformed');
  if (signature === undefined || publicKey === undefined) return refuse('malformed');
  if (!path.every((sibling) => sibling !== undefined)) return refuse('malformed');
  if (typeof minute !== 'number' || typeof tickCount !== 'number' || typeof index !== 'number') {
    return refuse('malformed');
  }
  if (!Number.isSafeInteger(tickCount) || tickCount < 1) return refuse('malformed');
  if (minute !== minuteOf(tick.at)) return refuse('wrong-minute');

  const reached = rootFromPath(tickHash(tick), { index, size: tickCount }, path);
  if (reached === undefined || toHex(reached) !== receipt.root) return refuse('wrong-root');

  const signed = minuteBytes({ at: minute, tickCount, root, previousHash });
  if (!signatureHolds(signature, signed, publicKey)) return refuse('wrong-signature');
  const key = toHex(publicKey);
  if (trusted !== undefined && !trusted.includes(key)) return refuse('unknown-key');
  return { ok: true, keyId: keyIdOf(publicKey) };
}

/** RFC 8032 to the letter (no cofactored check), so that one signature has one form. */
export function signatureHolds(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  const name = toHex(signature) + toHex(publicKey) + toHex(sha256(message));
  if (verified.has(name)) return true;
  try {
    if (!verify(signature, message, publicKey, { zip215: false })) return false;
  } catch {
    return false;
  }
  if (VERIFIED_MAX <= verified.size) verified.clear();
  verified.add(name);
  return true;
}

/** All ticks of one minute share a signature, and verifying one takes milliseconds. */
const verified = new Set<string>();
const VERIFIED_MAX = 256;
