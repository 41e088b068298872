import { flushStatement, PreparedShapes } from '@glasshouse/server/kernel/flush-statement';
import { SEQUENCER_LIMITS } from '@glasshouse/server/kernel/sequencer-options';
import type { Batch } from '@glasshouse/server/kernel/store';
import { MemoryStore } from '@glasshouse/server/kernel/testing/memory-store';
import { MODULES } from '@glasshouse/server/runtime/modules';
import { OrderBook } from './book.ts';
import type { WorkloadName } from './workloads.ts';

export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  readonly orders: number;
}

/** The epoch that the peers' databases are given, so that the statement's fence lets them pass. */
export const PEER_EPOCH = 1;
/** Far longer than it takes to fill a batch. */
const PATIENCE_MS = 200;
const shapes = new PreparedShapes();
const TABLES = MODULES.flatMap((module) => module.tables);

/**
 * Makes the statements that a core would have sent for so many orders, without a database: the peer
 * only has to send them.
 */
export class StatementSource {
  readonly #statements: Statement[] = [];
  readonly #book: OrderBook;
  /** While set, a batch counts as being written until the next one is full. */
  #isFilling = false;
  #nextIsFull = (): void => {};

  constructor(workload: WorkloadName) {
    const store = new MemoryStore(MODULES);
    store.keepHistory = false;
    store.prepare = () => this.#nextIsFull();
    store.fault = async (batch) => {
      this.#statements.push(statementOf(batch));
      if (this.#isFilling) await this.#nextFull();
      return undefined;
    };
    this.#book = new OrderBook(store, workload);
  }

  /** Terms, money and users. */
  async opening(): Promise<Statement[]> {
    await this.#book.open();
    return this.#take();
  }

  /** One order a statement. */
  async singles(count: number): Promise<Statement[]> {
    for (let made = 0; made < count; made += 1) await this.#book.place();
    return this.#take();
  }

  /**
   * As many orders in a statement as the sequencer's batches hold when they are full; the last has
   * the rest.
   */
  async batches(count: number): Promise<Statement[]> {
    this.#isFilling = true;
    let made = 0;
    await Promise.all(
      Array.from({ length: 2 * SEQUENCER_LIMITS.batchMax }, async () => {
        while (made < count) {
          made += 1;
          await this.#book.place();
        }
      }),
    );
    this.#isFilling = false;
    return this.#take();
  }

  /** Or as full as it gets, when no more orders are coming. */
  #nextFull(): Promise<void> {
    return new Promise((resolve) => {
      const patience = setTimeout(resolve, PATIENCE_MS);
      this.#nextIsFull = () => {
        clearTimeout(patience);
        resolve();
      };
    });
  }

  #take(): Statement[] {
    return this.#statements.splice(0);
  }
}

function statementOf(batch: Batch): Statement {
  const tables = TABLES.filter((spec) => batch.rows.has(spec.table));
  const { shape, text, values } = flushStatement(PEER_EPOCH, batch, { tables, ticks: undefined });
  return { name: shapes.nameOf(shape) ?? '', text, values, orders: batch.applied.length };
}
