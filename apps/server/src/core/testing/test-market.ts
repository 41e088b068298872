import type { MarketView, Tick } from '../types.ts';

/** A market that a test moves by hand: always open unless told otherwise. */
export class TestMarket implements MarketView {
  readonly #last = new Map<string, Tick>();
  readonly #gaps = new Map<string, number>();
  readonly #gapLimitMs: number;
  sessionEnds: number | undefined = Number.POSITIVE_INFINITY;

  constructor(options: { gapLimitMs: number }) {
    this.#gapLimitMs = options.gapLimitMs;
  }

  sequenced(tick: Tick): void {
    const last = this.#last.get(tick.code);
    if (last !== undefined && this.#gapLimitMs < tick.at - last.at) this.#gaps.set(tick.code, tick.at);
    this.#last.set(tick.code, tick);
  }

  lastTick(code: string): Tick | undefined {
    return this.#last.get(code);
  }

  sessionEndsAt(): number | undefined {
    return this.sessionEnds;
  }

  lastGapEndedAt(code: string): number {
    return this.#gaps.get(code) ?? 0;
  }

  /** The next tick of a code: `seq` follows, bid and ask one point around the price. */
  next(code: string, mid: number, at: number): Tick {
    const seq = (this.#last.get(code)?.seq ?? 0) + 1;
    return { code, seq, bid: mid - 1, ask: mid + 1, mid, at };
  }
}
