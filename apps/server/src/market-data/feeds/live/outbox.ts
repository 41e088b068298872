import type { Instrument } from '../../instruments/instrument.ts';
import type { FeedTick } from '../types.ts';

interface Slot {
  readonly tickMs: number;
  waiting: FeedTick | undefined;
  sentAt: number;
}

/**
 * Lets one tick per instrument through in each of its `tickMs`: the newest, with the volume of
 * those that it replaces.
 */
export class Outbox {
  readonly #slots = new Map<string, Slot>();
  readonly #due = new Set<Slot>();

  constructor(instruments: readonly Instrument[]) {
    for (const { code, tickMs } of instruments) {
      this.#slots.set(code, { tickMs, waiting: undefined, sentAt: Number.NEGATIVE_INFINITY });
    }
  }

  put(tick: FeedTick): void {
    const slot = this.#slots.get(tick.code);
    if (slot === undefined) return;
    const volume = tick.volume + (slot.waiting?.volume ?? 0);
    slot.waiting = { ...tick, volume };
    this.#due.add(slot);
  }

  /** What may go out now, in order of time. */
  take(now: number): FeedTick[] {
    const ticks: FeedTick[] = [];
    for (const slot of this.#due) {
      if (slot.waiting === undefined || now - slot.sentAt < slot.tickMs) continue;
      ticks.push(slot.waiting);
      slot.waiting = undefined;
      slot.sentAt = now;
      this.#due.delete(slot);
    }
    return ticks.sort((left, right) => left.at - right.at);
  }
}
