import type { ResultOf } from '@glasshouse/api';
import { type Amount, amountOf } from '@glasshouse/rules/money';

export type EquityPoint = Pick<ResultOf<'getEquityCurve'>[number], 'at' | 'value'>;

export const CURVE_RANGES = ['today', 'week', 'month', 'all'] as const;
export type CurveRange = (typeof CURVE_RANGES)[number];

const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;
const DAYS = { week: 7, month: 30 } as const;
/** Without `from` the server takes thirty days; "all" starts at the first money. */
const BEGINNING = '2000-01-01T00:00:00.000Z';

/** Days follow the reader's clock. */
const startOfDay = (now: number): number => {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
};

/** Where a range begins, as the server takes it. */
export function curveFrom(range: CurveRange, now: number): string {
  if (range === 'all') return BEGINNING;
  return new Date(range === 'today' ? startOfDay(now) : now - DAYS[range] * DAY_MS).toISOString();
}

/** Of a day one point each quarter of an hour, between its first and its last. */
export const curvePoints = (points: readonly EquityPoint[], range: CurveRange): readonly EquityPoint[] =>
  range === 'today'
    ? points.filter(({ at }, index) => index === 0 || index === points.length - 1 || Date.parse(at) % QUARTER_MS === 0)
    : points;

/** Seconds between two points; undefined of fewer than three, whose distance says nothing. */
export function stepSeconds(points: readonly EquityPoint[]): number | undefined {
  const times = points.slice(1, -1).map(({ at }) => Date.parse(at));
  const [first, second] = times;
  return first === undefined || second === undefined ? undefined : (second - first) / 1_000;
}

/** Whether the first point is the value that the day began with. */
export const beginsWithDay = ([first]: readonly EquityPoint[], now: number): boolean =>
  first !== undefined && Date.parse(first.at) < startOfDay(now) + QUARTER_MS;

export interface CurveSummary {
  readonly first: EquityPoint;
  readonly last: EquityPoint;
  readonly low: EquityPoint;
  readonly high: EquityPoint;
}

/** First, last, lowest and highest. Undefined for an empty curve. */
export function summaryOf(points: readonly EquityPoint[]): CurveSummary | undefined {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const best = (isBetter: (left: Amount, right: Amount) => boolean): EquityPoint =>
    points.reduce((found, point) => (isBetter(amountOf(point.value), amountOf(found.value)) ? point : found), first);
  return { first, last, low: best((left, right) => left < right), high: best((left, right) => right < left) };
}

/** The curve with its last point replaced by the value of now, where that is known. */
export const untilNow = (points: readonly EquityPoint[], now: EquityPoint | undefined): readonly EquityPoint[] =>
  now === undefined ? points : [...points.slice(0, -1), now];

/** The size of the drawing, in units of its view box. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

export interface CurveScale {
  readonly x: (point: number) => number;
  readonly y: (value: number) => number;
  /** The point nearest to an x coordinate. */
  readonly nearest: (x: number) => number;
  /** A step for each point: a value holds until the next one. */
  readonly line: string;
}

/** Kept free above and below the line. */
const EDGE = 8;
/** Least height: this share of the value, so that a change too small to matter is no cliff. */
const HEIGHT_MIN_SHARE = 0.001;

/**
 * The geometry of a curve with at least one point. Drawing may round; no figure comes from here.
 */
export function scaleOf(points: readonly EquityPoint[], { width, height }: Box): CurveScale {
  const times = points.map(({ at }) => Date.parse(at));
  const values = points.map(({ value }) => Number(value));
  const start = times[0] ?? 0;
  const span = Math.max(1, (times.at(-1) ?? 0) - start);
  const { least, most } = rangeOf(values);
  const x = (point: number): number => (((times[point] ?? start) - start) / span) * width;
  const y = (value: number): number => EDGE + ((most - value) / (most - least)) * (height - 2 * EDGE);
  const steps = values.slice(1).map((value, index) => `H${round(x(index + 1))}V${round(y(value))}`);
  return {
    x,
    y,
    nearest: (place) => nearestOf(times, start + (place / width) * span),
    line: `M0 ${round(y(values[0] ?? 0))}${steps.join('')}H${width}`,
  };
}

const round = (pixels: number): number => Math.round(pixels * 10) / 10;

function rangeOf(values: readonly number[]): { readonly least: number; readonly most: number } {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const missing = Math.max(0, Math.max(Math.abs(most) * HEIGHT_MIN_SHARE, 1) - (most - least));
  return { least: least - missing / 2, most: most + missing / 2 };
}

function nearestOf(times: readonly number[], time: number): number {
  let best = 0;
  for (let point = 1; point < times.length; point += 1) {
    if (Math.abs((times[point] ?? 0) - time) < Math.abs((times[best] ?? 0) - time)) best = point;
  }
  return best;
}
