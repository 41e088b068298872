import type { Bar, BarRange } from '../../candles/candles.ts';
import type { Interval } from '../../candles/intervals.ts';
import { barStart, INTERVAL_MS } from '../../candles/intervals.ts';
import { sessionAt, sessionsBetween } from '../../instruments/calendar.ts';
import type { Instrument } from '../../instruments/instrument.ts';
import { Draws, type MarketSecret } from '../secret.ts';
import type { Feed, FeedTick } from '../types.ts';
import { CATCH_UP_MAX_MS } from '../types.ts';
import { type ClockName, EPOCH_MS, MARKET_CLOCKS } from './clock.ts';
import { Combination, type Term } from './combination.ts';
import { Factor, factorDraws, type Mood, moodOf } from './factor.ts';
import { Grid } from './grid.ts';
import { memoized, seasonOf } from './open-hours.ts';
import { ACTIVITIES, type ActivityName, FACTOR_PROFILES, SIM_PROFILES, type SimProfile } from './profiles.ts';
import { QuoteNoise } from './quote-noise.ts';
import { VolumePath } from './volume.ts';

const TICK_MS = 1000;
/** Indices and seconds are 32-bit integers. */
const SECOND_MAX = 2 ** 31 - 2 ** 21;
const MINUTE_S = 60;
const DAY_S = 86_400;
const SESSION_DAY_S = 6.5 * 3600;

/** One simulated instrument: what turns seconds into prices. */
interface Market {
  readonly code: string;
  readonly calendar: string;
  readonly path: Combination;
  readonly volume: VolumePath;
  readonly noise: QuoteNoise;
  readonly pointsPerUnit: number;
  readonly stepPoints: number;
}

export interface Stretch {
  /** In points, one a second. */
  readonly mids: Float64Array;
  /** Of each minute. */
  readonly volumes: readonly number[];
}

export interface SimOptions {
  readonly catalogue: readonly Instrument[];
  readonly secret: MarketSecret;
}

/**
 * The simulated market: a pure function of a secret, code and time. Nothing is stored; a tick, or a
 * bar of any interval since the first of 2019, is computed when it is asked for, and always comes
 * out the same.
 */
export class SimFeed implements Feed {
  readonly name = 'sim';
  readonly codes: ReadonlySet<string>;
  readonly #markets: readonly Market[];
  readonly #byCode: ReadonlyMap<string, Market>;
  readonly #calendars: readonly string[];

