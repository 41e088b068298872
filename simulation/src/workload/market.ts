import type { HeldBy, MarketView, Tick } from '@glasshouse/server/kernel/core/types';
import { LATE_MAX_MS, type Schedule } from '../schedule.ts';
import { type GapEndedAt, type Head, headAfter } from './gaps.ts';
import type { SimInstrument } from './scenario.ts';

interface Line {
  readonly instrument: SimInstrument;
  /** Sequence and time of the last tick issued, durable or not. */
  seq: number;
  at: number;
  /** The last sequenced tick, and the silences before it. */
  head: Head | undefined;
}

/**
 * The tape of one run: numbers ticks and gives the sequencer last prices, gaps and trading hours.
 */
export class SimMarket implements MarketView {
  readonly #lines = new Map<string, Line>();
  readonly #gapEndedAt: GapEndedAt;
  readonly #onSequenced: (tick: Tick) => void;

  constructor(options: {
    instruments: readonly SimInstrument[];
    gapEndedAt: GapEndedAt;
    onSequenced: (tick: Tick) => void;
  }) {
    for (const instrument of options.instruments) {
      this.#lines.set(instrument.code, { instrument, seq: 0, at: 0, head: undefined });
    }
    this.#gapEndedAt = options.gapEndedAt;
    this.#onSequenced = options.onSequenced;
  }

  /** Restarts from the durable heads. */
  restore(heads: Iterable<Head>): void {
    for (const line of this.#lines.values()) Object.assign(line, { seq: 0, at: 0, head: undefined });
    for (const head of heads) {
      const line = this.#lines.get(head.tick.code);
      if (line !== undefined) Object.assign(line, { seq: head.tick.seq, at: head.tick.at, head });
    }
  }

  /** The next tick of a code; its time never goes back. */
  accept(code: string, price: { mid: number; spread: number }, at: number): Tick {
    const line = this.#line(code);
    line.seq += 1;
    line.at = Math.max(line.at, at);
    const { mid, spread } = price;
    return { code, seq: line.seq, bid: mid - spread, ask: mid + spread, mid, at: line.at };
  }

  sequenced(tick: Tick): void {
    const line = this.#line(tick.code);
    line.head = headAfter(line.head, tick);
    this.#onSequenced(tick);
  }

  lastTick(code: string): Tick | undefined {
    return this.#lines.get(code)?.head?.tick;
  }

  lastGapEndedAt(code: string, limitMs: number): number {
    return this.#gapEndedAt(this.#lines.get(code)?.head?.silences ?? [], limitMs);
  }

  lateMs(): number {
    return LATE_MAX_MS;
  }

  heldBy(code: string, at: number): HeldBy | undefined {
    const holds = this.#lines.get(code)?.instrument.holds;
    return holds !== undefined && at % holds.everyMs < holds.forMs ? holds.reason : undefined;
  }

  sessionEndsAt(code: string, at: number): number | undefined {
    const schedule: Schedule | undefined = this.#lines.get(code)?.instrument.schedule;
    if (schedule === undefined) return undefined;
    if (schedule === 'always') return Number.POSITIVE_INFINITY;
    const day = schedule.openMs + schedule.closedMs;
    const into = (at - schedule.fromMs) % day;
    return into < schedule.openMs ? at - into + schedule.openMs : undefined;
  }

  #line(code: string): Line {
    const line = this.#lines.get(code);
    if (line === undefined) throw new Error(`no instrument ${code}`);
    return line;
  }
}
