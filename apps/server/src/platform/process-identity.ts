import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * A process id alone does not name a process: after a restart of the machine or of a container the
 * same number belongs to somebody else. Together with its time of birth it does.
 */
export interface ProcessIdentity {
  readonly pid: number;
  readonly birth: string;
}

const HAS_PROC = existsSync('/proc/self/stat');

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, birth: birthOf(process.pid) ?? 'unknown' };
}

/** The process with this id exists and is not a zombie. */
export function isAlive(pid: number): boolean {
  return birthOf(pid) !== undefined;
}

export function isSameProcess(identity: ProcessIdentity): boolean {
  return birthOf(identity.pid) === identity.birth;
}

/** Undefined when there is no such process. */
export function birthOf(pid: number): string | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (!HAS_PROC) return ps(pid, 'lstart=');
  const stat = readProc(`/proc/${pid}/stat`);
  // The name of the command stands in parentheses and may itself hold blanks and parentheses.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields?.[0];
  const startTicks = fields?.[19];
  if (startTicks === undefined || state === 'Z' || state === 'X') return undefined;
  return `${readProc('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}/${startTicks}`;
}

/**
 * Arguments of a running process, joined by blanks; undefined when it is gone or not ours to see.
 */
export function commandLineOf(pid: number): string | undefined {
  if (!HAS_PROC) return ps(pid, 'args=');
  return readProc(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim();
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function ps(pid: number, column: string): string | undefined {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}
