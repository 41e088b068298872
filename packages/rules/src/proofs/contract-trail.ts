import { closingPrice, type Side } from '../contracts.ts';
import { formatRate, rateOf } from '../money.ts';
import { closingSide, isActive, isFurther, isStopReached, trailingStop } from '../trailing.ts';
import type { Trail } from './contract-levels.ts';
import type { ContractSums, Replayed } from './contract-position.ts';
import { keptStops } from './contract-stops.ts';
import { isRecord, type Json, recordOf, textOf, Unreadable } from './document.ts';
import type { Entry } from './entries.ts';
import type { Proving } from './proving.ts';
import { type LoggedTick, loggedTick } from './ticks.ts';

/** The trailing stop of a command. */
export function trailOf(sums: ContractSums, value: unknown): Trail | null {
  if (value === null || value === undefined) return null;
  const body = recordOf(value, 'a trailing stop');
  const points = sums.pointsOf(body.distance);
  const rate = body.rate === undefined ? null : rateOf(textOf(body.rate, 'a rate'));
  const activation = sums.pointsOf(body.activation);
  if (points !== null) return { distance: { points }, activation };
  if (rate === null) throw new Unreadable('a trailing stop has no distance');
  return { distance: { rate }, activation };
}

/**
 * Stops, targets and trailing stop as a command of its owner leaves them. Returns from when they
 * fire, where it begins their lead: its answer says whether the rules of then did.
 */
export function changeStops(
  by: Proving,
  context: {
    readonly sums: ContractSums;
    readonly now: Replayed;
    readonly entry: Entry;
    readonly tick: LoggedTick | undefined;
  },
): number | undefined {
  const { sums, now, entry, tick } = context;
  const { stopLoss, takeProfit, targets, trailing } = entry.body;
  const result = isRecord(entry.result) ? entry.result : {};
  const isChanged = [stopLoss, takeProfit, targets, trailing].some((value) => value !== undefined);
  const from = result.stopsFrom !== undefined && isChanged ? entry.at + sums.terms.leadMs : undefined;
  if (from !== undefined) {
    now.before = result.stopsBefore === undefined ? null : keptStops(by, context);
    now.stopsFrom = from;
  }
  if (stopLoss !== undefined) now.stop = sums.pointsOf(stopLoss);
  if (takeProfit !== undefined) now.target = sums.pointsOf(takeProfit);
  if (targets !== undefined) now.ladder = sums.ladderOf(targets);
  // Each takes the place of the other.
  if (takeProfit !== undefined && takeProfit !== null) now.ladder = [];
  if (targets !== undefined && targets !== null) now.target = null;
  if (trailing === undefined) return from;
  now.trail = trailOf(sums, trailing);
  now.trailFrom = now.trail !== null && now.state === 'open' ? (tick ?? null) : null;
  return from;
}

/** As it is shown beside a step or an order. */
export const shownTrail = (sums: ContractSums, { distance, activation }: Trail): Json => ({
  distance: 'points' in distance ? sums.text(distance.points) : null,
  rate: 'rate' in distance ? formatRate(distance.rate) : null,
  activation: sums.text(activation),
});

/**
 * Why a tick does not fire a trailing stop that follows from one tick and had its best at another.
 * That none better lay between is for who checks the whole tape: a receipt holds three ticks of it.
 */
function trailFault(
  { distance, activation }: Trail,
  evidence: { readonly side: Side; readonly from: LoggedTick; readonly peak: LoggedTick; readonly tick: LoggedTick },
): string | undefined {
  const { side, from, peak, tick } = evidence;
  const own = closingSide(side);
  const best = closingPrice(side, peak);
  const isWithin = peak.code === tick.code && from.seq <= peak.seq && peak.seq < tick.seq;
  if (!isWithin || isFurther(own, closingPrice(side, from), best)) {
    return `its best tick ${peak.seq} is of another time, or worse than the one that it follows from`;
  }
  if (!isActive(own, best, activation)) return `its best tick ${peak.seq} did not reach its activation`;
  const stop = trailingStop(own, best, distance);
  return isStopReached(own, stop, closingPrice(side, tick))
    ? undefined
    : `tick ${tick.seq} did not reach its trailing stop`;
}

/** An entry that fires the trailing stop of a position, whose best tick it names. */
export function proveTrail(
  { found, ticks }: Proving,
  context: { readonly sums: ContractSums; readonly now: Replayed; readonly entry: Entry; readonly tick: LoggedTick },
): void {
  const { sums, now, entry, tick } = context;
  const peak = loggedTick(entry.body.peak, 'its best tick');
  ticks.expectLogged(peak, sums.terms.precision, 'its best tick');
  const { trail, trailFrom: from } = now;
  const fault =
    trail === null || from === null
      ? `entry ${entry.seq} fires a trailing stop that it does not have`
      : trailFault(trail, { side: sums.side, from, peak, tick });
  found.expect('window', fault === undefined, fault ?? '');
  now.peak = peak;
}
