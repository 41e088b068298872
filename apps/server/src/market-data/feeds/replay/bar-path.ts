import { evenOf, GAUSS, type Stream } from '../secret.ts';
import { type RecordedBar, VOLUME_QUANTUM } from './recording.ts';

/** One price inside a bar. */
export interface PathPoint {
  readonly mid: number;
  readonly spread: number;
  readonly volume: number;
}

/** Open, high, low and close need a tick each. */
export const POINTS_MIN = 4;

/** Motions drawn for a bar, of which the one that fits its high and low best is taken. */
const CANDIDATES = 12;
/**
 * A bar without wicks is still no straight line: deviation of a step, in parts of range ÷ √steps.
 */
const LEAST_DEVIATION = 0.5;
const MOST_DEVIATION = 4;
const BISECTIONS = 12;
const VOLUME_BAND = 100;
const PAGE = 256;

/**
 * The ticks of a recorded bar: the first is the open, the last the close, the exact high and the
 * exact low are touched once at least, and the others lie between. Always the same for the same
 * stream, place and number of points.
 *
 * Between the ends it is a Brownian bridge as wide as the bar: so what came before in the minute
 * says as little as possible of what comes next. Straight lines from high to low would be a gift.
 */
export function barPath(bar: RecordedBar, count: number, place: Place): PathPoint[] {
  if (count < POINTS_MIN) throw new RangeError(`a bar needs ${POINTS_MIN} ticks, not ${count}`);
  return pointsOf(bar, midsOf(bar, count, place), place);
}

/** These prices with the spreads and the volume of their bar. */
export function pointsOf(bar: RecordedBar, mids: readonly number[], { stream, place }: Place): PathPoint[] {
  const count = mids.length;
  const volumes = shareOut(
    Math.round(bar.volume / VOLUME_QUANTUM),
    drawn({ stream, place }, VOLUME_BAND, count).subarray(0, count),
  );
  const high = mids.indexOf(bar.high);
  const low = mids.indexOf(bar.low);
  return mids.map((mid, index) => {
    const between = bar.spreadOpen + ((bar.spreadClose - bar.spreadOpen) * index) / (count - 1);
    const isInner = 0 < index && index < count - 1;
    const own = !isInner ? undefined : index === high ? bar.spreadHigh : index === low ? bar.spreadLow : undefined;
    return { mid, spread: Math.round(own ?? between), volume: volumes[index]! * VOLUME_QUANTUM };
  });
}

/** Where the numbers of one bar come from. */
export interface Place {
  readonly stream: Stream;
  /** Below 2^20. */
  readonly place: number;
}

export function drawn({ stream, place }: Place, band: number, count: number): Uint16Array {
  const numbers = new Uint16Array(Math.ceil(count / PAGE) * PAGE);
  // Each further page of a long bar has a band of its own.
  for (let page = 0; page * PAGE < count; page += 1) numbers.set(stream.page(band + 1000 * page, place), page * PAGE);
  return numbers;
}

interface Fit {
  readonly mids: number[];
  readonly miss: number;
}

function midsOf(bar: RecordedBar, count: number, place: Place): number[] {
  let best: Fit | undefined;
  for (let candidate = 0; candidate < CANDIDATES; candidate += 1) {
    const fit = fitted(bar, bridgeOf(drawn(place, candidate, count), count));
    if (best === undefined || fit.miss < best.miss) best = fit;
  }
  return exactly(bar, best!.mids);
}

/** A motion of unit steps that begins and ends at zero. */
function bridgeOf(numbers: Uint16Array, count: number): Float64Array {
  const bridge = new Float64Array(count);
  for (let step = 1; step < count; step += 1) bridge[step] = bridge[step - 1]! + GAUSS[numbers[step]!]!;
  const end = bridge[count - 1]!;
  for (let step = 0; step < count; step += 1) bridge[step]! -= (end * step) / (count - 1);
  return bridge;
}

/** The bridge from open to close, with steps as large as the bar's range asks for. */
function fitted({ open, high, low, close }: RecordedBar, bridge: Float64Array): Fit {
  const last = bridge.length - 1;
  const at = (index: number, deviation: number): number =>
    open + ((close - open) * index) / last + deviation * bridge[index]!;
  const range = high - low;
  const unit = range / Math.sqrt(last);
  const rangeAt = (deviation: number): number => {
    let [most, least] = [Math.max(open, close), Math.min(open, close)];
    for (let index = 1; index < last; index += 1) {
      const value = at(index, deviation);
      if (most < value) most = value;
      if (value < least) least = value;
    }
    return most - least;
  };
  let [from, to] = [LEAST_DEVIATION * unit, MOST_DEVIATION * unit];
  for (let round = 0; round < BISECTIONS; round += 1) {
    const middle = (from + to) / 2;
    if (rangeAt(middle) < range) from = middle;
    else to = middle;
  }
  const mids = Array.from(bridge, (_, index) => at(index, from));
  const miss = Math.abs(Math.max(...mids) - high) + Math.abs(Math.min(...mids) - low);
  return { mids, miss };
}

/**
 * Stretches what lies above both ends so that it reaches the high, and what lies below so that it
 * reaches the low; what lies between stays. Then whole points.
 */
function exactly({ open, high, low, close }: RecordedBar, mids: readonly number[]): number[] {
  const top = Math.max(open, close);
  const bottom = Math.min(open, close);
  const most = Math.max(...mids);
  const least = Math.min(...mids);
  const up = top < most ? (high - top) / (most - top) : 0;
  const down = least < bottom ? (bottom - low) / (bottom - least) : 0;
  const exact = mids.map((mid) => {
    const stretched = top < mid ? top + (mid - top) * up : mid < bottom ? bottom - (bottom - mid) * down : mid;
    return Math.min(high, Math.max(low, Math.round(stretched)));
  });
  exact[0] = open;
  exact[exact.length - 1] = close;
  touch(exact, mids, high, 1);
  touch(exact, mids, low, -1);
  return exact;
}

/** A wick that no motion came near is touched at its most extreme moment. */
function touch(exact: number[], mids: readonly number[], price: number, sign: 1 | -1): void {
  if (exact.includes(price)) return;
  let place = 0;
  for (let index = 1; index < exact.length - 1; index += 1) {
    const nearest = sign === 1 ? Math.min(...exact) : Math.max(...exact);
    const isOther = exact[index] === nearest && exact.indexOf(nearest) === exact.lastIndexOf(nearest);
    if (!isOther && (place === 0 || 0 < sign * (mids[index]! - mids[place]!))) place = index;
  }
  exact[place === 0 ? 1 : place] = price;
}

/** Splits a whole number into parts that add up to it. */
function shareOut(total: number, numbers: Uint16Array): number[] {
  const weights = Array.from(numbers, (number) => 1.2 + evenOf(number));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let distributed = 0;
  let weighed = 0;
  return weights.map((weight, index) => {
    weighed += weight;
    const until = index === weights.length - 1 ? total : Math.floor((total * weighed) / all);
    const part = until - distributed;
    distributed = until;
    return part;
  });
}
