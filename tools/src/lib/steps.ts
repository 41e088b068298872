import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Results of one step of `npm test`. Skipped tests state a reason and count as neither. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: { readonly [name: string]: string };
  /** Derives the counts from the finished command; without it the step counts as one test. */
  readonly count?: (ended: Ended) => Counts;
  /** What failed in its own words; the end of the output where there is none. */
  readonly failures?: (ended: Ended) => readonly string[];
  /** Lines for the summary that are not failures, such as tests that passed only on a retry. */
  readonly remarks?: () => readonly string[];
}

/** Receives the output of a step as it is written. */
export type OutputSink = (chunk: Buffer | string) => void;

export interface Ended {
  readonly ok: boolean;
  /** The last 64 kB of output. */
  readonly output: string;
}

const OUTPUT_KEPT_CHARS = 64 * 1024;
/** Lines of output repeated of a step that failed without naming what did. */
const OUTPUT_LINES_MAX = 30;
/** Lines repeated of what failed in its own words, from the first on. */
const FAILURE_LINES_MAX = 120;

export interface StepResult extends Counts {
  readonly name: string;
  readonly seconds: number;
  /** The first lines of what failed, or the last of the output; empty where nothing did. */
  readonly failureLines: readonly string[];
  readonly remarkLines: readonly string[];
}

/**
 * Runs a step and passes its output to `write`. A step over `limitMs` milliseconds is killed with
 * all its children and fails.
 */
export async function runStep(
  step: Step,
  options: { readonly root: string; readonly limitMs: number; readonly write: OutputSink },
): Promise<StepResult> {
  const startedAt = performance.now();
  const child = spawn(step.command, step.args, {
    cwd: options.root,
    env: { ...process.env, ...step.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  const killAll = () => {
    if (child.pid !== undefined && child.exitCode === null) killGroup(child.pid);
  };
  process.once('exit', killAll);
  const timer = setTimeout(() => {
    options.write(`${step.name}: killed after ${options.limitMs / 1000} s.\n`);
    killAll();
  }, options.limitMs);
  let output = '';
  const take = (chunk: Buffer) => {
    options.write(chunk);
    output = (output + chunk.toString('utf8')).slice(-OUTPUT_KEPT_CHARS);
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const code = await once(child, 'close').then(
    ([exitCode]) => exitCode as number | null,
    (error) => {
      options.write(`${String(error)}\n`);
      return 127;
    },
  );
  clearTimeout(timer);
  process.off('exit', killAll);
  const ended: Ended = { ok: code === 0, output };
  const counted = (step.count ?? countAsOne)(ended);
  // A command can fail without a failed test (a crash, no tests found).
  const failed = ended.ok ? counted.failed : Math.max(1, counted.failed);
  const failureLines = failed === 0 ? [] : failureLinesOf(step, ended);
  const remarkLines = step.remarks?.() ?? [];
  const seconds = (performance.now() - startedAt) / 1000;
  return { ...counted, failed, failureLines, remarkLines, name: step.name, seconds };
}

function failureLinesOf(step: Step, ended: Ended): readonly string[] {
  const failures = step.failures?.(ended) ?? [];
  if (0 < failures.length) return failures.join('\n').trimEnd().split('\n').slice(0, FAILURE_LINES_MAX);
  return ended.output.trimEnd().split('\n').slice(-OUTPUT_LINES_MAX);
}

export function countAsOne({ ok }: Ended): Counts {
  return ok ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/** For our own commands, whose last line is `N passed, N failed`. */
export function countLastLine({ ok, output }: Ended): Counts {
  const found = /^(\d+) passed, (\d+) failed$/m.exec(output.trimEnd().split('\n').at(-1) ?? '');
  return found === null
    ? countAsOne({ ok, output })
    : { passed: Number(found[1]), failed: Number(found[2]), skipped: 0 };
}

const FAILURES_HEADING = '\nwhat failed:\n';

/** For our own commands that repeat what failed above their last line. */
export function failuresAboveLastLine({ output }: Ended): readonly string[] {
  const [, failures] = output.split(FAILURES_HEADING);
  return failures === undefined ? [] : failures.trimEnd().split('\n').slice(0, -1);
}

export function total(results: readonly Counts[]): Counts {
  const sum = (pick: (counts: Counts) => number) => results.reduce((all, counts) => all + pick(counts), 0);
  return { passed: sum((c) => c.passed), failed: sum((c) => c.failed), skipped: sum((c) => c.skipped) };
}

function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has just exited.
  }
}
