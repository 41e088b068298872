import { setTimeout as sleep } from 'node:timers/promises';
import { BackOff } from '../../../platform/back-off.ts';
import type { Log } from '../../../platform/log.ts';

const REASON_LENGTH_MAX = 300;
const HELD_MS = 60_000;

export interface RetryLoopOptions {
  /** Name of the source, for the log. */
  readonly name: string;
  readonly log: Log;
  readonly random: () => number;
  /** Never shown in the log. */
  readonly secret?: string;
}

/** Retries what may fail, with a longer delay after each failure in a row, until it is stopped. */
export class RetryLoop {
  readonly #options: RetryLoopOptions;
  readonly #stopping = new AbortController();
  readonly #tasks = new Set<Promise<void>>();

  constructor(options: RetryLoopOptions) {
    this.#options = options;
  }

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  get stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Runs it again and again, with retries. */
  repeat(what: string, once: () => Promise<void>): void {
    const loop = async (): Promise<void> => {
      while (!this.stopped) await this.untilDone(what, once);
    };
    this.run(loop());
  }

  /** Tries until it succeeds once. */
  async untilDone(what: string, once: () => Promise<void>): Promise<void> {
    const { name, log, random } = this.#options;
    const backOff = new BackOff(random);
    let failures = 0;
    while (!this.stopped) {
      const startedAt = performance.now();
      try {
        await once();
        if (0 < failures) log.info({ source: name, what, failures }, 'the source answers again');
        return;
      } catch (error) {
        if (this.stopped) return;
        // A connection that held for a while counts as a success before it broke.
        if (HELD_MS < performance.now() - startedAt) {
          backOff.succeeded();
          failures = 0;
        }
        failures += 1;
        const waitMs = backOff.next();
        // Only the first failure in a row is worth a warning.
        log[failures === 1 ? 'warn' : 'debug'](
          { source: name, what, failures, waitMs, reason: this.#reasonOf(error) },
          'the source does not answer',
        );
        await this.pause(waitMs);
      }
    }
  }

  /** Ends early when it is stopped. */
  async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.signal }).catch(() => undefined);
  }

  /** Something that `stop` waits for. */
  run(task: Promise<void>): void {
    const ended = task.catch(() => undefined).finally(() => this.#tasks.delete(ended));
    this.#tasks.add(ended);
  }

  /** Waits for running tasks, but not for ones that hang: those end with the thread. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopping.abort();
    await Promise.race([Promise.allSettled(this.#tasks), sleep(timeoutMs, undefined, { ref: false })]);
  }

  #reasonOf(error: unknown): string {
    const { secret } = this.#options;
    const reason = error instanceof Error ? error.message : String(error);
    return (secret === undefined ? reason : reason.replaceAll(secret, '…')).slice(0, REASON_LENGTH_MAX);
  }
}
