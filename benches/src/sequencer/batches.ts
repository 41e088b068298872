import { flushStatement, PreparedShapes } from '@glasshouse/server/core/flush-statement';
import type { Batch } from '@glasshouse/server/core/store';
import { MemoryStore } from '@glasshouse/server/core/testing/memory-store';
import { MODULES } from '@glasshouse/server/modules';
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
const shapes = new PreparedShapes();
const TABLES = MODULES.flatMap((module) => module.tables);

/** Makes the statements that a core would have sent for so many orders, without a database: the peer only has to send them. */
export class StatementSource {
  private readonly statements: Statement[] = [];
  private readonly book: OrderBook;

  constructor(workload: WorkloadName) {
    const store = new MemoryStore(MODULES);
    store.keepHistory = false;
    store.fault = (batch) => {
      this.statements.push(statementOf(batch));
      return undefined;
    };
    this.book = new OrderBook(store, workload);
  }

  /** Terms, money and users. */
  async opening(): Promise<Statement[]> {
    await this.book.open();
    return this.take();
  }

  async orders(count: number, perBatch: number): Promise<Statement[]> {
    for (let made = 0; made < count; made += perBatch) {
      await Promise.all(Array.from({ length: perBatch }, () => this.book.place()));
    }
    return this.take();
  }

  private take(): Statement[] {
    return this.statements.splice(0);
  }
}

function statementOf(batch: Batch): Statement {
  const tables = TABLES.filter((spec) => batch.rows.has(spec.table));
  const { shape, text, values } = flushStatement(PEER_EPOCH, batch, { tables, ticks: undefined });
  return { name: shapes.nameOf(shape) ?? '', text, values, orders: batch.applied.length };
}
