import type { ResultOf } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { IMPORTS_MAX } from '@glasshouse/api/constants';
import { type CallHandlers, callerOf, done, refuse } from '../platform/call.ts';
import type { Clock } from '../platform/clock.ts';
import { isRefusal, pageOf, readPage } from '../platform/paging.ts';
import type { Pool } from '../platform/postgres.ts';
import { inTransaction, keep } from '../platform/transaction.ts';
import { type ImportRefusal, importHistory } from './import.ts';

export interface ImportCallsDeps {
  readonly pool: Pool;
  readonly clock: Clock;
}

type HistoryImport = ResultOf<'listImports'>[number];

const REFUSALS: Readonly<Record<ImportRefusal, number>> = {
  unknownAccount: code.userStatusWrong,
  notAnExport: code.notAnExport,
  damaged: code.exportDamaged,
  before: code.importedBefore,
  tooMany: code.tooManyImports,
};
/** A file is parsed on the thread that serves everybody. */
const AT_ONCE_MAX = 1;
const RETRY_SECONDS = 10;
/** Bytes that are parsed before others have a turn. */
const TURN_BYTES = 256 * 1024;
const LINE_FEED = 10;

/** Histories of other installations: beside the ledger, for their owner to read and to remove. */
export function importCalls({ pool, clock }: ImportCallsDeps) {
  let running = 0;
  return {
    async importHistory({ body }, context) {
      const { userId, kind, status } = callerOf(context);
      if (status === 'frozen') return refuse(code.userStatusWrong);
      if (kind === 'guest') return refuse(code.guestMustUpgrade);
      if (!Buffer.isBuffer(body.file) || body.file.length === 0) return refuse(code.notAnExport, 'file');
      if (AT_ONCE_MAX <= running) return { ...refuse(code.tooManyRequests), retryAfter: RETRY_SECONDS };
      running += 1;
      try {
        const input = { userId, lines: linesOf(body.file), now: clock.now(), most: IMPORTS_MAX };
        const imported = await importHistory(pool, input);
        return imported.ok ? done({ id: imported.id }) : refuse(REFUSALS[imported.reason], 'file');
      } finally {
        running -= 1;
      }
    },
    async listImports(_input, context) {
      const { rows } = await pool.query<HistoryImport & { contents: Readonly<Record<string, number>> }>(
        `select id, site, source_user as "user", rows, sha256, contents,
                to_char(exported_at at time zone 'UTC', '${ISO}') as "exportedAt",
                to_char(imported_at at time zone 'UTC', '${ISO}') as "importedAt"
           from history_imports where user_id = $1 order by id desc limit 50`,
        [callerOf(context).userId],
      );
      return done(
        rows.map(({ contents, ...row }) => ({
          ...row,
          tables: Object.entries(contents).map(([table, count]) => ({ table, rows: count })),
        })),
      );
    },
    async listImportedRows({ query }, context) {
      const page = readPage(query, 1);
      if (isRefusal(page)) return page;
      // Newest last in the file. As text, so that figures keep all their digits.
      const { rows } = await pool.query<ResultOf<'listImportedRows'>['items'][number]>(
        `select h.line, (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each_text(h.row)) as fields
           from history_imports i
           join imported_history h on h.user_id = i.user_id and h.site = i.site and h.exported_at = i.exported_at
          where i.id = $1 and i.user_id = $2 and h.source_table = $3 and ($4::bigint is null or h.line < $4)
          order by h.line desc limit $5`,
        [query.import, callerOf(context).userId, query.table, page.after?.[0] ?? null, page.limit + 1],
      );
      return done(
        pageOf(
          rows,
          page.limit,
          (row) => row,
          ({ line }) => [line],
        ),
      );
    },
    async removeImport({ body }, context) {
      const { userId } = callerOf(context);
      const removed = await inTransaction(pool, async (client) => {
        await client.query(
          `delete from imported_history h using history_imports i
            where i.id = $1 and i.user_id = $2
              and h.user_id = i.user_id and h.site = i.site and h.exported_at = i.exported_at`,
          [body.id, userId],
        );
        const { rowCount } = await client.query('delete from history_imports where id = $1 and user_id = $2', [
          body.id,
          userId,
        ]);
        return keep(rowCount === 1);
      });
      return removed ? done(null, code.modified) : refuse(code.importNotFound);
    },
  } satisfies CallHandlers;
}

const ISO = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';

/** The lines of a file, with pauses in which others are served. */
async function* linesOf(bytes: Buffer): AsyncGenerator<string> {
  let turn = 0;
  for (let from = 0; from < bytes.length; ) {
    const feed = bytes.indexOf(LINE_FEED, from);
    const to = feed === -1 ? bytes.length : feed;
    yield bytes.toString('utf8', from, to);
    turn += to - from;
    from = to + 1;
    if (turn < TURN_BYTES) continue;
    turn = 0;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
