import { runStep, type Step, type StepResult } from './steps.ts';

export interface ScheduledStep extends Step {
  /** Processors that it uses most of the time, measured as processor time per second. */
  readonly processors: number;
  /** Names of the steps that must have ended before; those that are not planned do not matter. */
  readonly after?: readonly string[];
}

export interface ScheduleOptions {
  /** The folder that the commands start in. */
  readonly root: string;
  /** Processors to share, at least 1. */
  readonly processors: number;
  /** A step over this is killed and fails. */
  readonly limitMs: number;
  /** Where the output goes: each step's in one piece, below its heading. */
  readonly print: (chunk: Buffer | string) => void;
}

interface RunningStep {
  readonly step: ScheduledStep;
  readonly chunks: (Buffer | string)[];
  /** Its heading has been printed, and its output is no longer kept. */
  isLive: boolean;
}

/**
 * Runs all steps, as many at a time as there are processors for, and returns their results in the
 * order of `steps`. A step wider than the machine runs alone. A failed step stops no other one.
 * The earlier step in the list starts first where both could; a later, narrower one uses processors
 * that it leaves idle. Throws when steps wait for each other.
 */
export async function runSteps(
  steps: readonly ScheduledStep[],
  options: ScheduleOptions,
): Promise<readonly StepResult[]> {
  const waiting = [...steps];
  const running = new Map<ScheduledStep, RunningStep>();
  const results = new Map<ScheduledStep, StepResult>();
  let turn = Promise.withResolvers<void>();

  const printLive = (entry: RunningStep) => {
    entry.isLive = true;
    options.print(`\n=== ${entry.step.name}\n`);
    for (const chunk of entry.chunks.splice(0)) options.print(chunk);
  };
  const start = (step: ScheduledStep) => {
    const entry: RunningStep = { step, chunks: [], isLive: false };
    const write = (chunk: Buffer | string) => {
      if (entry.isLive) options.print(chunk);
      else entry.chunks.push(chunk);
    };
    running.set(step, entry);
    runStep(step, { root: options.root, limitMs: options.limitMs, write }).then(
      (result) => {
        if (!entry.isLive) printLive(entry);
        running.delete(step);
        results.set(step, result);
        turn.resolve();
      },
      (error) => turn.reject(error),
    );
  };

  while (0 < waiting.length || 0 < running.size) {
    const startable = nextSteps(waiting, [...running.keys()], options.processors);
    for (const step of startable) {
      waiting.splice(waiting.indexOf(step), 1);
      start(step);
    }
    if (running.size === 0) throw new Error(`these wait for each other: ${waiting.map(({ name }) => name).join(', ')}`);
    const [last] = running.values();
    // Nothing can come between its lines any more.
    if (running.size === 1 && waiting.length === 0 && !last!.isLive) printLive(last!);
    else options.print(`> running: ${[...running.keys()].map(({ name }) => name).join(', ')}\n`);
    await turn.promise;
    turn = Promise.withResolvers<void>();
  }
  return steps.map((step) => results.get(step)!);
}

/** The waiting steps that can start now beside the running ones, in their order. */
export function nextSteps(
  waiting: readonly ScheduledStep[],
  running: readonly ScheduledStep[],
  processors: number,
): readonly ScheduledStep[] {
  const blocked = new Set([...waiting, ...running].map(({ name }) => name));
  const widthOf = (step: ScheduledStep) => Math.min(step.processors, processors);
  const starting: ScheduledStep[] = [];
  let free = processors - running.reduce((sum, step) => sum + widthOf(step), 0);
  for (const step of waiting) {
    if (free < widthOf(step) || step.after?.some((name) => blocked.has(name)) === true) continue;
    starting.push(step);
    free -= widthOf(step);
  }
  return starting;
}
