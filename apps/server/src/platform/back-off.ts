/**
 * How long to wait before trying again: doubles with each failure in a row, with jitter, so that
 * many clients do not return at once.
 */
const FIRST_MS = 500;
const LONGEST_MS = 60_000;
const DOUBLINGS_MAX = 10;

export class BackOff {
  readonly #random: () => number;
  #failures = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** After a failure: between half and all of the doubled time. */
  next(): number {
    const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(this.#failures, DOUBLINGS_MAX));
    this.#failures += 1;
    return Math.round(full * (0.5 + this.#random() / 2));
  }

  succeeded(): void {
    this.#failures = 0;
  }
}
