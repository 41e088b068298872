/**
 * The server's clock as this client knows it. Each frame of the market socket says when it was
 * made; the smallest difference seen is the one with the least delay in it. Countdowns run on this
 * clock, so a wrong clock of the machine does not make an option end early on screen.
 */
export class ServerClock {
  readonly #machineNow: () => number;
  #offsetMs: number | undefined;

  /** `machineNow`: the clock of the machine, in epoch milliseconds. */
  constructor(machineNow: () => number) {
    this.#machineNow = machineNow;
  }

  /** `at`: when the server sent the frame that has just arrived, in epoch milliseconds. */
  record(at: number): void {
    const difference = this.#machineNow() - at;
    if (this.#offsetMs === undefined || difference < this.#offsetMs) this.#offsetMs = difference;
  }

  /** A jump of the machine's clock (sleep, correction) makes what was learned useless. */
  forget(): void {
    this.#offsetMs = undefined;
  }

  /** Epoch milliseconds; the machine's own until the first frame. */
  now(): number {
    return this.#machineNow() - (this.#offsetMs ?? 0);
  }
}
