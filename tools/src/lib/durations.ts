import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';

/**
 * How long each test file took when it last ran on this machine, in seconds of one worker. `store`
 * is a JSON file outside version control; without it nothing is known.
 */
export function readDurations(store: string): ReadonlyMap<string, number> {
  if (!existsSync(store)) return new Map();
  return new Map(Object.entries(JSON.parse(readFileSync(store, 'utf8')) as Record<string, number>));
}

/** Adds the durations of a JSON report of vitest, whose paths are absolute, to the store. */
export function storeDurations(report: string, store: string, root: string): void {
  if (!existsSync(report)) return;
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[];
  };
  const known = new Map(readDurations(store));
  for (const { name, startTime, endTime } of testResults) {
    known.set(relative(root, name).split(sep).join('/'), Math.round((endTime - startTime) / 100) / 10);
  }
  mkdirSync(dirname(store), { recursive: true });
  writeFileSync(store, JSON.stringify(Object.fromEntries(known)));
}
