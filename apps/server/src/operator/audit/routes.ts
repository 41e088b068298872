import { canonicalJson } from '../../kernel/core/canonical-json.ts';
import { done } from '../../platform/call.ts';
import type { OperatorHandlers } from '../../platform/operator-call.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { CSV_ROWS_AT_ONCE, csvFile, dayOf, pagesOf } from '../csv.ts';
import { AUDIT_CURSOR_PARTS, auditFilters, auditOf, auditViewsOf } from './queries.ts';

const COLUMNS = [
  'log_entry',
  'time',
  'operator',
  'action',
  'person',
  'subject',
  'before',
  'after',
  'reason',
  'address',
  'device',
  'request',
  'hash',
  'asset',
  'amount',
  'currency',
  'currency_amount',
  'destination',
] as const;

export function operatorAuditCalls({ pool, now }: { readonly pool: Pool; readonly now: () => number }) {
  return {
    async listAudit({ query }) {
      const page = readPage(query, AUDIT_CURSOR_PARTS);
      return isRefusal(page) ? page : done(await auditOf(pool, query, page));
    },
    async getAuditFilters() {
      return done(await auditFilters(pool));
    },
    async listAuditViews({ query }) {
      const page = readPage(query, 1);
      return isRefusal(page) ? page : done(await auditViewsOf(pool, query, page));
    },
    exportAudit({ query }) {
      const range = readPage(query, 0);
      if (isRefusal(range)) return range;
      const read = (after: readonly number[] | undefined) =>
        auditOf(pool, query, { ...range, after, limit: CSV_ROWS_AT_ONCE });
      return done(
        csvFile(`audit-${dayOf(now())}.csv`, COLUMNS, async function* () {
          for await (const items of pagesOf(read)) {
            yield items.map((item) => [
              item.seq,
              item.at,
              item.operator.name,
              item.type,
              item.userId,
              item.subject,
              canonicalJson(item.before),
              canonicalJson(item.after),
              item.reason,
              item.address,
              item.device,
              item.request,
              item.hash,
              item.payment?.asset ?? null,
              item.payment?.amount ?? null,
              item.payment?.currency ?? null,
              item.payment?.currencyAmount ?? null,
              item.payment?.address ?? null,
            ]);
          }
        }),
      );
    },
  } satisfies OperatorHandlers;
}
