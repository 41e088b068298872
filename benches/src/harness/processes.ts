import { readFileSync } from 'node:fs';

/** Resident memory of a process in bytes (Linux). */
export function rssBytesOf(pid: number): number {
  const match = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(match?.[1] ?? 0) * 1024;
}
