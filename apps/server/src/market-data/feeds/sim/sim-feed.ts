import type { Bar, BarRange } from '../../candles/candles.ts';
import type { Interval } from '../../candles/intervals.ts';
import { barStart, INTERVAL_MS } from '../../candles/intervals.ts';
import { sessionAt, sessionsBetween } from '../../instruments/calendar.ts';
import type { Instrument } from '../../instruments/instrument.ts';
import type { Feed, FeedTick } from '../types.ts';
import { CATCH_UP_MAX_MS } from '../types.ts';
import { EPOCH_MS, MARKET_CLOCKS } from './clock.ts';
import { Combination } from './combination.ts';
import { Factor } from './factor.ts';
import { mix, seedOf } from './hash.ts';
import { ACTIVITIES, FACTOR_PROFILES, SIM_PROFILES } from './profiles.ts';
import { VolumePath } from './volume.ts';

const TICK_MS = 1000;
/** Indices and seconds are 32-bit integers. */
const SECOND_MAX = 2 ** 31 - 2 ** 21;
const DAY_S = 86_400;
const SESSION_DAY_S = 6.5 * 3600;

/** One simulated instrument: what turns seconds into prices. */
interface Market {
  readonly code: string;
  readonly calendar: string;
  readonly path: Combination;
  readonly volume: VolumePath;
  /** Ms after the full second at which this instrument ticks. */
  readonly phase: number;
  readonly pointsPerUnit: number;
  readonly stepPoints: number;
  readonly spreadPoints: number;
}

export interface SimOptions {
  readonly catalogue: readonly Instrument[];
  readonly seed: string;
}

/**
 * The simulated market: a pure function of seed, code and time. Nothing is stored; a tick, or a bar
 * of any interval since the first of 2019, is computed when it is asked for, and always comes out
 * the same.
 */
export class SimFeed implements Feed {
  readonly name = 'sim';
  readonly codes: ReadonlySet<string>;
  /** In order of their phase, so that the ticks of a second come out in order of time. */
  readonly #markets: readonly Market[];
  readonly #byCode: ReadonlyMap<string, Market>;
  readonly #calendars: readonly string[];

