import { BackOff } from '../../platform/back-off.ts';
import { EndpointError } from './endpoint.ts';
import type { Watcher } from './watcher.ts';

/** Half a block time is soon enough to notice one, within these bounds. */
const IDLE_MS_MIN = 500;
const IDLE_MS_MAX = 30_000;

export interface WatchLoopOptions {
  readonly watcher: Watcher;
  readonly blockSeconds: number;
  readonly random: () => number;
  /** When a turn fails for a new reason, and with undefined when one succeeds again. */
  readonly onProblem: (problem: string | undefined) => void;
  /** A bug, or a database that is gone: the thread cannot go on. */
  readonly onFatal: (error: Error) => void;
}

/** Turns a watcher until it is stopped; failures of endpoints are waited out. */
export class WatchLoop {
  readonly #options: WatchLoopOptions;
  readonly #backOff: BackOff;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #problem: string | undefined;

  constructor(options: WatchLoopOptions) {
    this.#options = options;
    this.#backOff = new BackOff(options.random);
    this.#after(0);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #after(ms: number): void {
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#turn(), ms);
  }

  async #turn(): Promise<void> {
    const { watcher, blockSeconds, onProblem, onFatal } = this.#options;
    try {
      const turn = await watcher.turn();
      this.#backOff.succeeded();
      if (this.#problem !== undefined) onProblem(undefined);
      this.#problem = undefined;
      this.#after(turn === 'more' ? 0 : Math.min(IDLE_MS_MAX, Math.max(IDLE_MS_MIN, blockSeconds * 500)));
    } catch (error) {
      const { message } = error as Error;
      if (!(error instanceof EndpointError)) return onFatal(error as Error);
      if (this.#problem !== message) onProblem(message);
      this.#problem = message;
      this.#after(this.#backOff.next());
    }
  }
}
