import { code } from '@glasshouse/api/codes';
import { readableTick } from '../market-data/queries.ts';
import { type CallHandlers, done, refuse } from '../platform/call.ts';
import type { Pool } from '../platform/postgres.ts';
import { listTapeKeys, type ProvenTick, type TickQuery } from './receipts.ts';

export interface TransparencyDeps {
  readonly pool: Pool;
  readonly isListed: (instrumentCode: string) => boolean;
  /** Undefined: it cannot be told now. `tick` is undefined when there is no such tick. */
  readonly findTick: (query: TickQuery) => Promise<{ readonly tick: ProvenTick | undefined } | undefined>;
}

/** Keys that one answer lists. */
const KEYS_MAX = 100;

/** What anybody needs to verify a price: ticks with their receipts, and the keys that sign them. */
export function transparencyCalls({ pool, isListed, findTick }: TransparencyDeps): CallHandlers {
  return {
    getTickReceipt: async ({ query }) => {
      if (!isListed(query.code)) return refuse(code.instrumentUnknown, 'code');
      const answer = await findTick({ code: query.code, seq: query.seq });
      if (answer === undefined) return refuse(code.historyUnavailable);
      if (answer.tick === undefined) return refuse(code.nothingFound, 'seq');
      return done(readableProof(answer.tick));
    },

    listPublicKeys: async () => {
      const keys = await listTapeKeys(pool, KEYS_MAX);
      return done(
        keys.map(({ validFrom, validTo, ...key }) => ({
          ...key,
          validFrom: new Date(validFrom).toISOString(),
          validTo: validTo === null ? null : new Date(validTo).toISOString(),
        })),
      );
    },
  };
}

/** A tick and its receipt as the API gives them. */
export const readableProof = ({ tick, receipt }: ProvenTick) => ({
  tick: readableTick(tick),
  receipt: receipt === null ? null : { ...receipt, path: [...receipt.path] },
});
