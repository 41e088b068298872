import type { Random } from '../random.ts';

interface Pending {
  readonly owner: number;
  readonly go: () => void;
}

/**
 * Delays of store calls, in simulation steps instead of time. Calls of a crashed owner never
 * return.
 */
export class Delays {
  readonly #random: Random;
  #pending: Pending[] = [];
  readonly #dead = new Set<number>();
  /** Calls return at once. */
  immediate = false;

  constructor(random: Random) {
    this.#random = random;
  }

  wait(owner: number): Promise<void> {
    if (this.#dead.has(owner)) return new Promise(() => {});
    if (this.immediate || this.#random.chance(0.2)) return Promise.resolve();
    return new Promise((go) => this.#pending.push({ owner, go }));
  }

  get size(): number {
    return this.#pending.length;
  }

  /** Lets some pending calls return, in random order. */
  step(): void {
    if (this.#pending.length === 0) return;
    const count = this.immediate ? this.#pending.length : this.#random.int(0, this.#pending.length);
    const going = this.#random.shuffle(this.#pending).slice(0, count);
    this.#pending = this.#pending.slice(count);
    for (const { go } of going) go();
  }

  kill(owner: number): void {
    this.#dead.add(owner);
    this.#pending = this.#pending.filter((pending) => pending.owner !== owner);
  }
}
