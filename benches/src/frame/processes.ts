import { readFileSync } from 'node:fs';

/** Memory that a process holds, bytes (Linux). */
export function rssBytesOf(pid: number): number {
  const match = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(match?.[1] ?? 0) * 1024;
}
