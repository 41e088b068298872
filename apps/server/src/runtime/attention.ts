import type { ToCore } from '../kernel/core/bus.ts';

/** The core is told this often at most; it stays awake for much longer. */
const TELL_EVERY_MS = 1_000;
/** How long a request waits for prices to wake: they take some tenths of a second. */
const WAKE_MAX_MS = 2_000;

/**
 * Tells the core that somebody looks at prices, and makes whoever finds them asleep wait until they
 * are those of now.
 */
export class Attention {
  readonly #post: (message: ToCore) => void;
  readonly #now: () => number;
  #toldAt = Number.NEGATIVE_INFINITY;
  #isAsleep = false;
  #waiting: PromiseWithResolvers<void> | undefined;

  constructor(post: (message: ToCore) => void, now: () => number = () => performance.now()) {
    this.#post = post;
    this.#now = now;
  }

  get isAsleep(): boolean {
    return this.#isAsleep;
  }

  /** Resolves once prices are those of now: at once while they are awake. */
  look(): Promise<void> {
    const at = this.#now();
    if (TELL_EVERY_MS <= at - this.#toldAt) {
      this.#toldAt = at;
      this.#post({ kind: 'look' });
    }
    if (!this.#isAsleep) return Promise.resolve();
    this.#waiting ??= this.#wait();
    return this.#waiting.promise;
  }

  /** The core fell asleep, or is awake again. */
  receive(isAsleep: boolean): void {
    this.#isAsleep = isAsleep;
    // Told before it fell asleep, it would not know of a look since.
    if (isAsleep) this.#toldAt = Number.NEGATIVE_INFINITY;
    else this.#waiting?.resolve();
  }

  #wait(): PromiseWithResolvers<void> {
    const waiting = Promise.withResolvers<void>();
    const timer = setTimeout(() => waiting.resolve(), WAKE_MAX_MS);
    void waiting.promise.then(() => {
      clearTimeout(timer);
      if (this.#waiting === waiting) this.#waiting = undefined;
    });
    return waiting;
  }
}
