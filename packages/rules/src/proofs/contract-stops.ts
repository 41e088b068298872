import { closingPrice } from '../contracts.ts';
import type { LadderStep } from '../contracts-entries.ts';
import { closingSide, isFurther, trailingStop } from '../trailing.ts';
import type { KeptStops } from './contract-levels.ts';
import type { ContractSums, Replayed } from './contract-position.ts';
import { isRecord, type Json } from './document.ts';
import type { Entry } from './entries.ts';
import type { Proving } from './proving.ts';
import { type LoggedTick, loggedTick, orderTick } from './ticks.ts';

/**
 * What was in force until a change, and is until that counts. A trailing stop that it takes back
 * stays where it was.
 */
export function keptStops(
  by: Proving,
  { sums, now, entry, tick }: { sums: ContractSums; now: Replayed; entry: Entry; tick: LoggedTick | undefined },
): KeptStops | null {
  const { stop, target, ladder, trail, trailFrom, stopsFrom: from } = now;
  const trails = trail !== null && entry.body.trailing === undefined;
  const former = { target, ladder, trails, from };
  if (trail === null || trails || trailFrom === null) {
    return stop === null && target === null && ladder.length === 0 && !trails ? null : { ...former, stop, peak: null };
  }
  const fact = isRecord(entry.facts) ? entry.facts.peak : undefined;
  const peak = fact === undefined ? null : loggedTick(fact, 'the best tick of a trailing stop');
  if (peak === null) {
    const reason = `entry ${entry.seq} does not say how far its trailing stop had come`;
    by.found.expect('window', trail.activation !== null, reason);
    return stop === null && target === null && ladder.length === 0 ? null : { ...former, stop, peak };
  }
  by.ticks.expectLogged(peak, sums.terms.precision, 'the best tick of a trailing stop');
  const own = closingSide(sums.side);
  const best = closingPrice(sums.side, peak);
  const isOfTime = peak.code === sums.terms.code && trailFrom.seq <= peak.seq && peak.seq <= (tick?.seq ?? 0);
  const isBest = isOfTime && !isFurther(own, closingPrice(sums.side, trailFrom), best);
  by.found.expect('window', isBest, `entry ${entry.seq} names no best tick of its trailing stop`);
  const reached = trailingStop(own, best, trail.distance);
  const isNearer = stop === null || (sums.side === 'buy' ? stop < reached : reached < stop);
  return { ...former, stop: isNearer ? reached : stop, peak };
}

/**
 * What the tick may fire of them; undefined: nothing, as its owner may have known it when they
 * changed it.
 */
export function firingAt(
  { stop, target, ladder, stopsFrom: from, before }: Replayed,
  { at }: LoggedTick,
): Pick<KeptStops, 'stop' | 'target' | 'ladder'> | undefined {
  if (from === null || from <= at) return { stop, target, ladder };
  return before === null || (before.from !== null && at < before.from) ? undefined : before;
}

/** Whether its owner may have known a tick when they set the trailing stop that it would fire. */
export function isTrailHeld({ stopsFrom, before }: Replayed, { at }: LoggedTick): boolean {
  const from = before?.trails === true ? before.from : stopsFrom;
  return from !== null && at < from;
}

/**
 * A ladder without the steps that a tick reached; one that a change left as it was loses the same.
 */
export function leaveLadder(now: Replayed, { at }: LoggedTick, left: readonly LadderStep[]): void {
  const { stopsFrom: from, before, ladder } = now;
  if (from === null || from <= at || before === null) {
    now.ladder = left;
    return;
  }
  const isSame =
    ladder.length === before.ladder.length &&
    ladder.every(({ points, lots }, index) => {
      const step = before.ladder[index];
      return points === step?.points && lots === step.lots;
    });
  if (isSame) now.ladder = left;
  now.before = { ...before, ladder: left };
}

/** What a change keeps, as it is shown beside a step or an order. */
export const shownKept = (sums: ContractSums, { stop, target, ladder, trails, peak }: KeptStops): Json => ({
  stopLoss: sums.text(stop),
  takeProfit: sums.text(target),
  ...sums.shownLadder(ladder),
  trails,
  ...(peak === null ? {} : { peak: orderTick(peak, sums.terms.precision) }),
});
