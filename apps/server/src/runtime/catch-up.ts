import type { Sequencer } from '../kernel/core/sequencer.ts';
import type { CoreState } from '../kernel/core/types.ts';
import { loansOf } from '../products/loans/slice.ts';
import { plansOf } from '../products/plans/slice.ts';
import type { Pump } from './pump.ts';

/** Between the slices of what is late; each waits until the one before it is durable. */
const HURRY_MS = 20;
/** Between two looks while nothing is late. */
const LOOK_MS = 200;
/**
 * What a midnight leaves due is carried out a slice with each turn of the pump. Done within a
 * minute and a half, it made every order of that time wait for a flush several times as large. What
 * has waited for longer than this is late: after an outage, or when there is too much for that
 * pace.
 */
export const LATE_MS = 15 * 60_000;
/** Each pledge is looked at once a minute, and its owner has hours between warning and sale. */
const LOOKS_LATE_MS = 30_000;

/** Whether the calendar has left something to do. */
export function hasDue(state: CoreState, at: number): boolean {
  const plans = plansOf(state);
  return 0 < plans.expired.size || plans.due.peekKey() <= at || loansOf(state).due.peekKey() <= at;
}

/** Whether something has waited for longer than it should. */
export function isLate(state: CoreState, at: number): boolean {
  const loans = loansOf(state);
  const oldest = Math.min(plansOf(state).due.peekKey(), loans.due.peekKey());
  return oldest + LATE_MS <= at || loans.looks.peekKey() + LOOKS_LATE_MS <= at;
}

/**
 * Lets slices follow each other quickly while something is late, but never two in one flush: a slow
 * disk would make batches larger, and larger batches the disk slower. The way to stop it.
 */
export function catchUp(
  sequencer: Pick<Sequencer, 'state' | 'isPassing'>,
  pump: Pick<Pump, 'time'>,
  now: () => number,
): () => void {
  let timer: NodeJS.Timeout;
  const look = (): void => {
    const isBehind = isLate(sequencer.state, now());
    if (isBehind && !sequencer.isPassing) pump.time();
    timer = setTimeout(look, isBehind ? HURRY_MS : LOOK_MS);
  };
  timer = setTimeout(look, LOOK_MS);
  return () => clearTimeout(timer);
}
