import { generateKeyPairSync } from 'node:crypto';
import type { FindTick, LinesOf, Prove } from '../../ledger/order-evidence.ts';
import { statementOf } from '../../ledger/queries.ts';
import { type TapeKey, tapeKey } from '../../market-data/tape/keys.ts';
import type { Pool } from '../../platform/postgres.ts';
import { createProve } from '../prove.ts';
import type { Receipts } from '../receipts.ts';
import { readableProof } from '../routes.ts';
import type { ProveInTree } from '../tree/tree-proofs.ts';

export const newTapeKey = (): TapeKey => tapeKey(generateKeyPairSync('ed25519').privateKey);

/** Evidence of orders as the server gives it; without a tape, ticks are not found. */
export function testEvidence(
  pool: Pool,
  options: { key?: TapeKey; receipts?: Receipts; now?: () => number; inTree?: ProveInTree } = {},
): { findTick: FindTick; linesOf: LinesOf; prove: Prove } {
  const { key = newTapeKey(), receipts, now = Date.now, inTree } = options;
  const findTick: FindTick = async (tick) => {
    const found = await receipts?.find(tick);
    return found === undefined ? undefined : readableProof(found);
  };
  return {
    findTick,
    linesOf: async ({ most = 200, ...filter }) =>
      (await statementOf(pool, filter, { after: undefined, limit: most, from: null, to: null })).items,
    prove: createProve({
      pool,
      key,
      findTick,
      now,
      tickBefore: async (query) => receipts?.before(query),
      runs: async (query) => (await receipts?.runs(query)) ?? [],
      ...(inTree !== undefined && { inTree }),
    }),
  };
}
