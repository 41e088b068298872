import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory of a process in bytes (Linux). */
export function rssBytesOf(pid: number): number {
  const match = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(match?.[1] ?? 0) * 1024;
}

/** The kernel counts in hundredths of a second, on every Linux of today. */
const TICK_MS = 10;
/** In /proc/…/stat after the name: parent, and the times of itself and its reaped children. */
const PARENT = 1;
const FIRST_TIME = 11;
const LAST_TIME = 14;

/** Of all processes, by id: the fields of their /proc/…/stat after the name (Linux). */
function statsOfAll(): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, readonly number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      found.set(Number(name), fields.map(Number));
    } catch {
      // It exited in the meantime, and its parent has its time.
    }
  }
  return found;
}

/** Processes and all below them. */
function treeOf(roots: readonly number[], stats: ReadonlyMap<number, readonly number[]>): readonly number[] {
  const isBelow = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at !== 0; at = stats.get(at)?.[PARENT]) {
      if (roots.includes(at)) return true;
    }
    return false;
  };
  return [...stats.keys()].filter(isBelow);
}

/** CPU milliseconds that processes and all below them have used so far (Linux). */
export function cpuMsOf(roots: readonly number[]): number {
  const stats = statsOfAll();
  const ticks = treeOf(roots, stats).flatMap((pid) => stats.get(pid)!.slice(FIRST_TIME, LAST_TIME + 1));
  return ticks.reduce((sum, time) => sum + time, 0) * TICK_MS;
}

/**
 * Memory of a process and all below it, in bytes, each shared page in equal parts by its users
 * (Linux, as root or the owner of all).
 */
export function pssBytesOf(root: number): number {
  let kilobytes = 0;
  for (const pid of treeOf([root], statsOfAll())) {
    try {
      kilobytes += Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      // It exited in the meantime.
    }
  }
  return kilobytes * 1024;
}

/** The child of a process whose command line contains `program` (Linux). */
export function childOf(parent: number, program: string): number {
  for (const [pid, fields] of statsOfAll())
    if (fields[PARENT] === parent && commandOf(pid).includes(program)) return pid;
  throw new Error(`no ${program} under ${parent}`);
}

/** Empty for a process that exited in the meantime. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
