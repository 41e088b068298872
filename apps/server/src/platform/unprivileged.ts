import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';

/** Whom a child process runs as. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * PostgreSQL refuses to run as root. Started by root we hand it to the account `postgres` where
 * there is one, else to `nobody`; a folder that already belongs to an ordinary account stays with
 * that account. Undefined for an ordinary user: then nothing needs to change.
 */
export function ownerForRoot(existingFolder: string): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const existing = statSync(existingFolder, { throwIfNoEntry: false });
  if (existing !== undefined && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const accounts = readAccounts();
  const owner = accounts.get('postgres') ?? accounts.get('nobody');
  if (owner === undefined) throw new Error('Neither an account "postgres" nor "nobody" exists to run PostgreSQL as.');
  return owner;
}

/**
 * Whether that account may pass through every folder on the way to `folder` (a clone below /root is
 * closed to others).
 */
export function canEnter(folder: string, owner: Owner): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...owner, env: {}, cwd: '/' }).status === 0;
}

/** The name of an account; undefined where the system has none for it, as in some containers. */
export function accountName(uid: number): string | undefined {
  for (const [name, owner] of readAccounts()) if (owner.uid === uid) return name;
  return process.getuid?.() === uid ? ownName() : undefined;
}

function ownName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

function readAccounts(): ReadonlyMap<string, Owner> {
  const accounts = new Map<string, Owner>();
  const text = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  for (const line of text.split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name !== undefined && gid !== undefined) accounts.set(name, { uid: Number(uid), gid: Number(gid) });
  }
  return accounts;
}
