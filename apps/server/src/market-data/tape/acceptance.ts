import type { HeldBy, Tick } from '../../kernel/core/types.ts';
import { isJump } from '../feeds/jump.ts';
import type { FeedTick } from '../feeds/types.ts';
import { type Instrument, MARKET_TYPES } from '../instruments/instrument.ts';
import type { TapeTick } from './codec.ts';
import { NO_CHANGES, type PriceChanges } from './price-changes.ts';

/** Why an update of a feed did not become a tick. */
export const DROP_REASONS = [
  'unknown-code',
  'malformed',
  'crossed',
  'future',
  'backwards',
  'stale',
  'late',
  'outlier',
  'disputed',
  'not-positive',
  'ended',
  'overflow',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];
export type DropCounts = { [reason in DropReason]: number };

/** A source's clock may run ahead of ours by this much. */
export const FUTURE_TOLERANCE_MS = 1_000;
/** Updates in one call; of more, the oldest are dropped. */
export const UPDATES_PER_CALL_MAX = 20_000;
/** A jump is accepted once this many updates in a row agree on the new level … */
export const CONFIRMING_UPDATES = 3;
/** … over at least this long. */
export const CONFIRMING_MS = 3_000;

/** Updates beyond the outlier limit that so far agree with each other. */
interface Quarantine {
  count: number;
  firstAt: number;
  mid: number;
}

interface Gate {
  readonly instrument: Instrument;
  last: Tick | undefined;
  quarantine: Quarantine | undefined;
  /** Why the newest update did not become a tick, if its price was doubted. */
  held: HeldBy | undefined;
  /** That update. */
  doubted: FeedTick | undefined;
}

const isPoints = (value: number): boolean => Number.isSafeInteger(value) && 0 < value;

/**
 * The price of oil was below zero in April 2020: it is a number, and none that is traded on. A
 * source that gives 0 has no price.
 */
const isNegative = ({ bid, ask, mid }: FeedTick): boolean =>
  [bid, ask, mid].every((value) => Number.isSafeInteger(value)) && mid < 0;

/**
 * Shares and funds: their prices jump by splits, which are no market. Repeating a jump confirms
 * nothing there.
 */
export const isSplittable = ({ type }: Instrument): boolean =>
  type === MARKET_TYPES.stocks || type === MARKET_TYPES.etf;

export interface AcceptanceOptions {
  readonly changes?: PriceChanges;
  /**
   * Instruments whose jumps are confirmed by being repeated; by default all but shares and funds.
   */
  readonly confirmsItself?: (instrument: Instrument) => boolean;
}

/**
 * Decides which updates become ticks and numbers them. An update beyond the outlier limit is held;
 * if the following ones return, it is forgotten; if they confirm the new level, the confirming one
 * becomes a tick like any other: the price is true, and only a silence makes a gap. One that a
 * second source contradicts is held whatever its size. Nothing trades on an instrument meanwhile.
 *
 * Of a share or a fund nothing but a second source, the calendar of corporate actions or two
 * persons confirms a jump: a split repeats itself as steadily as a market does.
 */
export class Acceptance {
  readonly dropped: Readonly<DropCounts>;
  readonly #counts: DropCounts;
  readonly #gates = new Map<string, Gate>();
  /** Ticks before this time belong to minutes that are closed or about to be. */
  #openFrom = 0;
  readonly #changes: PriceChanges;
  readonly #confirmsItself: (instrument: Instrument) => boolean;

  constructor(instruments: readonly Instrument[], options: AcceptanceOptions = {}) {
    this.#changes = options.changes ?? NO_CHANGES;
    this.#confirmsItself = options.confirmsItself ?? ((instrument) => !isSplittable(instrument));
    for (const instrument of instruments) {
      const gate = { instrument, last: undefined, quarantine: undefined, held: undefined, doubted: undefined };
      this.#gates.set(instrument.code, gate);
    }
    this.#counts = Object.fromEntries(DROP_REASONS.map((reason) => [reason, 0])) as DropCounts;
    this.dropped = this.#counts;
  }

  get openFrom(): number {
    return this.#openFrom;
  }

  /** Rejects ticks before `at` from now on. Never moves back. */
  closeBefore(at: number): void {
    this.#openFrom = Math.max(this.#openFrom, at);
  }

  /** The last tick known from the store: the next one continues its sequence. */
  restore(tick: Tick): void {
    const gate = this.#gates.get(tick.code);
    if (gate !== undefined) gate.last = tick;
  }

