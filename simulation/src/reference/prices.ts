import type { Findings } from './findings.ts';
import { type StoredTick, tickName } from './stored.ts';

/** Ticks no order needs are dropped once an instrument has this many. */
const KEEP_CHECK = 4_096;

/** The durable prices of every instrument, and the auditor's own measure of silences. */
export class Prices {
  readonly #ticks = new Map<string, StoredTick[]>();
  readonly #names = new Set<string>();
  readonly #findings: Findings;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  add(tick: StoredTick): void {
    const ticks = this.#ticks.get(tick.code) ?? [];
    const last = ticks.at(-1);
    this.#findings.equal(`tape: the tick after ${last?.seq ?? 0} of ${tick.code}`, tick.seq, (last?.seq ?? 0) + 1);
    this.#findings.check(
      (last?.at ?? 0) <= tick.at,
      () => `tape: ${tickName(tick)} is older than its predecessor (${last?.at})`,
    );
    ticks.push(tick);
    this.#ticks.set(tick.code, ticks);
    this.#names.add(tickName(tick));
  }

  last(code: string): StoredTick | undefined {
    return this.#ticks.get(code)?.at(-1);
  }

  isDurable(tick: StoredTick): boolean {
    return this.#names.has(tickName(tick));
  }

  /**
   * From the entry tick on: the last tick at or before `until`, the number of ticks, and the
   * longest silence in the window.
   */
  window(entry: StoredTick, until: number): { last: StoredTick; count: number; silentMs: number } {
    const ticks = this.#ticks.get(entry.code) ?? [];
    const first = ticks[0]?.seq ?? 0;
    let last = entry;
    let count = 1;
    let silentMs = 0;
    for (let index = entry.seq - first + 1; index < ticks.length; index += 1) {
      const tick = ticks[index] as StoredTick;
      if (until < tick.at) break;
      silentMs = Math.max(silentMs, tick.at - last.at);
      last = tick;
      count += 1;
    }
    return { last, count, silentMs: Math.max(silentMs, until - last.at) };
  }

  /** Drops ticks of a code before `seq`. */
  forget(code: string, seq: number): void {
    const ticks = this.#ticks.get(code);
    if (ticks === undefined || ticks.length < KEEP_CHECK) return;
    const first = (ticks[0] as StoredTick).seq;
    if (first < seq) ticks.splice(0, Math.min(seq - first, ticks.length - 1));
  }
}