  constructor({ catalogue, secret }: SimOptions) {
    const make = marketMaker(secret);
    this.#markets = catalogue.map(make).sort((left, right) => (left.code < right.code ? -1 : 1));
    this.#byCode = new Map(this.#markets.map((market) => [market.code, market]));
    this.#calendars = [...new Set(this.#markets.map(({ calendar }) => calendar))];
    this.codes = new Set(this.#byCode.keys());
  }

  ticksBetween(after: number, upTo: number): FeedTick[] {
    const ticks: FeedTick[] = [];
    const start = Math.max(after, upTo - CATCH_UP_MAX_MS, EPOCH_MS - 1);
    const last = Math.min(Math.floor((upTo - EPOCH_MS) / TICK_MS), SECOND_MAX);
    for (let second = Math.max(0, Math.floor((start - EPOCH_MS) / TICK_MS)); second <= last; second += 1) {
      const at = EPOCH_MS + second * TICK_MS;
      const open = new Set(this.#calendars.filter((calendar) => sessionAt(calendar, at) !== undefined));
      const from = ticks.length;
      for (const market of this.#markets) {
        if (!open.has(market.calendar)) continue;
        if (!market.path.grid.hasTickAt(second)) continue;
        const tickAt = at + market.noise.delayAt(second);
        if (start < tickAt && tickAt <= upTo) ticks.push(tickOf(market, second, tickAt));
      }
      if (1 < ticks.length - from) {
        const sorted = ticks.splice(from).sort((left, right) => left.at - right.at);
        for (const tick of sorted) ticks.push(tick);
      }
    }
    return ticks;
  }

  /**
   * The mids of so many seconds from an instant on, and the volume of each full minute: what trials
   * of fairness look at, many times faster than ticks and bars.
   */
  stretch(code: string, from: number, seconds: number): Stretch {
    const market = this.#byCode.get(code);
    if (market === undefined) throw new RangeError(`no instrument ${code}`);
    const { path, volume } = market;
    const first = Math.floor((from - EPOCH_MS) / TICK_MS);
    const mids = Float64Array.from({ length: seconds }, (_, second) =>
      pointsOf(market, path.valueAt(path.clock.toIndex(first + second))),
    );
    const volumes = Array.from({ length: Math.floor(seconds / MINUTE_S) }, (_, minute) =>
      volume.between(first + minute * MINUTE_S, first + (minute + 1) * MINUTE_S),
    );
    return { mids, volumes };
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

/** A week without holidays: how much of a market's time passes while it is open. */
const USUAL_WEEK = Date.UTC(2025, 6, 7);

/** Makes the markets of one secret; what they share is made once. */
function marketMaker(secret: MarketSecret): (instrument: Instrument) => Market {
  const draws = factorDraws(secret);
  const volumes = new Draws(secret, 'volume');
  const times = new Draws(secret, 'times');
  const spreads = new Draws(secret, 'spreads');
  const anchorSecond = Math.floor((secret.anchor - EPOCH_MS) / TICK_MS);
  const moodNamed = memoized((name: string): Mood => moodOf(draws.clock, name));
  const gridOf = memoized((clock: string) => new Grid(MARKET_CLOCKS[clock as ClockName], secret.anchor));
  const factorOf = memoized((name: string) => {
    const { clock, activity, dailyVolatility } = FACTOR_PROFILES.get(name)!;
    const mood = `${clock}/${activity}`;
    return new Factor({
      name,
      draws,
      dailyVolatility,
      clock: MARKET_CLOCKS[clock],
      season: seasonOf(mood),
      mood: moodNamed(mood),
      anchor: MARKET_CLOCKS[clock].toIndex(anchorSecond),
      ...gridOf(clock).coarse,
    });
  });
  const paceOf = memoized((name: string) => {
    const [calendar, clock, activity] = name.split('|') as [string, ClockName, ActivityName];
    const season = seasonOf(`${clock}/${activity}`);
    const at = (time: number): number => season.until(MARKET_CLOCKS[clock].toIndex((time - EPOCH_MS) / TICK_MS));
    const sessions = sessionsBetween(calendar, USUAL_WEEK, USUAL_WEEK + 7 * DAY_S * 1000);
    const seconds = sessions.reduce((sum, { opensAt, endsAt }) => sum + (endsAt - opensAt) / TICK_MS, 0);
    return sessions.reduce((sum, { opensAt, endsAt }) => sum + at(endsAt) - at(opensAt), 0) / seconds;
  });

  return ({ code, precision, calendar, spreadPoints, tickMs }) => {
    const profile = SIM_PROFILES.get(code);
    if (profile === undefined) throw new Error(`no simulated market is described for ${code}`);
    if (TICK_MS < tickMs)
      throw new Error(
        `the simulated market ticks once a second, which is more than ${code} allows: at most in ${tickMs} ms`,
      );
    const openSeconds = calendar === 'us-equities' ? SESSION_DAY_S : DAY_S;
    const path = new Combination(Math.log(profile.price), termsOf(profile, factorOf), gridOf(profile.clock));
    const pace = paceOf(`${calendar}|${profile.clock}|${profile.activity}`);
    return {
      code,
      calendar,
      path,
      volume: new VolumePath({
        stream: volumes.stream(code),
        roots: volumes.stream(`roots ${code}`),
        path,
        perSecond: profile.turnoverPerDay / profile.price / openSeconds,
        pacePerSecond: pace,
        hours: ACTIVITIES[profile.activity],
      }),
      noise: new QuoteNoise({
        path,
        pace,
        spreadPoints,
        times: times.stream(code),
        spreads: spreads.stream(code),
        unit: profile.stepPoints === 1 ? 1 : 2 * profile.stepPoints,
      }),
      pointsPerUnit: 10 ** precision,
      stepPoints: profile.stepPoints,
    };
  };
}

/**
 * A price is worth of base by worth of quote. What is worth dollars drifts by minus half its
 * variance: its price is then a martingale. Left out: what cancels, as the market does in a cross
 * of two coins of one class.
 */
function termsOf({ base, quote }: SimProfile, factorOf: (name: string) => Factor): Term[] {
  const names = [...new Set([...Object.keys(base), ...Object.keys(quote)])];
  return names
    .map((name) => {
      const own = base[name] ?? 0;
      const opposite = quote[name] ?? 0;
      return { factor: factorOf(name), coefficient: own - opposite, drift: -(own * own - opposite * opposite) / 2 };
    })
    .filter(({ coefficient }) => coefficient !== 0);
}

/**
 * A logarithm to points: rounded to the price step and never below one step. Rising in its
 * argument, so extremes stay extremes.
 */
function pointsOf(market: Market, logarithm: number): number {
  const steps = Math.round((Math.exp(logarithm) * market.pointsPerUnit) / market.stepPoints);
  return Math.max(1, steps) * market.stepPoints;
}

function tickOf(market: Market, second: number, at: number): FeedTick {
  const index = market.path.clock.toIndex(second);
  const mid = pointsOf(market, market.path.valueAt(index));
  const spread = market.noise.spreadAt(second, index);
  return {
    code: market.code,
    bid: Math.max(1, mid - Math.floor(spread / 2)),
    ask: mid + Math.ceil(spread / 2),
    mid,
    volume: market.volume.between(second, market.path.grid.nextTickAfter(second)),
    at,
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
    const last = Math.min(toSecond(session.endsAt) - 1, lastTickBefore(market, until));
    if (last < first) continue;
    const from = path.grid.firstFrom(first);
    const to = path.grid.lastUntil(last);
    if (to < from) continue;
    open ??= path.valueAt(from);
    close = path.valueAt(to);
    const extremes = path.extremes(from, to);
    high = Math.max(high, extremes.high);
    low = Math.min(low, extremes.low);
    traded += volume.between(path.grid.firstTickFrom(first), path.grid.nextTickAfter(last));
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

/** The last second whose tick comes before a time. */
function lastTickBefore({ noise }: Market, time: number): number {
  const second = Math.floor((time - EPOCH_MS) / TICK_MS);
  const isOver = noise.delayAt(second) < time - EPOCH_MS - second * TICK_MS;
  return isOver ? second : second - 1;
}
