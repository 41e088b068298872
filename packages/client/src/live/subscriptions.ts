/** Everything, or these codes. */
export type Scope = 'all' | readonly string[];

/** What a part of the page shows of its markets: bid and ask come only with a narrowed stream. */
export type Need = 'price' | 'quote';

interface Want {
  readonly codes: readonly string[];
  readonly need: Need;
}

/**
 * Which prices the page needs right now, counted, because a list and a chart may both want one.
 * Changes are gathered and told once, so that going from page to page does not narrow and widen the
 * stream in the same breath.
 */
export class Subscriptions {
  readonly #wants = new Set<Want>();
  readonly #send: (scope: Scope) => void;
  readonly #delayMs: number;
  #lastSent = 'all';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: { send: (scope: Scope) => void; delayMs: number }) {
    this.#send = options.send;
    this.#delayMs = options.delayMs;
  }

  /**
   * Everything for lists of prices, so that nothing is asked for while one scrolls; but where bid
   * and ask are needed as well, only what is shown. Sorted and without repetition, so that the same
   * needs read the same.
   */
  scope(): Scope {
    const wants = [...this.#wants];
    const needsQuotes = wants.some(({ codes, need }) => need === 'quote' && 0 < codes.length);
    if (!needsQuotes && wants.some(({ need }) => need === 'price')) return 'all';
    return [...new Set(wants.flatMap(({ codes }) => codes))].sort();
  }

  /** Returns the way back. */
  want(codes: readonly string[], need: Need): () => void {
    const entry = { codes, need };
    this.#wants.add(entry);
    this.#later();
    return () => {
      this.#wants.delete(entry);
      this.#later();
    };
  }

  /** A new link starts with everything. */
  reset(): void {
    this.#lastSent = 'all';
    this.#later();
  }

  #later(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const scope = this.scope();
      const text = String(scope);
      if (text === this.#lastSent) return;
      this.#lastSent = text;
      this.#send(scope);
    }, this.#delayMs);
  }
}
