import type { Replay, ReplayTick } from './replay.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Room for the prices at the end, and for the rail and the times below. */
export const MARGIN = { top: 14, end: 68, bottom: 40, start: 10 } as const;
const AIR = 0.08;

export interface Scale {
  readonly x: (at: number) => number;
  readonly y: (price: number) => number;
  readonly low: number;
  readonly high: number;
}

/** Time to the right in every language, as charts have it. */
export function scaleOf(replay: Replay, ticks: readonly ReplayTick[], { width, height }: Size): Scale {
  const traded = replay.moments.flatMap(({ price, key }) =>
    price === undefined || key?.startsWith(`${replay.code}/`) === false ? [] : [Number(price)],
  );
  const barrier = replay.barrier === undefined ? [] : [replay.barrier.price];
  const near = [...ticks.map(({ price }) => price), ...traded, ...barrier];
  const least = Math.min(...near);
  const most = Math.max(...near);
  const span = most - least || Math.max(10 ** -replay.precision, most * 0.0001);
  // A stop far away would press the price into a line; it is drawn only where it has room.
  const levels = replay.levels.map(({ price }) => price).filter((price) => Math.abs(price - least) < span * 4);
  const bottom = Math.min(least, ...levels);
  const top = Math.max(most, ...levels);
  const air = (top - bottom || span) * AIR;
  const low = bottom - air;
  const high = top + air;
  const inner = { width: width - MARGIN.start - MARGIN.end, height: height - MARGIN.top - MARGIN.bottom };
  return {
    low,
    high,
    x: (at) => MARGIN.start + ((at - replay.from) / (replay.to - replay.from)) * inner.width,
    y: (price) => MARGIN.top + (1 - (price - low) / (high - low)) * inner.height,
  };
}

/** A price holds until the next one: steps, not slopes. */
export function stepPath(ticks: readonly ReplayTick[], { x, y }: Scale, until: number): string {
  const shown = ticks.filter(({ at }) => at <= until);
  const [first] = shown;
  if (first === undefined) return '';
  const steps = shown.slice(1).map(({ at, price }) => `H${x(at).toFixed(1)}V${y(price).toFixed(1)}`);
  return `M${x(first.at).toFixed(1)} ${y(first.price).toFixed(1)}${steps.join('')}H${x(until).toFixed(1)}`;
}
