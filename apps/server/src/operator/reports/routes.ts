import { done } from '../../platform/call.ts';
import type { OperatorHandlers } from '../../platform/operator-call.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { CSV_ROWS_AT_ONCE, csvFile, dayOf } from '../csv.ts';
import { followLedger } from '../results/follow.ts';
import { REPORT_SPECS, type ReportFilter, reportRows } from './reports.ts';

/** Rows that a page shows; a file has all of them. */
const SHOWN_MAX = 2_000;
/** Rows of a file; a report of a thousand days has fewer. */
const FILE_ROWS_MAX = 1_000_000;

export function operatorReportCalls({ pool, now }: { readonly pool: Pool; readonly now: () => number }) {
  return {
    async getReport({ params, query }) {
      const range = readPage(query, 0);
      if (isRefusal(range)) return range;
      const { name } = params;
      // The newest movements too, unless a long history is still being caught up with.
      await followLedger(pool);
      const filter: ReportFilter = { book: query.book ?? null, from: range.from, to: range.to };
      const rows = await reportRows(pool, name, filter, { limit: SHOWN_MAX + 1, offset: 0 });
      return done({
        name,
        at: new Date(now()).toISOString(),
        columns: [...REPORT_SPECS[name].columns],
        rows: rows.slice(0, SHOWN_MAX),
        more: SHOWN_MAX < rows.length,
      });
    },
    exportReport({ params, query }) {
      const range = readPage(query, 0);
      if (isRefusal(range)) return range;
      const { name } = params;
      const filter: ReportFilter = { book: query.book ?? null, from: range.from, to: range.to };
      const columns = REPORT_SPECS[name].columns.map(({ id }) => id);
      return done(
        csvFile(`${name}-${dayOf(now())}.csv`, columns, async function* () {
          for (let offset = 0; offset < FILE_ROWS_MAX; offset += CSV_ROWS_AT_ONCE) {
            const rows = await reportRows(pool, name, filter, { limit: CSV_ROWS_AT_ONCE, offset });
            if (0 < rows.length) yield rows;
            if (rows.length < CSV_ROWS_AT_ONCE) return;
          }
        }),
      );
    },
  } satisfies OperatorHandlers;
}