  constructor({ catalogue, seed }: SimOptions) {
    const factors = new Map<string, Factor>();
    const factorOf = (name: string): Factor => {
      let factor = factors.get(name);
      if (factor === undefined) {
        const { clock, activity, dailyVolatility } = FACTOR_PROFILES.get(name)!;
        const hours = ACTIVITIES[activity];
        factor = new Factor({
          name,
          seed,
          clock: MARKET_CLOCKS[clock],
          dailyVolatility,
          hours,
          mood: `${clock}/${activity}`,
        });
        factors.set(name, factor);
      }
      return factor;
    };
    const markets = catalogue.map((instrument) => marketOf(instrument, { seed, factorOf }));
    this.#markets = markets.sort((left, right) => left.phase - right.phase || (left.code < right.code ? -1 : 1));
    this.#byCode = new Map(markets.map((market) => [market.code, market]));
    this.#calendars = [...new Set(markets.map(({ calendar }) => calendar))];
    this.codes = new Set(this.#byCode.keys());
  }

  ticksBetween(after: number, upTo: number): FeedTick[] {
    const ticks: FeedTick[] = [];
    const start = Math.max(after, upTo - CATCH_UP_MAX_MS, EPOCH_MS - 1);
    const last = Math.min(Math.floor((upTo - EPOCH_MS) / TICK_MS), SECOND_MAX);
    for (let second = Math.max(0, Math.floor((start - EPOCH_MS) / TICK_MS)); second <= last; second += 1) {
      const at = EPOCH_MS + second * TICK_MS;
      const open = new Set(this.#calendars.filter((calendar) => sessionAt(calendar, at) !== undefined));
      for (const market of this.#markets) {
        const tickAt = at + market.phase;
        if (start < tickAt && tickAt <= upTo && open.has(market.calendar)) ticks.push(tickOf(market, second));
      }
    }
    return ticks;
  }

  bars(code: string, interval: Interval, { from, to, limit, asOf }: BarRange): Bar[] {
    const market = this.#byCode.get(code);
    if (market === undefined) return [];
    const length = INTERVAL_MS[interval];
    const bars: Bar[] = [];
    const end = Math.min(to, (asOf ?? to) + 1, EPOCH_MS + SECOND_MAX * TICK_MS);
    let at = barStart(interval, end - 1);
    const first = Math.max(from, EPOCH_MS);
    while (first <= at && bars.length < limit) {
      // Over nights and weekends, jump to the last bar that has ticks.
      const sessions = sessionsBetween(market.calendar, at, at + length);
      if (sessions.length === 0) {
        const before = sessionsBetween(market.calendar, at - SEARCH_BACK_MS, at).at(-1);
        at = before === undefined ? at - SEARCH_BACK_MS : barStart(interval, Math.min(at, before.endsAt) - 1);
        continue;
      }
      const bar = barOf(market, { at, until: Math.min(at + length, (asOf ?? Number.MAX_SAFE_INTEGER) + 1), sessions });
      if (bar !== undefined) bars.push(bar);
      at -= length;
    }
    return bars.reverse();
  }
}

/** No calendar is closed for longer. */
const SEARCH_BACK_MS = 10 * DAY_S * 1000;

function marketOf(
  instrument: Instrument,
  { seed, factorOf }: { seed: string; factorOf: (name: string) => Factor },
): Market {
  const { code, precision, calendar, spreadPoints, tickMs } = instrument;
  const profile = SIM_PROFILES.get(code);
  if (profile === undefined) throw new Error(`no simulated market is described for ${code}`);
  if (tickMs !== TICK_MS) throw new Error(`the simulated market ticks once a second, ${code} asks for ${tickMs} ms`);
  const openSeconds = calendar === 'us-equities' ? SESSION_DAY_S : DAY_S;
  return {
    code,
    calendar,
    path: new Combination(
      Math.log(profile.price),
      Object.entries(profile.terms).map(([name, coefficient]) => ({ factor: factorOf(name), coefficient })),
    ),
    volume: new VolumePath({
      code,
      seed,
      perSecond: profile.turnoverPerDay / profile.price / openSeconds,
      hours: ACTIVITIES[profile.activity],
    }),
    phase: (mix(seedOf(seed), 0, seedOf(code)) >>> 0) % TICK_MS,
    pointsPerUnit: 10 ** precision,
    stepPoints: profile.stepPoints,
    spreadPoints,
  };
}

/**
 * A logarithm to points: rounded to the price step and never below one step. Rising in its
 * argument, so extremes stay extremes.
 */
function pointsOf(market: Market, logarithm: number): number {
  const steps = Math.round((Math.exp(logarithm) * market.pointsPerUnit) / market.stepPoints);
  return Math.max(1, steps) * market.stepPoints;
}

function tickOf(market: Market, second: number): FeedTick {
  const mid = pointsOf(market, market.path.valueAt(market.path.clock.toIndex(second)));
  const bid = Math.max(1, mid - Math.floor(market.spreadPoints / 2));
  return {
    code: market.code,
    bid,
    ask: mid + Math.ceil(market.spreadPoints / 2),
    mid,
    volume: market.volume.between(second, second + 1),
    at: EPOCH_MS + second * TICK_MS + market.phase,
  };
}

interface Span {
  readonly at: number;
  /** Exclusive. */
  readonly until: number;
  readonly sessions: readonly { readonly opensAt: number; readonly endsAt: number }[];
}

/** The bar of the ticks of these sessions inside [at, until); undefined when there are none. */
function barOf(market: Market, { at, until, sessions }: Span): Bar | undefined {
  const { path, volume } = market;
  const toSecond = (time: number): number => Math.ceil((time - EPOCH_MS) / TICK_MS);
  let open: number | undefined;
  let close = 0;
  let high = Number.NEGATIVE_INFINITY;
  let low = Number.POSITIVE_INFINITY;
  let traded = 0;
  for (const session of sessions) {
    const first = Math.max(0, toSecond(Math.max(at, session.opensAt)));
    // The last second whose tick lies before both ends; a session ends for the whole second.
    const last = Math.min(toSecond(session.endsAt) - 1, toSecond(until - market.phase) - 1);
    if (last < first) continue;
    const from = path.clock.toIndex(first);
    const to = path.clock.toIndex(last);
    open ??= path.valueAt(from);
    close = path.valueAt(to);
    high = Math.max(high, path.extreme(from, to, 1));
    low = Math.min(low, path.extreme(from, to, -1));
    traded += volume.between(first, last + 1);
  }
  if (open === undefined) return undefined;
  return {
    at,
    open: pointsOf(market, open),
    high: pointsOf(market, high),
    low: pointsOf(market, low),
    close: pointsOf(market, close),
    volume: traded,
  };
}
