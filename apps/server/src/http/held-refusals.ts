import { OpenCounts } from './open-counts.ts';

export interface HeldLimits {
  /** How late a refusal is sent; 0 sends it at once. */
  readonly holdMs: number;
  /** Refusals that wait for one network; the next ones are sent at once. */
  readonly perNetworkMax: number;
  /** Refusals that wait in all; the next ones are sent at once. */
  readonly max: number;
}

/**
 * A client without manners asks again as soon as it was refused, and opens a connection for it: 40
 * of them draw 3,500 refusals a second, each of which costs everybody's thread a quarter of a
 * millisecond.
 */
export const HELD_LIMITS: HeldLimits = { holdMs: 500, perNetworkMax: 200, max: 5_000 };

/** Sends refusals late, so that a flood runs at the pace of its refusals. */
export class HeldRefusals {
  readonly #limits: HeldLimits;
  readonly #held = new OpenCounts();
  #count = 0;

  constructor(limits: HeldLimits) {
    this.#limits = limits;
  }

  send(network: string, refuse: () => void): void {
    const { holdMs, perNetworkMax, max } = this.#limits;
    if (holdMs === 0 || perNetworkMax <= this.#held.of(network) || max <= this.#count) {
      refuse();
      return;
    }
    this.#held.add(network);
    this.#count += 1;
    setTimeout(() => {
      this.#held.remove(network);
      this.#count -= 1;
      refuse();
    }, holdMs);
  }
}
