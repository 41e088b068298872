import { currentSession } from '@glasshouse/app/session/session';
import { readStored, writeStored } from '@glasshouse/app/session/storage';

/** A message that the server has not confirmed; the same key is never written twice. */
export interface Unsent {
  readonly key: string;
  readonly text: string;
  readonly files: readonly string[];
  readonly at: string;
  readonly failed: boolean;
}

const STORED = 'supportUnsent';
/** Far more than anybody writes without a connection. */
const UNSENT_MAX = 50;

const ownerOf = (): string => String(currentSession()?.user.id ?? 'visitor');

/** What this person, or this visitor, wrote here and nobody has received. */
export function readUnsent(): readonly Unsent[] {
  try {
    const stored = JSON.parse(readStored(STORED) ?? '{}') as { owner?: string; items?: Unsent[] };
    if (stored.owner !== ownerOf() || !Array.isArray(stored.items)) return [];
    return stored.items.slice(-UNSENT_MAX).map((item) => ({ ...item, failed: true }));
  } catch {
    return [];
  }
}

export function writeUnsent(items: readonly Unsent[]): void {
  const stored = { owner: ownerOf(), items: items.slice(-UNSENT_MAX) };
  writeStored(STORED, items.length === 0 ? undefined : JSON.stringify(stored));
}
