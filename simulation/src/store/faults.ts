import type { Random } from '../random.ts';

/** A failure that the simulation mutated: the core must live with it. */
export class MutatedFailure extends Error {
  override readonly name = 'MutatedFailure';
}

export interface FaultRates {
  /**
   * Chance of each flush to fail before anything is written, after everything is, or to hang until
   * another owner takes the shard.
   */
  readonly flushBefore: number;
  readonly flushAfter: number;
  readonly flushHang: number;
  /** Chance of each other call to fail. */
  readonly read: number;
  readonly acquire: number;
}

export type FlushFate = 'done' | 'before' | 'after' | 'hang';

/** Decides what goes wrong. Calm while it is told to be. */
export class Faults {
  readonly #random: Random;
  readonly #rates: FaultRates;
  calm = false;
  mutated = 0;

  constructor(random: Random, rates: FaultRates) {
    this.#random = random;
    this.#rates = rates;
  }

  flush(): FlushFate {
    if (this.calm) return 'done';
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
    if (fate !== 'done') this.mutated += 1;
    return fate;
  }

  strike(what: 'read' | 'acquire'): void {
    if (this.calm || !this.#random.chance(this.#rates[what])) return;
    this.mutated += 1;
    throw new MutatedFailure(`mutated failure of ${what}`);
  }
}
