import type { ResultOf } from '@glasshouse/api';
import type { StepState } from '@glasshouse/ui';

export type Deposit = ResultOf<'requestDeposit'>;
export type Withdrawal = ResultOf<'requestWithdrawal'>;
type Step = Deposit['timeline'][number] | Withdrawal['timeline'][number];

/** Steps that end a request badly. */
const FAILURES: readonly Step['step'][] = ['rejected', 'vanished', 'failed', 'frozen', 'thirdParty'];

/** The state of each step: what has happened, the first that has not, and what comes after it. */
export function stepStates(timeline: readonly Pick<Step, 'step' | 'at'>[]): readonly StepState[] {
  const first = timeline.findIndex(({ at }) => at === null);
  return timeline.map(({ step, at }, index) => {
    if (at !== null) return FAILURES.includes(step) ? 'failed' : 'done';
    return index === first ? 'current' : 'next';
  });
}

interface StepNote {
  readonly isFailed: boolean;
  /** Why the request ended badly, in the reader's language. */
  readonly reasonText: string | null;
  readonly txHash: string | null;
}

/** A failed step says why. The transaction has a place of its own beside the steps. */
export const writtenNote = ({ note }: Pick<Step, 'note'>, { isFailed, reasonText, txHash }: StepNote): string | null =>
  isFailed && reasonText !== null ? reasonText : note === txHash ? null : note;

export type Tone = 'neutral' | 'accent' | 'success' | 'danger' | 'warning';

const DEPOSIT_TONE: Readonly<Record<Deposit['state'], Tone>> = {
  pending: 'accent',
  confirming: 'accent',
  reviewing: 'accent',
  approved: 'success',
  rejected: 'danger',
  failed: 'danger',
  returning: 'warning',
  returned: 'neutral',
};
/** Of a credit above the limit of its owner's level. Once released, it is any other credit. */
const HELD_AS: Readonly<Record<NonNullable<Deposit['held']>['state'], Deposit['state'] | 'held'>> = {
  held: 'held',
  vanished: 'failed',
  returning: 'returning',
  released: 'approved',
  returned: 'returned',
  reversed: 'failed',
};

/**
 * What the list says of a deposit: one that is held is approved, but nothing was added to a
 * balance.
 */
export function depositStatus({
  state,
  held,
}: Pick<Deposit, 'state'> & { held: Pick<NonNullable<Deposit['held']>, 'state'> | null }) {
  const shown = state === 'approved' && held !== null ? HELD_AS[held.state] : state;
  return shown === 'held'
    ? ({ text: 'wallet:deposit.heldOverLimit', tone: 'warning' } as const)
    : ({ text: `wallet:deposit.state.${shown}`, tone: DEPOSIT_TONE[shown] } as const);
}

/** Credited in the log, but kept out of the balance: it is above the limit of its owner's level. */
export const isHeldOverLimit = ({ state, held }: Pick<Deposit, 'state' | 'held'>): boolean =>
  state === 'approved' && held?.state === 'held';

export const WITHDRAWAL_TONE: Readonly<Record<Withdrawal['state'], Tone>> = {
  pending: 'accent',
  approved: 'accent',
  sent: 'accent',
  confirmed: 'success',
  rejected: 'danger',
  failed: 'danger',
  cancelled: 'neutral',
};
