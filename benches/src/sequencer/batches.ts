import { flushStatement, PreparedShapes } from '@glasshouse/server/kernel/core/flush-statement';
import { SEQUENCER_LIMITS } from '@glasshouse/server/kernel/core/sequencer-options';
import type { Batch } from '@glasshouse/server/kernel/core/store';
import { MemoryStore } from '@glasshouse/server/kernel/testing/memory-store';
import { MODULES } from '@glasshouse/server/runtime/modules';
import { CoreFixture } from './core-fixture.ts';
import type { WorkloadName } from './workloads.ts';

export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  readonly orders: number;
}

/** The epoch set in the peers' databases, so that the statements pass the fence. */
export const PEER_EPOCH = 1;
/** Far longer than filling a batch takes. */
const FILL_TIMEOUT_MS = 200;
const shapes = new PreparedShapes();
const TABLES = MODULES.flatMap((module) => module.tables);

/**
 * Produces the statements a core would send for a number of orders, without a database, so that the
 * peer only has to send them.
 */
export class StatementSource {
  readonly #statements: Statement[] = [];
  readonly #core: CoreFixture;
  /** While set, a batch stays in flight until the next one is full. */
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
    this.#core = new CoreFixture(store, workload);
  }

  /** Statements that create terms, funds and users. */
  async opening(): Promise<Statement[]> {
    await this.#core.open();
    return this.#take();
  }

  /** One order per statement. */
  async singles(count: number): Promise<Statement[]> {
    for (let made = 0; made < count; made += 1) await this.#core.place();
    return this.#take();
  }

  /** As many orders per statement as a full batch holds; the last one has the rest. */
  async batches(count: number): Promise<Statement[]> {
    this.#isFilling = true;
    let made = 0;
    await Promise.all(
      Array.from({ length: 2 * SEQUENCER_LIMITS.batchMax }, async () => {
        while (made < count) {
          made += 1;
          await this.#core.place();
        }
      }),
    );
    this.#isFilling = false;
    return this.#take();
  }

  /** Resolves when the next batch is full, or after a timeout when no more orders come. */
  #nextFull(): Promise<void> {
    return new Promise((resolve) => {
      const timeout = setTimeout(resolve, FILL_TIMEOUT_MS);
      this.#nextIsFull = () => {
        clearTimeout(timeout);
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
