import type { StepState } from '@glasshouse/ui';
import type { LevelStatus } from './kyc-values.ts';

type StepId = 'send' | 'review' | 'result';

export interface LevelStep {
  readonly id: StepId;
  readonly state: StepState;
  /** When it happened. */
  readonly at: string | undefined;
  /** By when it will. */
  readonly dueAt: string | undefined;
}

/** The three steps of a check as they stand. */
export function levelSteps(status: LevelStatus): readonly LevelStep[] {
  const step = (
    id: StepId,
    state: StepState,
    times: { at?: string | null; dueAt?: string | null } = {},
  ): LevelStep => ({
    id,
    state,
    at: times.at ?? undefined,
    dueAt: times.dueAt ?? undefined,
  });
  const sent = step('send', 'done', { at: status.submittedAt });
  switch (status.state) {
    case 'none':
      return [step('send', 'current'), step('review', 'next'), step('result', 'next')];
    case 'pending':
      return [sent, step('review', 'current', { dueAt: status.reviewBy }), step('result', 'next')];
    case 'verified':
      return [sent, step('review', 'done', { at: status.reviewedAt }), step('result', 'done')];
    case 'notPassed':
      return [sent, step('review', 'done', { at: status.reviewedAt }), step('result', 'failed')];
  }
}
