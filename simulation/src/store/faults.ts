import type { Random } from '../random.ts';

/** A failure injected by the simulation, which the core must survive. */
export class InjectedFailure extends Error {
  override readonly name = 'InjectedFailure';
}

export interface FaultRates {
  /**
   * Chance of a flush to fail before the write, after it, or to hang until another owner acquires
   * the shard.
   */
  readonly flushBefore: number;
  readonly flushAfter: number;
  readonly flushHang: number;
  /** Chance of other calls to fail. */
  readonly read: number;
  readonly acquire: number;
}

export type FlushFate = 'done' | 'before' | 'after' | 'hang';

/** Decides what fails; nothing while `paused`. */
export class Faults {
  readonly #random: Random;
  readonly #rates: FaultRates;
  paused = false;
  injected = 0;

  constructor(random: Random, rates: FaultRates) {
    this.#random = random;
    this.#rates = rates;
  }

  flush(): FlushFate {
    if (this.paused) return 'done';
    const { flushBefore, flushAfter, flushHang } = this.#rates;
    const draw = this.#random.next();
    const fate =
      draw < flushBefore
        ? 'before'
        : draw < flushBefore + flushAfter
          ? 'after'
          : draw < flushBefore + flushAfter + flushHang
            ? 'hang'
            : 'done';
    if (fate !== 'done') this.injected += 1;
    return fate;
  }

  maybeFail(what: 'read' | 'acquire'): void {
    if (this.paused || !this.#random.chance(this.#rates[what])) return;
    this.injected += 1;
    throw new InjectedFailure(`injected failure of ${what}`);
  }
}
