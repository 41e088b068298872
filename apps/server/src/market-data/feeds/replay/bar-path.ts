import { mix, seedOf, uniform } from '../sim/hash.ts';
import { type RecordedBar, VOLUME_QUANTUM } from './recording.ts';

/** One price inside a bar. */
export interface PathPoint {
  readonly mid: number;
  readonly spread: number;
  readonly volume: number;
}

/** Open, high, low and close need a tick each. */
export const POINTS_MIN = 4;

/** The noise around the straight lines, in parts of the bar's range. */
const NOISE = 0.2;
const STREAM = { high: 1, low: 2, noise: 3, volume: 4 } as const;

/**
 * The ticks of a recorded bar: the first is the open, the last the close, the exact high and the
 * exact low are touched once at least, and the others lie between. Always the same for the same
 * code, bar and number of points.
 */
export function barPath(code: string, bar: RecordedBar, count: number): PathPoint[] {
  if (count < POINTS_MIN) throw new RangeError(`a bar needs ${POINTS_MIN} ticks, not ${count}`);
  const seed = mix(seedOf(code), Math.floor(bar.at / 60_000), 0);
  const anchors = anchorsOf(bar, { seed, last: count - 1 });
  const range = bar.high - bar.low;
  const mids: number[] = [];
  for (let leg = 1; leg < anchors.length; leg += 1) {
    const [from, to] = [anchors[leg - 1]!, anchors[leg]!];
    mids.push(from.mid);
    const steps = to.index - from.index;
    for (let step = 1; step < steps; step += 1) {
      const part = step / steps;
      const straight = from.mid + (to.mid - from.mid) * part;
      const noise = range * NOISE * Math.sqrt(part * (1 - part)) * 2 * uniform(seed, STREAM.noise, from.index + step);
      mids.push(Math.min(bar.high, Math.max(bar.low, Math.round(straight + noise))));
    }
  }
  mids.push(bar.close);
  const volumes = shareOut(Math.round(bar.volume / VOLUME_QUANTUM), { seed, count });
  return mids.map((mid, index) => ({
    mid,
    spread: Math.round(bar.spreadOpen + ((bar.spreadClose - bar.spreadOpen) * index) / (count - 1)),
    volume: volumes[index]! * VOLUME_QUANTUM,
  }));
}

interface Anchor {
  readonly index: number;
  readonly mid: number;
}

/** The ends, and between them the high and the low where neither end is one already. */
function anchorsOf(bar: RecordedBar, { seed, last }: { seed: number; last: number }): Anchor[] {
  const inner = last - 1;
  const pick = (stream: number): number => 1 + ((mix(seed, stream, 0) >>> 0) % inner);
  const anchors: Anchor[] = [];
  if (Math.max(bar.open, bar.close) < bar.high) anchors.push({ index: pick(STREAM.high), mid: bar.high });
  if (bar.low < Math.min(bar.open, bar.close)) {
    let index = pick(STREAM.low);
    if (anchors[0]?.index === index) index = index === inner ? 1 : index + 1;
    anchors.push({ index, mid: bar.low });
  }
  anchors.sort((left, right) => left.index - right.index);
  return [{ index: 0, mid: bar.open }, ...anchors, { index: last, mid: bar.close }];
}

/** Splits a whole number into `count` whole parts that add up to it. */
function shareOut(total: number, { seed, count }: { seed: number; count: number }): number[] {
  const weights = Array.from({ length: count }, (_, index) => 1.2 + uniform(seed, STREAM.volume, index));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let given = 0;
  let weighed = 0;
  return weights.map((weight, index) => {
    weighed += weight;
    const until = index === count - 1 ? total : Math.floor((total * weighed) / all);
    const part = until - given;
    given = until;
    return part;
  });
}
