import type { FeedTick } from '@glasshouse/server/market-data/feeds/types';

/** Ticks of an instrument that a client can look back on; a chart shows more. */
const KEPT = 2_048;

/** The past of one instrument, as a client that listens all the time has it. */
export class History {
  readonly #mids = new Float64Array(KEPT);
  readonly #volumes = new Float64Array(KEPT);
  #count = 0;
  /** What another venue shows already: only strategies from outside may look. */
  outside: number | undefined;
  /** Of the other instruments. */
  others: readonly History[] = [];

  add({ mid, volume }: FeedTick): void {
    this.#mids[this.#count % KEPT] = mid;
    this.#volumes[this.#count % KEPT] = volume;
    this.#count += 1;
  }

  get length(): number {
    return Math.min(this.#count, KEPT - 1);
  }

  /** `ago` ticks before the newest. */
  mid(ago = 0): number {
    return this.#mids[(this.#count - 1 - ago + KEPT * 2) % KEPT] ?? 0;
  }

  volume(ago = 0): number {
    return this.#volumes[(this.#count - 1 - ago + KEPT * 2) % KEPT] ?? 0;
  }

  /** Return over the last ticks. */
  move(ticks: number): number {
    return this.length <= ticks ? 0 : this.mid() / this.mid(ticks) - 1;
  }

  /** Mean absolute return of a tick. */
  volatility(ticks: number): number {
    const count = Math.min(ticks, this.length - 1);
    let sum = 0;
    for (let ago = 0; ago < count; ago += 1) sum += Math.abs(this.mid(ago) / this.mid(ago + 1) - 1);
    return count <= 0 ? 0 : sum / count;
  }

  meanVolume(ticks: number): number {
    const count = Math.min(ticks, this.length);
    let sum = 0;
    for (let ago = 0; ago < count; ago += 1) sum += this.volume(ago);
    return count <= 0 ? 0 : sum / count;
  }
}
