import { TIMELINE_STEPS_MAX } from '@glasshouse/api/constants';

/** One thing that happened to a deposit or a withdrawal; its row keeps all of them. */
export type Step = {
  readonly step: string;
  readonly at: number;
  /** The log entry that did it. */
  readonly seq: number;
  readonly note: string | null;
};

/** Adds a step. Of too many the first, which made it, and the latest ones stay. */
export function withStep(steps: readonly Step[], step: Step): readonly Step[] {
  const all = [...steps, step];
  return all.length <= TIMELINE_STEPS_MAX ? all : [all[0] as Step, ...all.slice(all.length - TIMELINE_STEPS_MAX + 1)];
}

export const stepOf = (
  command: { readonly seq: number; readonly at: number },
  step: string,
  note: string | null = null,
): Step => ({ step, at: command.at, seq: command.seq, note });

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
