import type { HeldBy, MarketView, Tick } from '../core/types.ts';

/** A market moved by the test; open unless set otherwise. */
export class TestMarket implements MarketView {
  readonly #last = new Map<string, Tick>();
  readonly #ticks = new Map<string, Tick[]>();
  sessionEnds: number | undefined = Number.POSITIVE_INFINITY;
  /** Of instruments whose price is held. */
  readonly held = new Map<string, HeldBy>();
  /** How late its ticks may come. */
  late = 0;

  sequenced(tick: Tick): void {
    this.#ticks.set(tick.code, [...(this.#ticks.get(tick.code) ?? []), tick]);
    this.#last.set(tick.code, tick);
  }

  /** Only what became durable is left, as when a tape is read again. */
  restore(ticks: readonly Tick[]): void {
    this.#ticks.clear();
    this.#last.clear();
    for (const tick of ticks) this.sequenced(tick);
  }

  lastTick(code: string): Tick | undefined {
    return this.#last.get(code);
  }

  lastTicks(): Iterable<Tick> {
    return this.#last.values();
  }

  sessionEndsAt(): number | undefined {
    return this.sessionEnds;
  }

  lateMs(): number {
    return this.late;
  }

  heldBy(code: string): HeldBy | undefined {
    return this.held.get(code);
  }

  lastGapEndedAt(code: string, limitMs: number): number {
    const ticks = this.#ticks.get(code) ?? [];
    return ticks.findLast((tick, index) => 0 < index && limitMs < tick.at - ticks[index - 1]!.at)?.at ?? 0;
  }

  /** The next tick of a code, with bid and ask one point around the price. */
  next(code: string, mid: number, at: number): Tick {
    const seq = (this.#last.get(code)?.seq ?? 0) + 1;
    return { code, seq, bid: mid - 1, ask: mid + 1, mid, at };
  }
}
