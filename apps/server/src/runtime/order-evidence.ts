import type { FindTick, LinesOf, Prove } from '../ledger/order-evidence.ts';
import { statementOf } from '../ledger/queries.ts';
import type { TapeKey } from '../market-data/tape/keys.ts';
import type { Pool } from '../platform/postgres.ts';
import { createProve } from '../transparency/prove.ts';
import { readableProof } from '../transparency/routes.ts';
import type { ProveInTree } from '../transparency/tree/tree-proofs.ts';
import type { History } from './history/history.ts';

/** Ledger lines shown with one order: an option has a handful, a contract some each night. */
const ORDER_LINES_MAX = 200;

export interface OrderEvidence {
  readonly findTick: FindTick;
  readonly linesOf: LinesOf;
  readonly prove: Prove;
}

export interface EvidenceDeps {
  readonly history: Pick<History, 'tick' | 'tickBefore' | 'runs'>;
  readonly key: TapeKey;
  readonly now: () => number;
  readonly inTree?: ProveInTree;
}

/** What the products show as evidence of an order, and do not read themselves. */
export function orderEvidence(pool: Pool, by: EvidenceDeps): OrderEvidence {
  const { history } = by;
  const findTick: FindTick = async (query) => {
    const answer = await history.tick(query);
    return answer?.tick === undefined ? undefined : readableProof(answer.tick);
  };
  const prove = createProve({
    ...by,
    pool,
    findTick,
    tickBefore: (query) => history.tickBefore(query),
    runs: async (query) => (await history.runs(query)) ?? [],
  });
  return {
    findTick,
    prove,
    linesOf: async ({ userId, book, ref, most = ORDER_LINES_MAX }) => {
      const page = { after: undefined, limit: most, from: null, to: null };
      return (await statementOf(pool, { userId, book, ref }, page)).items;
    },
  };
}
