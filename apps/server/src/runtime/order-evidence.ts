import type { FindTick, LinesOf } from '../ledger/order-evidence.ts';
import { statementOf } from '../ledger/queries.ts';
import type { Pool } from '../platform/postgres.ts';
import { readableProof } from '../transparency/routes.ts';
import type { History } from './history/history.ts';

/** Ledger lines shown with one order: an option has a handful, a contract some each night. */
const ORDER_LINES_MAX = 200;

export interface OrderEvidence {
  readonly findTick: FindTick;
  readonly linesOf: LinesOf;
}

/** What the products show as evidence of an order, and do not read themselves. */
export const orderEvidence = (pool: Pool, history: Pick<History, 'tick'>): OrderEvidence => ({
  findTick: async (of) => {
    const answer = await history.tick(of);
    return answer?.tick === undefined ? undefined : readableProof(answer.tick);
  },
  linesOf: async ({ userId, book, ref }) => {
    const page = { after: undefined, limit: ORDER_LINES_MAX, from: null, to: null };
    return (await statementOf(pool, { userId, book, ref }, page)).items;
  },
});
