import type { Sequencer } from '../kernel/sequencer.ts';
import type { CoreState } from '../kernel/types.ts';
import { loansOf } from '../products/loans/slice.ts';
import { plansOf } from '../products/plans/slice.ts';
import type { Pump } from './pump.ts';

/** Between the turns of the pump: with small slices, midnight is over in a minute or two. */
const HURRY_MS = 20;
/** Pledges are looked at all day long, a few with each turn; later than this is behind. */
const LOOKS_LATE_MS = 250;

/** Whether time alone has left more to do than the turns so far have done. */
export function isBehind(state: CoreState, at: number): boolean {
  const [plans, loans] = [plansOf(state), loansOf(state)];
  if (plans.due.peekKey() <= at || 0 < plans.expired.size || loans.due.peekKey() <= at) return true;
  return loans.looks.peekKey() + LOOKS_LATE_MS <= at;
}

/**
 * What midnight leaves due is carried out in slices that no order waits long for; they follow each
 * other quickly while there are any. The way to stop it.
 */
export function catchUp(sequencer: Pick<Sequencer, 'state'>, pump: Pick<Pump, 'time'>, now: () => number): () => void {
  const timer = setInterval(() => {
    if (isBehind(sequencer.state, now())) pump.time();
  }, HURRY_MS);
  return () => clearInterval(timer);
}
