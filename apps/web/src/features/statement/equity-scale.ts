import type { ResultOf } from '@glasshouse/api';
import {
  AMOUNT_DECIMALS,
  type Amount,
  amountOf,
  divFloor,
  formatAmount,
  formatDecimal,
  power10,
  subtract,
  ZERO,
} from '@glasshouse/rules/money';

export type EquityPoint = ResultOf<'getEquityCurve'>[number];

export interface EquitySummary {
  readonly first: EquityPoint;
  readonly last: EquityPoint;
  readonly low: EquityPoint;
  readonly high: EquityPoint;
  readonly change: string;
  /** Percent of the first value, as decimal text; undefined if that was zero. */
  readonly changePercent: string | undefined;
}

/** So fine that no change of a cent is lost. */
const PERCENT_DECIMALS = 8;

/** The figures of the curve, exact from the amounts. Undefined for an empty one. */
export function summaryOf(points: readonly EquityPoint[]): EquitySummary | undefined {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const better = (isBetter: (left: Amount, right: Amount) => boolean): EquityPoint =>
    points.reduce((best, point) => (isBetter(amountOf(point.value), amountOf(best.value)) ? point : best), first);
  // Of what is shown: whoever subtracts the two figures beside it gets this one.
  const change = subtract(inCents(last.value), inCents(first.value));
  const start = amountOf(first.value);
  return {
    first,
    last,
    low: better((left, right) => left < right),
    high: better((left, right) => right < left),
    change: formatAmount(change),
    changePercent:
      start <= ZERO
        ? undefined
        : formatDecimal(divFloor(change * 10n ** BigInt(PERCENT_DECIMALS + 2), start), PERCENT_DECIMALS),
  };
}

const CENT = power10(AMOUNT_DECIMALS - 2);
const inCents = (value: string): Amount => ((amountOf(value) / CENT) * CENT) as Amount;

/** The curve with its last point replaced by the value of now, where that is known. */
export const untilNow = (points: readonly EquityPoint[], now: EquityPoint | undefined): readonly EquityPoint[] =>
  now === undefined ? points : [...points.slice(0, -1), now];

/** The size of the drawing, in pixels. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

export interface Tick {
  readonly at: number;
  readonly value: number;
}

export interface Scale {
  readonly x: (point: number) => number;
  readonly y: (value: number) => number;
  /** The point nearest to an x coordinate. */
  readonly nearest: (x: number) => number;
  readonly values: readonly Tick[];
  /** Decimals that distinguish the labels. */
  readonly places: number;
  /** Indices of the points that have a time label. */
  readonly times: readonly number[];
  readonly line: string;
  readonly area: string;
}

const VALUE_TICKS = 4;
const TIME_WIDTH = 110;
/** Least height: this share of the value, so that a change too small to matter is no cliff. */
const HEIGHT_MIN_SHARE = 0.01;

/**
 * The geometry of a curve with at least one point. Drawing may round; no figure comes from here.
 */
export function scaleOf(points: readonly EquityPoint[], { width, height }: Box): Scale {
  const times = points.map(({ at }) => Date.parse(at));
  const values = points.map(({ value }) => Number(value));
  const start = times[0] ?? 0;
  const span = Math.max(1, (times.at(-1) ?? 0) - start);
  const { low, high, step } = niceRange(values);
  const x = (point: number): number => (((times[point] ?? start) - start) / span) * width;
  const y = (value: number): number => height - ((value - low) / (high - low)) * height;
  const line = values.map((value, point) => `${point === 0 ? 'M' : 'L'}${round(x(point))} ${round(y(value))}`).join('');
  const ticks: Tick[] = [];
  for (let tick = 0; tick <= Math.round((high - low) / step); tick += 1) {
    const value = low + tick * step;
    ticks.push({ value, at: y(value) });
  }
  return {
    x,
    y,
    nearest: (place) => nearestOf(times, start + (place / width) * span),
    values: ticks,
    places: Math.max(0, -Math.floor(Math.log10(step))),
    times: spread(times, Math.max(2, Math.floor(width / TIME_WIDTH))),
    line: points.length === 1 ? `${line}h${width}` : line,
    area: `${points.length === 1 ? `${line}h${width}` : line}V${height}H0Z`,
  };
}

const round = (pixels: number): number => Math.round(pixels * 10) / 10;

/** Range and distance of round grid lines: 1, 2 or 5 times a power of ten. */
function niceRange(values: readonly number[]): { low: number; high: number; step: number } {
  let least = Math.min(...values);
  let most = Math.max(...values);
  const missing = Math.max(Math.abs(most) * HEIGHT_MIN_SHARE, 2) - (most - least);
  if (0 < missing) {
    least -= missing / 2;
    most += missing / 2;
  }
  const rough = (most - least) / VALUE_TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => rough <= factor * power) ?? 10) * power;
  return { low: Math.floor(least / step) * step, high: Math.ceil(most / step) * step, step };
}

function nearestOf(times: readonly number[], time: number): number {
  let best = 0;
  for (let point = 1; point < times.length; point += 1) {
    if (Math.abs((times[point] ?? 0) - time) < Math.abs((times[best] ?? 0) - time)) best = point;
  }
  return best;
}

/** Evenly spaced points, each once. */
function spread(times: readonly number[], count: number): number[] {
  const first = times[0];
  const last = times.at(-1);
  if (first === undefined || last === undefined) return [];
  const ideal = Array.from({ length: count }, (_, index) => first + ((last - first) * index) / (count - 1));
  return [...new Set(ideal.map((time) => nearestOf(times, time)))];
}