  /** Why the newest price of an instrument is doubted; undefined when it is not. */
  heldBy(code: string): HeldBy | undefined {
    return this.#gates.get(code)?.held;
  }

  /** The price that is held, as its source gave it last; undefined while none is. */
  doubtedPrice(code: string): FeedTick | undefined {
    const gate = this.#gates.get(code);
    return gate?.held === undefined ? undefined : gate.doubted;
  }

  accept(updates: readonly FeedTick[], now: number): TapeTick[] {
    const ticks: TapeTick[] = [];
    const skipped = Math.max(0, updates.length - UPDATES_PER_CALL_MAX);
    this.#counts.overflow += skipped;
    for (let index = skipped; index < updates.length; index += 1) {
      const update = updates[index]!;
      const gate = this.#gates.get(update.code);
      const reason = gate === undefined ? 'unknown-code' : this.#refusal(gate, update, now);
      if (gate === undefined || reason !== undefined) {
        this.#counts[reason ?? 'unknown-code'] += 1;
        continue;
      }
      const { code, bid, ask, mid, volume } = update;
      // Of a clock that is ahead of ours: an order after it must not seem to be before it.
      const at = Math.max(this.#openFrom, gate.last?.at ?? 0, Math.min(update.at, now));
      const tick: TapeTick = { code, seq: (gate.last?.seq ?? 0) + 1, bid, ask, mid, at, volume };
      gate.last = tick;
      gate.held = undefined;
      gate.doubted = undefined;
      ticks.push(tick);
    }
    return ticks;
  }

  /** The first reason against it, in the order of this function. */
  #refusal(gate: Gate, update: FeedTick, now: number): DropReason | undefined {
    const { bid, ask, mid, at, volume } = update;
    if (isNegative(update) && isPoints(at) && gate.last !== undefined && gate.last.at <= at) {
      doubt(gate, update, 'notPositive');
      return 'not-positive';
    }
    if (!isPoints(bid) || !isPoints(ask) || !isPoints(mid) || !isPoints(at)) return 'malformed';
    if (!Number.isFinite(volume) || volume < 0) return 'malformed';
    if (mid < bid || ask < mid) return 'crossed';
    if (now + FUTURE_TOLERANCE_MS < at) return 'future';
    if (gate.last !== undefined && at < gate.last.at) return 'backwards';
    if (gate.instrument.stalenessMs < now - at) return 'stale';
    if (at < this.#openFrom) return 'late';
    if (this.#changes.hasEnded(update.code, at)) return 'ended';
    if (update.confirmed === false) {
      // Repetition does not override the contradiction of a second source.
      gate.quarantine = undefined;
      doubt(gate, update, 'sources');
      return 'disputed';
    }
    if (!this.#isUnconfirmed(gate, update)) return undefined;
    doubt(gate, update, 'jump');
    return 'outlier';
  }

  #isUnconfirmed(gate: Gate, update: FeedTick): boolean {
    const { instrument, last, quarantine } = gate;
    if (last === undefined || !this.#isDoubtful(last, update, instrument)) {
      gate.quarantine = undefined;
      return false;
    }
    if (quarantine === undefined || isJump(quarantine.mid, update.mid, instrument)) {
      gate.quarantine = { count: 1, firstAt: update.at, mid: update.mid };
      return true;
    }
    quarantine.count += 1;
    quarantine.mid = update.mid;
    if (!this.#confirmsItself(instrument)) return true;
    if (quarantine.count < CONFIRMING_UPDATES || update.at - quarantine.firstAt < CONFIRMING_MS) return true;
    gate.quarantine = undefined;
    return false;
  }

  /**
   * Whether neither the last price as the calendar moves it, nor a source, nor people confirm one.
   */
  #isDoubtful(last: Tick, update: FeedTick, instrument: Instrument): boolean {
    const ratio = this.#changes.ratioBetween(update.code, last.at, update.at);
    const paid = this.#changes.dividendsBetween(update.code, last.at, update.at);
    const expected = ratio === undefined ? last.mid - paid : (last.mid * ratio.denominator) / ratio.numerator;
    if (!isJump(expected, update.mid, instrument)) return false;
    const released = this.#changes.releasedLevel(update.code, last.at);
    if (released !== undefined && !isJump(released, update.mid, instrument)) return false;
    return update.confirmed !== true;
  }
}

function doubt(gate: Gate, update: FeedTick, held: HeldBy): void {
  gate.held = held;
  gate.doubted = update;
}
