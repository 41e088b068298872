export interface FairQueueLimits {
  /** Runs at once. */
  readonly slots: number;
  /** Waiting turns of one key; more are refused. */
  readonly waitingPerKeyMax: number;
  /** Waiting turns of all keys together; more are refused. */
  readonly waitingMax: number;
}

interface Turn {
  readonly start: () => void;
}

/**
 * Bounds costly work and shares it by key: whenever a slot is free, the next key in turn gets it,
 * however many turns another key has waiting. A client that asks once waits for one turn of every
 * other key at most, and not for the whole backlog of one that floods.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** In the order of their next turn. A key without a waiting turn is not in it. */
  readonly #waiting = new Map<string, Turn[]>();
  #waitingCount = 0;
  #running = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /** Undefined when too many turns of this key, or of all keys, wait already. */
  async run<Result>(key: string, work: () => Result | Promise<Result>): Promise<Result | undefined> {
    if (this.#running < this.#limits.slots) {
      this.#running += 1;
    } else {
      const turns = this.#waiting.get(key) ?? [];
      const isFull = this.#limits.waitingPerKeyMax <= turns.length || this.#limits.waitingMax <= this.#waitingCount;
      if (isFull) return undefined;
      await new Promise<void>((start) => {
        turns.push({ start });
        this.#waitingCount += 1;
        this.#waiting.set(key, turns);
      });
    }
    try {
      return await work();
    } finally {
      this.#passOn();
    }
  }

  /** Gives the slot of the turn that ended to the next key; it counts as running from here. */
  #passOn(): void {
    const next = this.#waiting.entries().next();
    if (next.done === true) {
      this.#running -= 1;
      return;
    }
    const [key, turns] = next.value;
    const turn = turns.shift()!;
    this.#waitingCount -= 1;
    this.#waiting.delete(key);
    if (0 < turns.length) this.#waiting.set(key, turns);
    turn.start();
  }
}
