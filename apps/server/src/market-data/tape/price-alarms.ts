import type { HeldBy } from '../../kernel/core/types.ts';

/** Prices that nothing trades on and that an operator should know of. */
export interface PriceProblem {
  readonly kind: 'unstoredPrices' | 'heldPrices';
  /** Why, and the first instruments. */
  readonly subject: string;
  readonly since: number;
  /** Instruments in all. */
  readonly count: number;
}

/** A jump is confirmed or forgotten within seconds: what resolves itself alarms nobody. */
export const HELD_ALARM_MS = 15_000;
/** Instruments named in one alarm. */
const NAMED_MAX = 8;

/** What is held, by reason: `Tape.heldNow`. */
export type HeldNow = ReadonlyMap<HeldBy, readonly string[]>;

/** Remembers since when each instrument is held, and makes one alarm of each reason. */
export class PriceAlarms {
  readonly #since = new Map<string, number>();
  #lastReport = '[]';

  /** What to tell, once it differs from what was told before. */
  changed(held: HeldNow, now: number): readonly PriceProblem[] | undefined {
    const problems = this.#problems(held, now);
    const text = JSON.stringify(problems);
    if (text === this.#lastReport) return undefined;
    this.#lastReport = text;
    return problems;
  }

  #problems(held: HeldNow, now: number): PriceProblem[] {
    const keys = new Set<string>();
    const problems: PriceProblem[] = [];
    for (const [reason, codes] of held) {
      const lasting: { readonly code: string; readonly since: number }[] = [];
      for (const code of codes) {
        const key = `${reason} ${code}`;
        keys.add(key);
        const since = this.#since.get(key) ?? now;
        this.#since.set(key, since);
        // What cannot be stored does not resolve itself.
        if (reason === 'unstored' || HELD_ALARM_MS <= now - since) lasting.push({ code, since });
      }
      if (lasting.length === 0) continue;
      const named = lasting.slice(0, NAMED_MAX).map(({ code }) => code);
      problems.push({
        kind: reason === 'unstored' ? 'unstoredPrices' : 'heldPrices',
        subject: `${reason === 'unstored' ? '' : `${reason} `}${named.join(' ')}${NAMED_MAX < lasting.length ? ' …' : ''}`,
        since: Math.min(...lasting.map(({ since }) => since)),
        count: lasting.length,
      });
    }
    for (const key of this.#since.keys()) if (!keys.has(key)) this.#since.delete(key);
    return problems;
  }
}
