/**
 * The simulation counts seconds from a fixed Monday. A market clock maps them to the indices that
 * price paths run on: one index a second while the market of that class trades, fewer while it is
 * surely closed, so that a weekend moves prices like some hours of trading and not like two days of
 * it. Slopes never exceed one and segments are whole numbers of indices, so the ticks of an open
 * interval visit every index of its range.
 */
export const EPOCH_MS = Date.UTC(2018, 11, 31);
export const WEEK_S = 604_800;
const DAY_S = 86_400;
const HOUR_S = 3600;

export interface MarketClock {
  readonly name: string;
  /** Indices in one week. */
  readonly weekLength: number;
  /** Seconds since the epoch to the index; never decreasing. */
  toIndex(second: number): number;
  /** The first second of an index. */
  toSecond(index: number): number;
  /** How far a second lies into its index, below one; 0 where an index is one second. */
  partOf(second: number, index: number): number;
}

interface Segment {
  readonly second: number;
  /** Seconds per index. */
  readonly slowness: number;
  index: number;
}

function weekly(name: string, starts: readonly (readonly [second: number, slowness: number])[]): MarketClock {
  const segments: Segment[] = [];
  let index = 0;
  starts.forEach(([second, slowness], position) => {
    segments.push({ second, slowness, index });
    const length = (starts[position + 1]?.[0] ?? WEEK_S) - second;
    if (length % slowness !== 0) throw new Error(`a segment of the clock ${name} is not a whole number of indices`);
    index += length / slowness;
  });
  const weekLength = index;
  const segmentWhere = (isBefore: (segment: Segment) => boolean): Segment => {
    let position = segments.length - 1;
    while (0 < position && !isBefore(segments[position]!)) position -= 1;
    return segments[position]!;
  };
  const toSecond = (at: number): number => {
    const week = Math.floor(at / weekLength);
    const rest = at - week * weekLength;
    const segment = segmentWhere((candidate) => candidate.index <= rest);
    return week * WEEK_S + segment.second + (rest - segment.index) * segment.slowness;
  };
  return {
    name,
    weekLength,
    toSecond,
    partOf: (second, index) => {
      const from = toSecond(index);
      return second === from ? 0 : (second - from) / (toSecond(index + 1) - from);
    },
    toIndex(second) {
      const week = Math.floor(second / WEEK_S);
      const rest = second - week * WEEK_S;
      const segment = segmentWhere((candidate) => candidate.second <= rest);
      return week * weekLength + segment.index + Math.floor((rest - segment.second) / segment.slowness);
    },
  };
}

const always: MarketClock = {
  name: 'always',
  weekLength: WEEK_S,
  toIndex: (second) => second,
  toSecond: (index) => index,
  partOf: () => 0,
};

/** Closed in summer and winter alike from Friday 22:00 to Sunday 21:00 UTC. */
const WEEKEND_FROM_S = 4 * DAY_S + 22 * HOUR_S;
const WEEKEND_TO_S = 6 * DAY_S + 21 * HOUR_S;
const WEEKEND_SLOWNESS = 16;

/**
 * American exchange hours in summer and winter alike: 13:30 to 21:00 UTC. Nights are four times as
 * quiet per second.
 */
const NIGHT_SLOWNESS = 4;
const DAYTIME_FROM_S = 13.5 * HOUR_S;
const DAYTIME_TO_S = 21 * HOUR_S;

const exchangeDays = [0, 1, 2, 3, 4].flatMap((day): [number, number][] => [
  [day * DAY_S + DAYTIME_FROM_S, 1],
  [day * DAY_S + DAYTIME_TO_S, NIGHT_SLOWNESS],
]);

export const MARKET_CLOCKS = {
  always,
  week: weekly('week', [
    [0, 1],
    [WEEKEND_FROM_S, WEEKEND_SLOWNESS],
    [WEEKEND_TO_S, 1],
  ]),
  exchange: weekly('exchange', [
    [0, NIGHT_SLOWNESS],
    ...exchangeDays,
    [WEEKEND_FROM_S, WEEKEND_SLOWNESS],
    [WEEKEND_TO_S, NIGHT_SLOWNESS],
  ]),
} as const satisfies Readonly<Record<string, MarketClock>>;
export type ClockName = keyof typeof MARKET_CLOCKS;
