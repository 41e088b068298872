import { dirname } from 'node:path';

export interface TestSelection {
  readonly chosen: readonly string[];
  /** Touched by the change too, but beyond the budget. */
  readonly omitted: readonly string[];
}

/** Of a test file that has never been timed. */
const UNKNOWN_SECONDS = 4;

/**
 * The tests to run first, nearest to a changed file first, until their expected time is used up:
 * those that changed, those beside a changed file, those of its folder, then by how many folders
 * they share. At least one is chosen. All paths are relative to the repository, with forward
 * slashes; times are seconds of one worker.
 */
export function selectNearestTests(
  tests: readonly string[],
  changed: readonly string[],
  { secondsOf, budgetSeconds }: { readonly secondsOf: ReadonlyMap<string, number>; readonly budgetSeconds: number },
): TestSelection {
  const nearness = new Map(tests.map((test) => [test, Math.max(0, ...changed.map((file) => nearnessOf(test, file)))]));
  const expected = (test: string): number => secondsOf.get(test) ?? UNKNOWN_SECONDS;
  const ordered = tests.toSorted(
    (left, right) => nearness.get(right)! - nearness.get(left)! || expected(left) - expected(right),
  );
  const chosen: string[] = [];
  let seconds = 0;
  for (const test of ordered) {
    if (0 < chosen.length && budgetSeconds < seconds + expected(test)) continue;
    chosen.push(test);
    seconds += expected(test);
  }
  return { chosen, omitted: ordered.filter((test) => !chosen.includes(test)) };
}

const SAME = 1_000;
const BESIDE = 900;
const SAME_FOLDER = 800;

function nearnessOf(test: string, file: string): number {
  if (test === file) return SAME;
  if (test.replace(/\.test(\.tsx?)$/, '$1') === file) return BESIDE;
  if (dirname(test) === dirname(file)) return SAME_FOLDER;
  const left = dirname(test).split('/');
  const right = dirname(file).split('/');
  const differs = left.findIndex((folder, index) => folder !== right[index]);
  return differs < 0 ? left.length : differs;
}
