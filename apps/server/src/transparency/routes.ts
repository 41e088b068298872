import { code } from '@glasshouse/api/codes';
import { checkpointsBefore } from '../kernel/verify/checkpoints.ts';
import { refuseMissingEvidence } from '../ledger/order-evidence.ts';
import { inputsAt } from '../market-data/provenance/queries.ts';
import { readableTick } from '../market-data/queries.ts';
import type { TapeKey } from '../market-data/tape/keys.ts';
import { type CallHandlers, done, refuse } from '../platform/call.ts';
import { isRefusal, pageOf, readPage } from '../platform/paging.ts';
import type { Pool } from '../platform/postgres.ts';
import { ANCHORS_CURSOR_PARTS, anchorsOf, readAnchor } from './anchors.ts';
import { figuresInForce } from './figures-in-force.ts';
import { houseFundsReader } from './house-funds.ts';
import { listTapeKeys, type ProvenTick, type RunQuery, type TickQuery, type TickRun } from './receipts.ts';

export interface TransparencyDeps {
  readonly pool: Pool;
  readonly key: TapeKey;
  readonly now: () => number;
  readonly isListed: (instrumentCode: string) => boolean;
  /** Types of market that its prices are of. */
  readonly typesOf: (instrumentCode: string) => readonly string[];
  /**
   * Undefined: it cannot be told now. `tick` is undefined when there is no such tick. Throws
   * `ThinnedTickError` for one that is no longer kept, as `runs` does.
   */
  readonly findTick: (query: TickQuery) => Promise<{ readonly tick: ProvenTick | undefined } | undefined>;
  /** Undefined: it cannot be told now. */
  readonly runs: (query: RunQuery) => Promise<readonly TickRun[] | undefined>;
}

/** Cursor of a page of checkpoints: their sequence. */
const CHECKPOINTS_CURSOR_PARTS = 1;
/** Keys that one answer lists. */
const KEYS_MAX = 100;
/** As long as the windows whose every tick receipts show. */
const RUNS_MS_MAX = 300_000;

/**
 * What anybody needs to verify a price, ticks with their receipts and the keys that sign them, and
 * to see what stands behind an order.
 */
export function transparencyCalls(deps: TransparencyDeps) {
  const { pool, key, now, isListed, typesOf, findTick, runs } = deps;
  const houseFunds = houseFundsReader(pool, now);
  return {
    getHouseFunds: async () => done(await houseFunds()),

    listFigures: async () => done(await figuresInForce(pool)),

    getTickReceipt: refuseMissingEvidence(async ({ query }) => {
      if (!isListed(query.code)) return refuse(code.instrumentUnknown, 'code');
      // The gateway gives turns by network. A queue behind them would be one that a single network
      // fills for everybody.
      const answer = await findTick({ code: query.code, seq: query.seq });
      if (answer === undefined) return refuse(code.historyUnavailable);
      if (answer.tick === undefined) return refuse(code.nothingFound, 'seq');
      const inputs = await inputsAt(pool, { at: answer.tick.tick.at, types: typesOf(query.code) });
      return done({ ...readableProof(answer.tick), inputs });
    }),

    listTickRuns: refuseMissingEvidence(async ({ query }) => {
      const { code: instrument, from, to } = query;
      if (!isListed(instrument)) return refuse(code.instrumentUnknown, 'code');
      if (to < from || RUNS_MS_MAX < to - from) return refuse(code.timeRangeInvalid, 'to');
      const found = await runs({ code: instrument, from, to });
      return found === undefined ? refuse(code.historyUnavailable) : done([...found]);
    }),

    getAnchor: async () => done(await readAnchor(pool, key, now())),

    getLogHash: async ({ query: { seq } }) => {
      const { rows } = await pool.query<{ hash: Buffer }>('select hash from command_log where seq = $1', [seq]);
      if (rows[0] !== undefined) return done({ seq, hash: rows[0].hash.toString('hex') });
      const archived = await pool.query<{ file: string }>(
        'select file from log_archives where first_seq <= $1 and $1 <= last_seq',
        [seq],
      );
      const [file] = archived.rows;
      return file === undefined ? refuse(code.nothingFound, 'seq') : refuse(code.entryArchived, file.file);
    },

    listAnchors: async ({ query }) => {
      const page = readPage(query, ANCHORS_CURSOR_PARTS);
      return isRefusal(page) ? page : done(await anchorsOf(pool, page));
    },

    listCheckpoints: async ({ query }) => {
      const page = readPage(query, CHECKPOINTS_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const found = await checkpointsBefore(pool, page.after?.[0] ?? null, page.limit + 1);
      return done(
        pageOf(
          found,
          page.limit,
          (checkpoint) => checkpoint,
          ({ seq }) => [seq],
        ),
      );
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
  } satisfies CallHandlers;
}

/** A tick and its receipt as the API gives them. */
export const readableProof = ({ tick, receipt }: ProvenTick) => ({
  tick: readableTick(tick),
  receipt: receipt === null ? null : { ...receipt, path: [...receipt.path] },
});
