import { availableParallelism, constants } from 'node:os';
import { join } from 'node:path';
import { runSteps, type ScheduledStep } from './schedule.ts';
import { type StepResult, total } from './steps.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** A hang guard only. */
const STEP_LIMIT_MS = 60 * 60_000;

/** Of one step, in the summary. */
const NAMES_SHOWN = 12;

/**
 * Runs the steps on all processors, prints the summary and sets the exit status of this process: 1
 * if anything failed. A signal ends the steps as well.
 */
export async function runAndSummarize(steps: readonly ScheduledStep[]): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Steps run in process groups of their own, which only an orderly exit ends.
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
  const results = await runSteps(steps, {
    root: ROOT,
    processors: availableParallelism(),
    limitMs: STEP_LIMIT_MS,
    print: (chunk) => void process.stdout.write(chunk),
  });
  process.exitCode = results.every(({ failed }) => failed === 0) ? 0 : 1;
  console.log(summaryLines(results).join('\n'));
}

/**
 * The end of a run: what failed once more, because the tail of a cut log is what is left of it, a
 * line for each step, and as the last line `N passed, N failed`.
 */
export function summaryLines(results: readonly StepResult[]): readonly string[] {
  const { passed, failed } = total(results);
  return [
    ...results.flatMap(({ name, failureLines }) =>
      failureLines.length === 0 ? [] : ['', `=== what failed in ${name}`, ...failureLines],
    ),
    '',
    '=== summary',
    ...results.flatMap(stepLines),
    `${passed} passed, ${failed} failed`,
  ];
}

function stepLines({ name, passed, failed, skipped, seconds, ...output }: StepResult): readonly string[] {
  const mark = failed === 0 ? 'ok  ' : 'FAIL';
  const left = skipped === 0 ? '' : `, ${skipped} skipped`;
  // Reasons are indented below what failed; here stands only what failed.
  const names = output.failureLines.flatMap((lines) => lines.split('\n')).filter((line) => /^\S/.test(line));
  return [
    `${mark} ${name.padEnd(22)} ${passed} passed, ${failed} failed${left} (${seconds.toFixed(1)} s)`,
    ...[...names.slice(0, NAMES_SHOWN), ...output.remarkLines].map((line) => `       ${line}`),
  ];
}
