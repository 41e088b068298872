import type { Book } from '@glasshouse/app/session/session';
import { readStored, writeStored } from '@glasshouse/app/session/storage';

/** What the account was worth when its owner looked last. */
export interface LastVisit {
  readonly at: number;
  /** Total value in USDT. */
  readonly total: string;
}

const keyOf = (userId: number, book: Book): string => `homeSeen.${userId}.${book}`;

function parse(text: string | null | undefined): LastVisit | undefined {
  try {
    const seen = JSON.parse(text ?? 'null') as LastVisit | null;
    return seen !== null && Number.isFinite(seen.at) && /^\d+(\.\d+)?$/.test(seen.total) ? seen : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The visit before this one: a visit lasts as long as its tab, so that going to a page and back
 * keeps what is compared with.
 */
export function lastVisit(userId: number, book: Book): LastVisit | undefined {
  const key = keyOf(userId, book);
  try {
    const stored = sessionStorage.getItem(key);
    if (stored !== null) return parse(stored);
    const before = readStored(key);
    sessionStorage.setItem(key, before ?? '');
    return parse(before);
  } catch {
    return undefined;
  }
}

export const rememberVisit = (userId: number, book: Book, seen: LastVisit): void =>
  writeStored(keyOf(userId, book), JSON.stringify(seen));
