import type { Book } from '../kernel/core/types.ts';
import { type CallHandlers, callerOf, done } from '../platform/call.ts';
import { isRefusal, pageOf, readPage } from '../platform/paging.ts';
import type { Pool } from '../platform/postgres.ts';

const iso = (at: number): string => new Date(at).toISOString();

interface AdjustmentLine {
  readonly seq: number;
  readonly book: Book;
  readonly asset: string;
  readonly amount: string;
  readonly posted: string;
  readonly reason: string;
  readonly at: number;
}

/** What people read about what operators did to them. */
export const authorityCalls = ({ pool }: { readonly pool: Pool }) =>
  ({
    async listAdjustments({ query }, context) {
      const page = readPage(query, 1);
      if (isRefusal(page)) return page;
      const { rows } = await pool.query<AdjustmentLine>(
        `select p.seq, p.book, p.asset, trim_scale(p.amount)::text as amount, p.reason as posted, a.reason, p.at
         from postings p join operator_actions a on a.seq = p.seq and a.type = 'balances.adjust'
        where p.user_id = $1 and p.reason in ('adjust.credit', 'adjust.debit') and ($2::bigint is null or p.seq < $2)
        order by p.seq desc limit $3`,
        [callerOf(context).userId, page.after?.[0] ?? null, page.limit + 1],
      );
      return done(
        pageOf(
          rows,
          page.limit,
          ({ posted, at, ...line }) => ({
            ...line,
            direction: posted === 'adjust.credit' ? ('credit' as const) : ('debit' as const),
            at: iso(at),
          }),
          ({ seq }) => [seq],
        ),
      );
    },
  }) satisfies CallHandlers;
