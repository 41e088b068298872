import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSameProcess, ownIdentity, type ProcessIdentity } from './process-identity.ts';

export type LockResult =
  | { readonly ok: true; readonly release: () => void }
  | { readonly ok: false; readonly holder: ProcessIdentity };

const FILE_NAME = 'glasshouse.lock';
const ATTEMPTS_MAX = 20;

/**
 * One process per folder. A lock whose holder is gone (kill -9, power loss) is taken over at once.
 */
export function lockFolder(folder: string): LockResult {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, FILE_NAME);
  const own = JSON.stringify(ownIdentity());
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    // A link of a finished file appears with its content: nobody can read a lock that is half
    // written.
    const draft = `${path}.${randomUUID()}`;
    writeFileSync(draft, own, { mode: 0o644 });
    const isLinked = tryLink(draft, path);
    unlinkSync(draft);
    if (isLinked) return { ok: true, release: () => releaseLock(path, own) };

    const found = readText(path);
    if (found === undefined) continue;
    const holder = parseHolder(found);
    if (holder !== undefined && isSameProcess(holder)) return { ok: false, holder };
    removeStale(path, found);
  }
  throw new Error(`${path} keeps changing hands`);
}

/** Who holds the folder now; undefined when nobody does. */
export function folderHolder(folder: string): ProcessIdentity | undefined {
  const holder = parseHolder(readText(join(folder, FILE_NAME)) ?? '');
  return holder !== undefined && isSameProcess(holder) ? holder : undefined;
}

/**
 * Moves the stale file away before deleting it; when another process was quicker and it is a live
 * lock that was moved, it goes back.
 */
function removeStale(path: string, stale: string): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readText(aside) !== stale) tryLink(aside, path);
  unlinkSync(aside);
}

function releaseLock(path: string, own: string): void {
  if (readText(path) === own) unlinkSync(path);
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function parseHolder(text: string): ProcessIdentity | undefined {
  try {
    const { pid, birth } = JSON.parse(text) as ProcessIdentity;
    return typeof pid === 'number' && typeof birth === 'string' ? { pid, birth } : undefined;
  } catch {
    return undefined;
  }
}
