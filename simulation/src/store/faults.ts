import type { Random } from '../random.ts';

/** A failure injected by the simulation, which the core must survive. */
export class InjectedFailure extends Error {
  override readonly name = 'InjectedFailure';
}

/** A row that the database refuses however often it is sent, as one with a NUL character is. */
export class RefusedRow extends InjectedFailure {
  readonly code = '23514';
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
  /** Of how many commands of callers one cannot be stored; 0: all can. */
  readonly refusedOneIn: number;
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

  /** Decided by the id alone: the same command is refused in every batch and every run. */
  isRefused({ id, userId }: { readonly id: string; readonly userId: number }): boolean {
    const { refusedOneIn } = this.#rates;
    if (refusedOneIn === 0 || userId === 0) return false;
    let digest = 2_166_136_261;
    for (const character of id) digest = Math.imul(digest ^ character.charCodeAt(0), 16_777_619);
    return (digest >>> 8) % refusedOneIn === 0;
  }

  maybeFail(what: 'read' | 'acquire'): void {
    if (this.paused || !this.#random.chance(this.#rates[what])) return;
    this.injected += 1;
    throw new InjectedFailure(`injected failure of ${what}`);
  }
}
