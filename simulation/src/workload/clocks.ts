import { CLOCK_SLOPE, CoreClock } from '@glasshouse/server/platform/core-clock';
import { Random } from '../random.ts';
import type { Findings } from '../reference/findings.ts';

const HOUR_MS = 3_600_000;
const JUMP = 0.01;

/**
 * The clocks of the machine: one that only goes on, and one that somebody sets in every fifth
 * world. The core must live by the first.
 */
export class Clocks {
  readonly #random: Random;
  readonly #jumps: boolean;
  readonly #findings: Findings;
  readonly #trustsWall: boolean;
  #monotonic = 0;
  #wallAhead: number;
  #clock: CoreClock;

  constructor(options: { seed: number; startAt: number; findings: Findings; trustsWall: boolean }) {
    this.#random = new Random(options.seed + 77_777);
    this.#jumps = options.seed % 5 === 2;
    this.#findings = options.findings;
    this.#trustsWall = options.trustsWall;
    this.#wallAhead = options.startAt;
    this.#clock = this.#boot();
  }

  now(): number {
    return this.#trustsWall ? this.#monotonic + this.#wallAhead : this.#clock.now();
  }

  /** Time passes while the core runs. */
  pass(ms: number): void {
    const before = this.now();
    if (this.#jumps && this.#random.chance(JUMP)) {
      this.#wallAhead += this.#random.int(-HOUR_MS, HOUR_MS);
    }
    this.#monotonic += ms;
    const passed = this.now() - before;
    this.#findings.check(
      Math.abs(passed - ms) <= ms * CLOCK_SLOPE + 1,
      () => `core time moved by ${passed} ms in ${ms} ms`,
    );
  }

  /** The core was down for this long; less than nothing: its wall clock was set back. */
  down(ms: number): void {
    const endedAt = this.now();
    if (ms < 0) this.#wallAhead += ms;
    else this.#monotonic += ms;
    this.#clock = this.#boot();
    // As a start does, by the end of the log; a little behind it the core must bear by itself.
    if (this.#jumps) this.#clock.notBefore(endedAt);
  }

  #boot(): CoreClock {
    const wall = (): number => this.#monotonic + this.#wallAhead;
    return new CoreClock({ monotonic: () => this.#monotonic, wall }, () => undefined);
  }
}
