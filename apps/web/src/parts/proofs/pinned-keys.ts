import { readStored, writeStored } from '@glasshouse/app/session/storage';
import { type AnchorStatement, contradictionsIn, statementsIn } from '@glasshouse/rules/proofs/anchor';

/** Signing keys that this device has seen, and what it was told of log and tape, oldest first. */
const KEYS = 'glasshouse.signingKeys';
const TOLD = 'glasshouse.told';
const TOLD_MAX = 500;

export interface Pinned {
  /** Keys that receipts may be signed by; undefined before any was published. */
  readonly trusted: readonly string[] | undefined;
  /** Nothing was pinned before: nobody but the server vouches for the keys. */
  readonly isFirst: boolean;
  /** Published now, and never seen here before. */
  readonly strange: readonly string[];
}

/** What this device makes of the published keys; it remembers nothing by itself. */
export function pinnedBy(published: readonly string[]): Pinned {
  const known = readList<string>(KEYS);
  if (known.length === 0) {
    return { trusted: 0 < published.length ? published : undefined, isFirst: true, strange: [] };
  }
  return { trusted: known, isFirst: false, strange: published.filter((key) => !known.includes(key)) };
}

/** Pins the published keys at the first use; later ones have to be accepted by the person. */
export function rememberKeys(published: readonly string[]): void {
  if (0 < published.length && readList<string>(KEYS).length === 0) writeList(KEYS, published);
}

/** Both at once, outside of rendering. */
export function pinKeys(published: readonly string[]): Pinned {
  const pinned = pinnedBy(published);
  rememberKeys(published);
  return pinned;
}

export function trustKeys(keys: readonly string[]): void {
  writeList(KEYS, [...new Set([...readList<string>(KEYS), ...keys])]);
}

/**
 * Whether what a receipt and the public head say contradicts what this device was told before:
 * another history, or one that lost its end.
 */
export function contradicts(now: readonly unknown[], head: number | undefined): boolean {
  const before = readList<AnchorStatement>(TOLD);
  const statements = now.flatMap((content) => statementsIn(content, 'now').statements);
  const newest = Math.max(0, ...before.map(({ log }) => log?.seq ?? 0));
  if (head !== undefined && head < newest) return true;
  if (0 < contradictionsIn([...before, ...statements]).length) return true;
  const known = new Set(before.map(nameOf));
  const fresh = statements.filter((statement) => !known.has(nameOf(statement)));
  writeList(TOLD, [...before, ...fresh].slice(-TOLD_MAX));
  return false;
}

const nameOf = ({ log, minute }: AnchorStatement): string => `${log?.seq}/${minute?.at}`;

function readList<Item>(key: string): Item[] {
  try {
    const value: unknown = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

const writeList = (key: string, list: readonly unknown[]): void => writeStored(key, JSON.stringify(list));
