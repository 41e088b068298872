import type { Instrument } from '../../instruments/instrument.ts';
import { isJump } from '../jump.ts';
import type { FeedTick } from '../types.ts';
import type { PointQuote } from './prices.ts';

/**
 * A source is silent about an instrument after this share of its staleness limit: the next one then
 * has time to stand in.
 */
const SILENT_AFTER = 0.6;
/**
 * Volume of one instrument between two ticks, above what any market trades in a second: keeps a
 * wrong figure from spoiling a candle.
 */
const VOLUME_MAX = 1e15;

interface SourcePrice {
  readonly mid: number;
  readonly receivedAt: number;
}

interface Line {
  readonly instrument: Instrument;
  /** The newest quote of each source, by rank. */
  readonly seen: (SourcePrice | undefined)[];
  /**
   * Pairs of sources that had a price at the same time, and those of them that agreed at least
   * once.
   */
  readonly compared: Set<number>;
  readonly agreed: Set<number>;
  volume: number;
  lastAt: number;
}

/** More than there are sources. */
const SOURCES_MAX = 16;

/** Two ranks, in whatever order, as one number. */
const pairOf = (firstRank: number, secondRank: number): number =>
  Math.min(firstRank, secondRank) * SOURCES_MAX + Math.max(firstRank, secondRank);

/**
 * Several sources of one market: the first gives the ticks, the others say whether they agree, and
 * the next one gives them while those before it are silent. Sources that have never agreed trade
 * different coins under one name: neither vouches for the other. The tape decides what follows from
 * a disagreement (`tape/acceptance.ts`).
 */
export class CrossCheck {
  readonly #lines = new Map<string, Line>();

  constructor(instruments: readonly Instrument[]) {
    for (const instrument of instruments) {
      this.#lines.set(instrument.code, {
        instrument,
        seen: [],
        compared: new Set(),
        agreed: new Set(),
        volume: 0,
        lastAt: 0,
      });
    }
  }

  /**
   * Takes a quote of the source with this rank; returns the tick that it makes, if that source sets
   * the price now.
   */
  quote(
    rank: number,
    { code, at, ...quote }: PointQuote & { readonly code: string; readonly at: number },
    now: number,
  ): FeedTick | undefined {
    const line = this.#lines.get(code);
    if (line === undefined) return undefined;
    line.seen[rank] = { mid: quote.mid, receivedAt: now };
    this.#compare(line, rank, now);
    if (!this.#leads(line, rank, now)) return undefined;
    const confirmed = this.#confirmed(line, rank, now);
    // Two streams of one source may overtake each other by some milliseconds; time still never
    // decreases.
    line.lastAt = Math.max(line.lastAt, at);
    const tick = { code, ...quote, volume: line.volume, at: line.lastAt };
    line.volume = 0;
    return confirmed === undefined ? tick : { ...tick, confirmed };
  }

  /**
   * Something was traded at the source with this rank: it counts for the next tick while that
   * source gives them.
   */
  trade(rank: number, { code, amount }: { readonly code: string; readonly amount: number }, now: number): void {
    const line = this.#lines.get(code);
    if (line === undefined || !(0 < amount) || !this.#leads(line, rank, now)) return;
    line.volume = Math.min(VOLUME_MAX, line.volume + amount);
  }

  #compare({ instrument, seen, compared, agreed }: Line, rank: number, now: number): void {
    const own = seen[rank];
    for (const [otherRank, quote] of seen.entries()) {
      if (own === undefined || quote === undefined || otherRank === rank) continue;
      if (instrument.stalenessMs < now - quote.receivedAt) continue;
      compared.add(pairOf(rank, otherRank));
      if (!isJump(quote.mid, own.mid, instrument)) agreed.add(pairOf(rank, otherRank));
    }
  }

  #leads({ instrument, seen, compared, agreed }: Line, rank: number, now: number): boolean {
    const silentMs = instrument.stalenessMs * SILENT_AFTER;
    for (let before = 0; before < rank; before += 1) {
      const earlier = seen[before];
      if (earlier !== undefined && now - earlier.receivedAt <= silentMs) return false;
      if (compared.has(pairOf(rank, before)) && !agreed.has(pairOf(rank, before))) return false;
    }
    return true;
  }

  /**
   * True when any other source that is not silent agrees, false when none does, undefined when
   * there is none.
   */
  #confirmed({ instrument, seen, agreed }: Line, rank: number, now: number): boolean | undefined {
    const own = seen[rank];
    if (own === undefined) return undefined;
    const others = seen.filter(
      (quote, index) =>
        index !== rank &&
        quote !== undefined &&
        agreed.has(pairOf(rank, index)) &&
        now - quote.receivedAt <= instrument.stalenessMs,
    );
    if (others.length === 0) return undefined;
    return others.some((quote) => quote !== undefined && !isJump(quote.mid, own.mid, instrument));
  }
}
