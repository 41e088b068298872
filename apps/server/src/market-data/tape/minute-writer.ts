import { Worker } from 'node:worker_threads';
import type { Instrument } from '../instruments/instrument.ts';
import { transferables } from './minute-columns.ts';
import type { FromMinuteWorker, MinuteWorkerData, ToMinuteWorker, WrittenMinute } from './minute-messages.ts';
import type { ClosedMinute } from './open-minute.ts';

export interface MinuteWriterOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** In the order of the tape. */
  readonly instruments: readonly Instrument[];
  readonly onWritten?: (minute: WrittenMinute) => void;
  /**
   * A minute could not be stored. It is tried again unless `fatal`: then this process must give up
   * the tape.
   */
  readonly onFailure: (failure: { readonly at: number; readonly reason: string; readonly fatal: boolean }) => void;
}

/**
 * Hands closed minutes to the thread that stores them. The journal keeps their ticks until they are
 * stored.
 */
export class MinuteWriter {
  readonly #worker: Worker;
  readonly #tickets = new Map<number, () => void>();
  #lastTicket = 0;
  #stopping = false;

  constructor({ databaseUrl, dataDir, instruments, onWritten, onFailure }: MinuteWriterOptions) {
    const workerData: MinuteWorkerData = {
      databaseUrl,
      dataDir,
      instruments: {
        codes: instruments.map(({ code }) => code),
        precisions: instruments.map(({ precision }) => precision),
      },
    };
    this.#worker = new Worker(new URL('./minute-worker.ts', import.meta.url), { workerData, name: 'tape' });
    this.#worker.on('message', (message: FromMinuteWorker) => {
      if (message.kind === 'written') onWritten?.(message);
      else if (message.kind === 'failed') onFailure(message);
      else this.#tickets.get(message.ticket)?.();
    });
    this.#worker.on('error', (error) => onFailure({ at: 0, reason: error.message, fatal: true }));
    this.#worker.on('exit', () => {
      if (!this.#stopping) onFailure({ at: 0, reason: 'the tape thread ended', fatal: true });
      for (const resolve of this.#tickets.values()) resolve();
    });
  }

  /** The columns are transferred to the other thread: the minute cannot be used afterwards. */
  write(minute: ClosedMinute): void {
    this.#worker.postMessage({ kind: 'minute', minute } satisfies ToMinuteWorker, transferables(minute.ticks));
  }

  /**
   * Drops the queue, resolves once nothing is being written, and accepts nothing until the next
   * `reset`. To be called before the shard is acquired again: acquiring changes the epoch that
   * shows a writer that it still owns the tape.
   */
  suspend(): Promise<void> {
    return this.#ask({ kind: 'suspend' });
  }

  /**
   * Drops the queue and resolves once nothing is being written: the tape may then be read from the
   * database without missing or doubling a tick. To be called after the shard was acquired (again):
   * minutes are stored under this epoch, its owner's, and never under one found in the database.
   */
  reset(epoch: number): Promise<void> {
    return this.#ask({ kind: 'reset', epoch });
  }

  /** Drains the queue and ends the thread. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#ask({ kind: 'stop' });
    await this.#worker.terminate();
  }

  #ask(
    what: { readonly kind: 'suspend' | 'stop' } | { readonly kind: 'reset'; readonly epoch: number },
  ): Promise<void> {
    this.#lastTicket += 1;
    const ticket = this.#lastTicket;
    return new Promise((resolve) => {
      this.#tickets.set(ticket, () => {
        this.#tickets.delete(ticket);
        resolve();
      });
      this.#worker.postMessage({ ...what, ticket } satisfies ToMinuteWorker);
    });
  }
}
