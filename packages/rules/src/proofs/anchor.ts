/**
 * An anchor names the head of the command log and of the tape at one moment, signed. Whoever keeps
 * one can show later that what it names was changed or lost, and two people who compare theirs
 * find out whether they were told the same history.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { fromHex, signatureHolds, toHex } from '../receipt.ts';
import { MINUTE_MS, minuteBytes } from '../tick-hash.ts';

/** The last durable entry of the command log. */
export type LogHead = { readonly seq: number; readonly hash: string };

/** Hashes, key and signature as lower-case hex, times in epoch ms. */
export type Anchor = LogHead & {
  readonly version: 1;
  readonly at: number;
  /** The last signed minute of the tape and the hash of its header; null before the first. */
  readonly minute: number | null;
  readonly minuteHash: string | null;
  readonly publicKey: string;
  readonly signature: string;
};

const HASH_BYTES = 32;
const DOMAIN = new TextEncoder().encode('glasshouse/anchor/1\n');

type Unsigned = Omit<Anchor, 'publicKey' | 'signature'>;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && 0 <= (value as number);

/**
 * `"glasshouse/anchor/1\n" ‖ seq ‖ hash (32) ‖ at ‖ minute ‖ minuteHash (32)`, numbers as 8 bytes
 * big-endian; without a minute both are zero. Undefined for what cannot be an anchor.
 */
export function anchorBytes(anchor: Unsigned): Uint8Array | undefined {
  const hash = fromHex(anchor.hash, HASH_BYTES);
  const minuteHash = anchor.minuteHash === null ? new Uint8Array(HASH_BYTES) : fromHex(anchor.minuteHash, HASH_BYTES);
  const minute = anchor.minute ?? 0;
  if (hash === undefined || minuteHash === undefined || (anchor.minute === null) !== (anchor.minuteHash === null))
    return;
  if (!isCount(anchor.seq) || !isCount(anchor.at) || !isCount(minute) || minute % MINUTE_MS !== 0) return;
  const bytes = new Uint8Array(DOMAIN.length + 24 + 2 * HASH_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(DOMAIN);
  let offset = DOMAIN.length;
  const number = (value: number): void => {
    view.setBigUint64(offset, BigInt(value));
    offset += 8;
  };
  number(anchor.seq);
  bytes.set(hash, offset);
  offset += HASH_BYTES;
  number(anchor.at);
  number(minute);
  bytes.set(minuteHash, offset);
  return bytes;
}

/** Parses untrusted input; undefined for anything that is no anchor. */
export function readAnchor(value: unknown): Anchor | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const anchor = value as Anchor;
  if (anchor.version !== 1 || anchorBytes(anchor) === undefined) return undefined;
  if (fromHex(anchor.publicKey, 32) === undefined || fromHex(anchor.signature, 64) === undefined) return undefined;
  const { version, seq, hash, at, minute, minuteHash, publicKey, signature } = anchor;
  return { version, seq, hash, at, minute, minuteHash, publicKey, signature };
}

/** Whether the key in the anchor signed it; whose key it is, is for the caller to know. */
export function isAnchorSigned(anchor: Anchor): boolean {
  const bytes = anchorBytes(anchor);
  const key = fromHex(anchor.publicKey, 32);
  const signature = fromHex(anchor.signature, 64);
  return bytes !== undefined && key !== undefined && signature !== undefined && signatureHolds(signature, bytes, key);
}

/** Something that somebody was told of the log or the tape. */
export type AnchorStatement = {
  /** For the report: the file, the order, the time. */
  readonly source: string;
  readonly log?: LogHead;
  readonly minute?: { readonly at: number; readonly hash: string };
};

export const statementBy = (anchor: Anchor, source: string): AnchorStatement => ({
  source,
  log: { seq: anchor.seq, hash: anchor.hash },
  ...(anchor.minute === null || anchor.minuteHash === null
    ? {}
    : { minute: { at: anchor.minute, hash: anchor.minuteHash } }),
});

/** Every two that name one place of the log or the tape differently: two histories. */
export function contradictionsIn(statements: readonly AnchorStatement[]): string[] {
  const found: string[] = [];
  const entries = new Map<number, AnchorStatement>();
  const minutes = new Map<number, AnchorStatement>();
  for (const statement of statements) {
    const { log, minute, source } = statement;
    if (log !== undefined) {
      const known = entries.get(log.seq);
      if (known === undefined) entries.set(log.seq, statement);
      else if (known.log?.hash !== log.hash) {
        found.push(`log entry ${log.seq} is ${known.log?.hash} in ${known.source} and ${log.hash} in ${source}`);
      }
    }
    if (minute === undefined) continue;
    const known = minutes.get(minute.at);
    if (known === undefined) minutes.set(minute.at, statement);
    else if (known.minute?.hash !== minute.hash) {
      const name = new Date(minute.at).toISOString();
      found.push(`minute ${name} is ${known.minute?.hash} in ${known.source} and ${minute.hash} in ${source}`);
    }
  }
  return found;
}

/** Most that is read out of one file. */
const TOLD_MAX = 100_000;
const DEPTH_MAX = 12;

/**
 * Everything in a JSON value that names a place of the log or the tape: anchors, entries of
 * receipts, answers that were kept, signed minutes of ticks. `unsigned` counts anchors whose
 * signature does not hold.
 */
export function statementsIn(
  content: unknown,
  source: string,
): { statements: AnchorStatement[]; unsigned: number; keys: Set<string> } {
  const statements: AnchorStatement[] = [];
  const keys = new Set<string>();
  let unsigned = 0;
  const walk = (value: unknown, depth: number): void => {
    if (DEPTH_MAX < depth || TOLD_MAX <= statements.length || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) walk(item, depth + 1);
      return;
    }
    const record = value as { readonly [key: string]: unknown };
    const anchor = readAnchor(record);
    if (anchor !== undefined) {
      keys.add(anchor.publicKey);
      if (isAnchorSigned(anchor)) statements.push(statementBy(anchor, source));
      else unsigned += 1;
      return;
    }
    if (isCount(record.seq) && fromHex(record.hash, HASH_BYTES) !== undefined) {
      statements.push({ source, log: { seq: record.seq, hash: record.hash as string } });
    }
    const minute = minuteTold(record);
    if (minute !== undefined) {
      keys.add(record.publicKey as string);
      statements.push({ source, minute });
    }
    for (const inner of Object.values(record)) walk(inner, depth + 1);
  };
  walk(content, 0);
  return { statements, unsigned, keys };
}

/** The minute that the receipt of a tick is under. */
function minuteTold(record: { readonly [key: string]: unknown }): AnchorStatement['minute'] {
  const { minute, tickCount } = record;
  const root = fromHex(record.root, HASH_BYTES);
  const previousHash = fromHex(record.previousRootHash, HASH_BYTES);
  if (root === undefined || previousHash === undefined || fromHex(record.publicKey, 32) === undefined) return undefined;
  if (!isCount(minute) || !isCount(tickCount) || minute % MINUTE_MS !== 0) return undefined;
  return { at: minute, hash: toHex(sha256(minuteBytes({ at: minute, tickCount, root, previousHash }))) };
}
