/** Everything, or these codes. */
export type Scope = 'all' | readonly string[];

/**
 * Which prices the page needs right now, counted, because a list and a chart may both want one.
 * Changes are gathered and told once, so that going from page to page does not narrow and widen the
 * stream in the same breath.
 */
export class Subscriptions {
  readonly #wants = new Set<{ readonly scope: Scope }>();
  readonly #send: (scope: Scope) => void;
  readonly #delayMs: number;
  #told = 'all';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: { send: (scope: Scope) => void; delayMs: number }) {
    this.#send = options.send;
    this.#delayMs = options.delayMs;
  }

  /** Sorted and without repetition, so that the same needs read the same. */
  scope(): Scope {
    const codes = new Set<string>();
    for (const { scope } of this.#wants) {
      if (scope === 'all') return 'all';
      for (const code of scope) codes.add(code);
    }
    return [...codes].sort();
  }

  /** Returns the way back. */
  want(scope: Scope): () => void {
    const entry = { scope };
    this.#wants.add(entry);
    this.#later();
    return () => {
      this.#wants.delete(entry);
      this.#later();
    };
  }

  /** A new link starts with everything. */
  reset(): void {
    this.#told = 'all';
    this.#later();
  }

  #later(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const scope = this.scope();
      const text = String(scope);
      if (text === this.#told) return;
      this.#told = text;
      this.#send(scope);
    }, this.#delayMs);
  }
}
