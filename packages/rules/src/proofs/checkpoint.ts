/**
 * A checkpoint names the whole state of the core after one entry of its log, signed: whoever has
 * the state can tell that it is the one that was signed, and go on from there without the entries
 * before it.
 */
import { fromHex, signatureHolds } from '../receipt.ts';
import type { LogHead } from './anchor.ts';

/** Hashes, key and signature as lower-case hex, times in epoch ms. */
export type Checkpoint = LogHead & {
  readonly version: 1;
  /** How the state was encoded. */
  readonly format: number;
  /** The version of the rules that the core decided by. */
  readonly rules: number;
  readonly root: string;
  readonly accounts: number;
  readonly rows: number;
  readonly at: number;
  readonly publicKey: string;
  readonly signature: string;
};

const HASH_BYTES = 32;
const DOMAIN = new TextEncoder().encode('glasshouse/checkpoint/1\n');

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && 0 <= (value as number);

/**
 * `"glasshouse/checkpoint/1\n" ‖ seq ‖ format ‖ rules ‖ accounts ‖ rows ‖ at ‖ hash (32) ‖
 * root (32)`, numbers as 8 bytes big-endian. Undefined for what cannot be a checkpoint.
 */
export function checkpointBytes(checkpoint: Omit<Checkpoint, 'publicKey' | 'signature'>): Uint8Array | undefined {
  const hash = fromHex(checkpoint.hash, HASH_BYTES);
  const root = fromHex(checkpoint.root, HASH_BYTES);
  const numbers = [
    checkpoint.seq,
    checkpoint.format,
    checkpoint.rules,
    checkpoint.accounts,
    checkpoint.rows,
    checkpoint.at,
  ];
  if (hash === undefined || root === undefined || !numbers.every(isCount)) return undefined;
  const bytes = new Uint8Array(DOMAIN.length + 8 * numbers.length + 2 * HASH_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(DOMAIN);
  let offset = DOMAIN.length;
  for (const number of numbers) {
    view.setBigUint64(offset, BigInt(number));
    offset += 8;
  }
  bytes.set(hash, offset);
  bytes.set(root, offset + HASH_BYTES);
  return bytes;
}

/** Parses untrusted input; undefined for anything that is no checkpoint. */
export function readCheckpoint(value: unknown): Checkpoint | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const checkpoint = value as Checkpoint;
  if (checkpoint.version !== 1 || checkpointBytes(checkpoint) === undefined) return undefined;
  if (fromHex(checkpoint.publicKey, 32) === undefined || fromHex(checkpoint.signature, 64) === undefined)
    return undefined;
  const { version, seq, hash, format, rules, root, accounts, rows, at, publicKey, signature } = checkpoint;
  return { version, seq, hash, format, rules, root, accounts, rows, at, publicKey, signature };
}

/** Whether the key in the checkpoint signed it; whose key it is, is for the caller to know. */
export function isCheckpointSigned(checkpoint: Checkpoint): boolean {
  const bytes = checkpointBytes(checkpoint);
  const key = fromHex(checkpoint.publicKey, 32);
  const signature = fromHex(checkpoint.signature, 64);
  return bytes !== undefined && key !== undefined && signature !== undefined && signatureHolds(signature, bytes, key);
}
