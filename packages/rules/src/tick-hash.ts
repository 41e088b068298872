/**
 * The exact bytes that are hashed and signed. They are part of the public protocol: changing one
 * byte invalidates every earlier receipt, so a new layout gets a new prefix ("…/2") beside the old
 * one.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { HASH_BYTES, leafHash, type Sha256 } from './merkle.ts';

/** A tick as hashed: prices in points (integers of 10^-precision), `at` in epoch ms. */
export interface HashedTick {
  readonly code: string;
  readonly seq: number;
  readonly bid: number;
  readonly ask: number;
  readonly mid: number;
  readonly precision: number;
  readonly at: number;
}

/** Signed once a minute. `at` is the minute's first millisecond. */
export interface MinuteHeader {
  readonly at: number;
  readonly tickCount: number;
  readonly root: Uint8Array;
  /** `minuteHash` of the minute before; 32 zero bytes for the very first. */
  readonly previousHash: Uint8Array;
}

export const MINUTE_MS = 60_000;
export const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS) * MINUTE_MS;

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const TICK_DOMAIN = ascii('glasshouse/tick/1\n');
const MINUTE_DOMAIN = ascii('glasshouse/minute/1\n');

export const CODE_LENGTH_MAX = 32;
export const PRECISION_MAX = 10;
const CODE = new RegExp(`^[\\x21-\\x7e]{1,${CODE_LENGTH_MAX}}$`);

const isCount = (value: number): boolean => Number.isSafeInteger(value) && 0 <= value;

/**
 * Whether the tick has canonical bytes: printable ASCII code, non-negative safe integers, bid ≤ mid
 * ≤ ask.
 */
export function isHashable(tick: HashedTick): boolean {
  return (
    CODE.test(tick.code) &&
    isCount(tick.seq) &&
    isCount(tick.bid) &&
    isCount(tick.ask) &&
    isCount(tick.mid) &&
    isCount(tick.at) &&
    isCount(tick.precision) &&
    tick.precision <= PRECISION_MAX &&
    tick.bid <= tick.mid &&
    tick.mid <= tick.ask
  );
}

function writeU64(view: DataView, offset: number, value: number): void {
  view.setUint32(offset, Math.floor(value / 2 ** 32));
  view.setUint32(offset + 4, value % 2 ** 32);
}

/**
 * `"glasshouse/tick/1\n" ‖ length of code (1 byte) ‖ code ‖ precision (1 byte) ‖ seq ‖ bid ‖ ask ‖
 * mid ‖ at`, the last five as 8 bytes big-endian. Throws on a tick that is not hashable.
 */
export function tickBytes(tick: HashedTick): Uint8Array {
  if (!isHashable(tick)) throw new RangeError(`tick ${tick.code} ${tick.seq} has no canonical bytes`);
  const fixed = TICK_DOMAIN.length;
  const length = tick.code.length;
  const bytes = new Uint8Array(fixed + 2 + length + 40);
  bytes.set(TICK_DOMAIN);
  bytes[fixed] = length;
  for (let index = 0; index < length; index += 1) bytes[fixed + 1 + index] = tick.code.charCodeAt(index);
  bytes[fixed + 1 + length] = tick.precision;
  const view = new DataView(bytes.buffer);
  let offset = fixed + 2 + length;
  for (const value of [tick.seq, tick.bid, tick.ask, tick.mid, tick.at]) {
    writeU64(view, offset, value);
    offset += 8;
  }
  return bytes;
}

export const tickHash = (tick: HashedTick, hash: Sha256 = sha256): Uint8Array => leafHash(tickBytes(tick), hash);

/**
 * `"glasshouse/minute/1\n" ‖ at (8 bytes) ‖ tickCount (8 bytes) ‖ root (32) ‖ previousHash (32)`:
 * what is signed.
 */
export function minuteBytes(minute: MinuteHeader): Uint8Array {
  if (!isCount(minute.at) || minute.at % MINUTE_MS !== 0) throw new RangeError(`${minute.at} is not a minute`);
  if (!isCount(minute.tickCount)) throw new RangeError(`${minute.tickCount} is not a count`);
  if (minute.root.length !== HASH_BYTES || minute.previousHash.length !== HASH_BYTES) {
    throw new RangeError('a hash has 32 bytes');
  }
  const fixed = MINUTE_DOMAIN.length;
  const bytes = new Uint8Array(fixed + 16 + 2 * HASH_BYTES);
  bytes.set(MINUTE_DOMAIN);
  const view = new DataView(bytes.buffer);
  writeU64(view, fixed, minute.at);
  writeU64(view, fixed + 8, minute.tickCount);
  bytes.set(minute.root, fixed + 16);
  bytes.set(minute.previousHash, fixed + 16 + HASH_BYTES);
  return bytes;
}

/** Links the chain: the next minute carries it as `previousHash`. */
export const minuteHash = (minute: MinuteHeader, hash: Sha256 = sha256): Uint8Array => hash(minuteBytes(minute));

/** Leaf order within a minute: by code (as ASCII), then by sequence. */
export function compareTicks(left: { code: string; seq: number }, right: { code: string; seq: number }): number {
  if (left.code !== right.code) return left.code < right.code ? -1 : 1;
  return left.seq - right.seq;
}
