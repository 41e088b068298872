import { Worker } from 'node:worker_threads';
import type { Bar } from '../../market-data/candles/candles.ts';
import type { CandleQuery } from '../../market-data/history/history-source.ts';
import type { ProvenTick, RunQuery, TickQuery, TickRun } from '../../transparency/receipts.ts';
import { FairQueue } from './fair-queue.ts';
import {
  type FromHistoryWorker,
  type HistoryQuestion,
  type HistoryWorkerData,
  type ToHistoryWorker,
  unpackBars,
} from './messages.ts';

/** Requests that may wait for the thread, in all and of one network; more are unavailable. */
const QUEUE = { itemsMax: 1_000, perAskerMax: 250 } as const;
/** As many as the thread has connections: what it has begun is nobody's turn any more. */
const BEGUN_MAX = 4;
/** Asks for what signed-in people look up: receipts, statements, equity. */
const MEMBERS = 'members';
/** A thread that died restarts with the next request, but no more often than this. */
const RESTART_MS = 1_000;

type Answer = FromHistoryWorker;

interface Asked {
  readonly ticket: number;
  readonly question: HistoryQuestion;
  readonly answer: Promise<Answer | undefined>;
  /** Each of them has a turn for it; the first one that comes begins it. */
  readonly askers: Set<string>;
  isBegun: boolean;
}

export interface HistoryOptions extends HistoryWorkerData {
  readonly onFailure: (reason: string) => void;
}

/**
 * Main's side of the history thread. Undefined means unavailable (11085). Networks take turns, so
 * that whoever asks for charts without end delays nobody else's.
 */
export class History {
  readonly #options: HistoryOptions;
  readonly #waiting = new Map<number, (answer: Answer | undefined) => void>();
  /** Concurrent identical requests share one answer. */
  readonly #asked = new Map<string, Asked>();
  readonly #queue = new FairQueue<Asked>(QUEUE);
  #begun = 0;
  #worker: Worker | undefined;
  #startedAt = 0;
  #lastTicket = 0;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#start();
  }

  /** `asker`: the network that the question came from, where anybody may ask. */
  async candles(query: CandleQuery, asker = MEMBERS): Promise<Bar[] | undefined> {
    const answer = await this.#ask({ kind: 'candles', query }, asker);
    return answer?.kind === 'bars' ? unpackBars(answer.bars) : undefined;
  }

  /** `tick` is undefined when there is no such tick. */
  async tick(query: TickQuery): Promise<{ readonly tick: ProvenTick | undefined } | undefined> {
    const answer = await this.#ask({ kind: 'tick', query });
    return answer?.kind === 'tick' ? answer : undefined;
  }

  /** Number of the last tick at or before a time; undefined when it cannot be told. */
  async tickBefore(query: { readonly code: string; readonly at: number }): Promise<number | undefined> {
    const answer = await this.#ask({ kind: 'before', query });
    return answer?.kind === 'before' ? answer.seq : undefined;
  }

  async runs(query: RunQuery): Promise<TickRun[] | undefined> {
    const answer = await this.#ask({ kind: 'runs', query });
    return answer?.kind === 'runs' ? answer.runs : undefined;
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#startedAt = Number.POSITIVE_INFINITY;
    await worker?.terminate();
  }

  #ask(question: HistoryQuestion, asker = MEMBERS): Promise<Answer | undefined> {
    const key = JSON.stringify(question);
    const known = this.#asked.get(key);
    if (known !== undefined) {
      if (!known.isBegun && !known.askers.has(asker) && this.#queue.push(asker, known)) known.askers.add(asker);
      return known.answer;
    }
    if (this.#worker === undefined && RESTART_MS <= performance.now() - this.#startedAt) this.#start();
    if (this.#worker === undefined) return Promise.resolve(undefined);
    const ticket = this.#lastTicket + 1;
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
    const answer = promise.finally(() => {
      this.#waiting.delete(ticket);
      this.#asked.delete(key);
    });
    const asked: Asked = { ticket, question, answer, askers: new Set([asker]), isBegun: false };
    if (!this.#queue.push(asker, asked)) return Promise.resolve(undefined);
    this.#lastTicket = ticket;
    this.#waiting.set(ticket, resolve);
    this.#asked.set(key, asked);
    this.#begin();
    return answer;
  }

  #begin(): void {
    while (this.#begun < BEGUN_MAX) {
      const asked = this.#queue.next();
      if (asked === undefined) return;
      if (asked.isBegun) continue;
      asked.isBegun = true;
      this.#begun += 1;
      this.#worker?.postMessage({ ...asked.question, ticket: asked.ticket } satisfies ToHistoryWorker);
    }
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
      this.#begun -= 1;
      this.#begin();
    });
    worker.on('error', (error) => onFailure(error.message));
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      this.#queue.clear();
      this.#begun = 0;
      for (const resolve of this.#waiting.values()) resolve(undefined);
    });
  }
}
