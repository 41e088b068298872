import { code } from '@glasshouse/api/codes';
import { closingPrice, type Side } from '@glasshouse/rules/contracts';
import { formatRate, parseRate, rateOf } from '@glasshouse/rules/money';
import { closingSide, isActive, type TrailDistance, trailingStop, trailProblem } from '@glasshouse/rules/trailing';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Refusal, Tick } from '../../kernel/core/types.ts';
import { keptTick } from '../../trading/trailing-stops.ts';
import { parsePoints } from './prices.ts';
import type { ContractOrder, Trail } from './rows.ts';

/**
 * A trailing stop as its owner names it: one of distance and rate, and where it begins to follow.
 */
export type TrailText = { readonly distance?: string; readonly rate?: string; readonly activation?: string };

/** What an order keeps of its trailing stop. */
export type TrailColumns = Pick<ContractOrder, 'trail' | 'trail_from' | 'peak' | 'seen_seq'>;

export const NO_TRAIL: TrailColumns = { trail: null, trail_from: null, peak: null, seen_seq: null };

const REFUSALS = {
  distance: refuse(code.stopLossUnreasonable, 'trailing'),
  activation: refuse(code.stopLossUnreasonable, 'activation'),
};

export const distanceOf = ({ points, rate }: Trail): TrailDistance =>
  points === null ? { rate: rateOf(rate ?? '0') } : { points };

/** Where a trailing stop is, and from where it follows. */
interface Market {
  /** The price at which the position would close, or is to open. */
  readonly reference: number;
  /** The least distance, in points. */
  readonly distance: number;
}

/** The trailing stop from text; refused where it would fire at once, or never. */
export function parseTrail(
  { side, precision }: Pick<ContractOrder, 'side' | 'precision'>,
  text: TrailText | null,
  { reference, distance: least }: Market,
): Trail | null | Refusal {
  if (text === null) return null;
  const points = text.distance === undefined ? null : parsePoints(text.distance, precision);
  const rate = text.rate === undefined ? null : parseRate(text.rate);
  if (points === undefined || rate === undefined || rate === 0n || (points === null) === (rate === null))
    return REFUSALS.distance;
  const activation = text.activation === undefined ? null : parsePoints(text.activation, precision);
  if (activation === undefined) return REFUSALS.activation;
  const trail: Trail = { points, rate: rate === null ? null : formatRate(rate), activation };
  const request = { side, price: reference, least: Math.max(1, least), distance: distanceOf(trail), activation };
  const problem = trailProblem(request);
  return problem === undefined ? trail : REFUSALS[problem];
}

/** What it follows: the price at which the position closes. */
export const followedPrice = (side: Side, tick: Pick<Tick, 'bid' | 'ask'>): number => closingPrice(side, tick);

/** A trailing stop that follows from a tick on. */
export function followFrom(side: Side, trail: Trail | null, tick: Tick): TrailColumns {
  if (trail === null) return NO_TRAIL;
  const active = isActive(closingSide(side), followedPrice(side, tick), trail.activation);
  const from = keptTick(tick);
  return { trail, trail_from: from, peak: active ? from : null, seen_seq: tick.seq };
}

/** Where a trailing stop has come to by its best tick. */
export const reachedStop = ({ side }: Pick<ContractOrder, 'side'>, trail: Trail, peak: Tick): number =>
  trailingStop(closingSide(side), followedPrice(side, peak), distanceOf(trail));

/** Of two stops, the one that a price meets first. */
export function nearerStop(side: Side, stop: number | null, alternative: number | null): number | null {
  if (stop === null || alternative === null) return stop ?? alternative;
  return side === 'buy' ? Math.max(stop, alternative) : Math.min(stop, alternative);
}

/** How far it has followed. */
export const followedTo = (peak: Tick | null, seen: number): Pick<TrailColumns, 'peak' | 'seen_seq'> => ({
  peak: peak === null ? null : keptTick(peak),
  seen_seq: seen,
});
