import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory of a process in bytes (Linux). */
export function rssBytesOf(pid: number): number {
  const match = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(match?.[1] ?? 0) * 1024;
}

/** The kernel counts in hundredths of a second, on every Linux of today. */
const TICK_MS = 10;
/** In /proc/…/stat after the name: parent, and the times of itself and its reaped children. */
const [PARENT, FIRST_TIME, LAST_TIME] = [1, 11, 14];

/** CPU milliseconds that processes and all below them have used so far (Linux). */
export function cpuMsOf(roots: readonly number[]): number {
  const parents = new Map<number, number>();
  const ticks = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      parents.set(Number(name), fields[PARENT] as number);
      const times = fields.slice(FIRST_TIME, LAST_TIME + 1);
      ticks.set(
        Number(name),
        times.reduce((sum, time) => sum + time, 0),
      );
    } catch {
      // It exited in the meantime, and its parent has its time.
    }
  }
  const isBelow = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at !== 0; at = parents.get(at)) {
      if (roots.includes(at)) return true;
    }
    return false;
  };
  let sum = 0;
  for (const [pid, used] of ticks) if (isBelow(pid)) sum += used;
  return sum * TICK_MS;
}
