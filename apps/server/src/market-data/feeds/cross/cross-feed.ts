import { sessionAt } from '../../instruments/calendar.ts';
import type { Feed, FeedTick } from '../types.ts';
import { crossPoints, type Triangle } from './triangles.ts';

interface Line {
  readonly triangle: Triangle;
  readonly sources: readonly [base: Feed, quote: Feed];
  lastAt: number;
}

/**
 * Crosses whose legs do not all come from the simulated market: computed from the newest ticks of
 * the legs, so that nobody can trade in a circle against prices that know nothing of each other. A
 * cross ticks when a leg does, at most once in its `tickMs`; it is open while both legs are. Its
 * past is what was stored.
 */
export class CrossFeed implements Feed {
  readonly name: string;
  readonly keepsPast = false;
  readonly codes: ReadonlySet<string>;
  readonly #lines = new Map<string, Line>();
  /** Crosses of each leg. */
  readonly #byLeg = new Map<string, Line[]>();
  readonly #newest = new Map<string, FeedTick>();
  #waiting: FeedTick[] = [];

  /** `name` is that of the legs' feed: crosses are labelled as they are. */
  constructor(name: string, triangles: readonly Triangle[], feedOf: (code: string) => Feed) {
    this.name = name;
    for (const triangle of triangles) {
      const { cross, base, quote } = triangle;
      const line: Line = { triangle, sources: [feedOf(base.code), feedOf(quote.code)], lastAt: 0 };
      this.#lines.set(cross.code, line);
      for (const { code } of [base, quote]) this.#byLeg.set(code, [...(this.#byLeg.get(code) ?? []), line]);
    }
    this.codes = new Set(this.#lines.keys());
  }

  /**
   * The feed as it is, except that its ticks are seen here first. Feeds are asked before crosses.
   */
  watch(feed: Feed): Feed {
    if (![...feed.codes].some((code) => this.#byLeg.has(code))) return feed;
    const { sessionEndsAt, keepsPast } = feed;
    return {
      name: feed.name,
      codes: feed.codes,
      ...(keepsPast === undefined ? {} : { keepsPast }),
      ticksBetween: (after, upTo) => {
        const ticks = feed.ticksBetween(after, upTo);
        for (const tick of ticks) if (this.#byLeg.has(tick.code)) this.#waiting.push(tick);
        return ticks;
      },
      bars: (code, interval, range) => feed.bars(code, interval, range),
      ...(sessionEndsAt === undefined ? {} : { sessionEndsAt: sessionEndsAt.bind(feed) }),
    };
  }

  ticksBetween(): FeedTick[] {
    const seen = this.#waiting.sort((left, right) => left.at - right.at);
    this.#waiting = [];
    const ticks: FeedTick[] = [];
    for (const tick of seen) {
      this.#newest.set(tick.code, tick);
      for (const line of this.#byLeg.get(tick.code)!) {
        const made = this.#tickOf(line, tick.at);
        if (made !== undefined) ticks.push(made);
      }
    }
    return ticks;
  }

  bars(): [] {
    return [];
  }

  legsOf(code: string): readonly string[] {
    const triangle = this.#lines.get(code)?.triangle;
    return triangle === undefined ? [] : [triangle.base.code, triangle.quote.code];
  }

  sessionEndsAt(code: string, at: number): number | undefined {
    const line = this.#lines.get(code);
    if (line === undefined) return undefined;
    const legs = [line.triangle.base, line.triangle.quote];
    const ends = legs.map(({ code: leg, calendar }, position) => {
      const feed = line.sources[position]!;
      if (feed.sessionEndsAt !== undefined) return feed.sessionEndsAt(leg, at);
      return calendar === 'always' ? Number.POSITIVE_INFINITY : sessionAt(calendar, at)?.endsAt;
    });
    return ends.reduce((first, end) => (first === undefined || end === undefined ? undefined : Math.min(first, end)));
  }

  #tickOf(line: Line, at: number): FeedTick | undefined {
    const { triangle } = line;
    const { cross, base, quote } = triangle;
    const baseTick = this.#newest.get(base.code);
    const quoteTick = this.#newest.get(quote.code);
    if (baseTick === undefined || quoteTick === undefined || at - line.lastAt < cross.tickMs) return undefined;
    if (base.stalenessMs < at - baseTick.at || quote.stalenessMs < at - quoteTick.at) return undefined;
    // A leg that was held by its second source holds what follows from it.
    if (baseTick.confirmed === false || quoteTick.confirmed === false) return undefined;
    const mid = Math.max(1, Math.round(crossPoints(triangle, baseTick.mid, quoteTick.mid)));
    const side = (tick: FeedTick, power: 1 | -1, isBid: boolean): number =>
      (power === 1) === isBid ? tick.bid : tick.ask;
    const bid = crossPoints(triangle, side(baseTick, base.power, true), side(quoteTick, quote.power, true));
    const ask = crossPoints(triangle, side(baseTick, base.power, false), side(quoteTick, quote.power, false));
    line.lastAt = at;
    return {
      code: cross.code,
      bid: Math.max(1, Math.min(mid, Math.floor(bid))),
      ask: Math.max(mid, Math.ceil(ask)),
      mid,
      volume: 0,
      at,
    };
  }
}
