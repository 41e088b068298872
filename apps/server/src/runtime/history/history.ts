import { Worker } from 'node:worker_threads';
import type { Bar } from '../../market-data/candles/candles.ts';
import type { CandleQuery } from '../../market-data/history/history-source.ts';
import { ThinnedTickError } from '../../market-data/tape/thinned-tick-error.ts';
import type { ProvenTick, RunQuery, TickQuery, TickRun } from '../../transparency/receipts.ts';
import {
  type FromHistoryWorker,
  type HistoryQuestion,
  type HistoryWorkerData,
  type ToHistoryWorker,
  unpackBars,
} from './messages.ts';

/** Requests that may wait for the thread; more are answered as unavailable. */
const WAITING_MAX = 1_000;
/** A thread that died restarts with the next request, but no more often than this. */
const RESTART_MS = 1_000;

type Answer = FromHistoryWorker;

export interface HistoryOptions extends HistoryWorkerData {
  readonly onFailure: (reason: string) => void;
}

function kept(answer: Answer | undefined): Answer | undefined {
  if (answer?.kind === 'thinned') throw new ThinnedTickError(answer.code);
  return answer;
}

/**
 * Main's side of the history thread. Undefined means unavailable (11085). What asks for ticks
 * throws `ThinnedTickError` for those that are no longer kept.
 */
export class History {
  readonly #options: HistoryOptions;
  readonly #waiting = new Map<number, (answer: Answer | undefined) => void>();
  /** Concurrent identical requests share one answer. */
  readonly #pending = new Map<string, Promise<Answer | undefined>>();
  #worker: Worker | undefined;
  #startedAt = 0;
  #lastTicket = 0;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#start();
  }

  async candles(query: CandleQuery): Promise<Bar[] | undefined> {
    const answer = await this.#ask({ kind: 'candles', query });
    return answer?.kind === 'bars' ? unpackBars(answer.bars) : undefined;
  }

  /** `tick` is undefined when there is no such tick. */
  async tick(query: TickQuery): Promise<{ readonly tick: ProvenTick | undefined } | undefined> {
    const answer = kept(await this.#ask({ kind: 'tick', query }));
    return answer?.kind === 'tick' ? answer : undefined;
  }

  /** Number of the last tick at or before a time; undefined when it cannot be told. */
  async tickBefore(query: { readonly code: string; readonly at: number }): Promise<number | undefined> {
    const answer = kept(await this.#ask({ kind: 'before', query }));
    return answer?.kind === 'before' ? answer.seq : undefined;
  }

  async runs(query: RunQuery): Promise<TickRun[] | undefined> {
    const answer = kept(await this.#ask({ kind: 'runs', query }));
    return answer?.kind === 'runs' ? answer.runs : undefined;
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#startedAt = Number.POSITIVE_INFINITY;
    await worker?.terminate();
  }

  #ask(question: HistoryQuestion): Promise<Answer | undefined> {
    const key = JSON.stringify(question);
    const pending = this.#pending.get(key);
    if (pending !== undefined) return pending;
    if (this.#worker === undefined && RESTART_MS <= performance.now() - this.#startedAt) this.#start();
    if (this.#worker === undefined || WAITING_MAX <= this.#waiting.size) return Promise.resolve(undefined);
    this.#lastTicket += 1;
    const ticket = this.#lastTicket;
    const answer = new Promise<Answer | undefined>((resolve) => this.#waiting.set(ticket, resolve)).finally(() => {
      this.#waiting.delete(ticket);
      this.#pending.delete(key);
    });
    this.#pending.set(key, answer);
    this.#worker.postMessage({ ...question, ticket } satisfies ToHistoryWorker);
    return answer;
  }

  #start(): void {
    const { databaseUrl, feeds, instruments, onFailure } = this.#options;
    const workerData: HistoryWorkerData = { databaseUrl, feeds, instruments };
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData, name: 'history' });
    this.#worker = worker;
    this.#startedAt = performance.now();
    worker.on('message', (answer: Answer) => {
      if (answer.kind === 'failed') onFailure(answer.reason);
      this.#waiting.get(answer.ticket)?.(answer);
    });
    worker.on('error', (error) => onFailure(error.message));
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const resolve of this.#waiting.values()) resolve(undefined);
    });
  }
}
