import { COUNTED_REASONS } from '../../ledger/profit.ts';
import { startJob } from '../../platform/job.ts';
import type { Pool } from '../../platform/postgres.ts';

/**
 * Products whose results are in USDT as they happen. What coins have won depends on what they cost,
 * so spot and conversions are not among them.
 */
const RESULT_PRODUCTS = ['options', 'contracts'] as const;

/** Reasons of postings whose sums are results, by product. */
export const REASONS = RESULT_PRODUCTS.flatMap((product) => {
  const { results, fees } = COUNTED_REASONS[product];
  return [...results, ...fees].map((reason) => ({ product, reason }));
});

/** Log entries that are followed in one statement: a moment of work beside the core's. */
const ENTRIES_AT_ONCE = 20_000;
export const FOLLOW_EVERY_MS = 10_000;

/**
 * Adds up postings since the last time, by day and by person; returns whether there are more.
 * Entries become visible in order, so what lies below the newest one is complete. Concurrent runs
 * wait for each other at the head.
 */
export async function followLedger(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ more: boolean }>(
    `with head as (select seq from ledger_heads where id = 0 for update),
     span as (select head.seq as after, least(head.seq + ${ENTRIES_AT_ONCE}, newest.seq) as last, newest.seq as newest
                from head, (select coalesce(max(seq), 0) as seq from command_log) newest),
     lines as materialized (
       select p.user_id, p.book, p.asset, p.reason, p.amount, (p.at at time zone 'UTC')::date as day,
              case f.owner when 0 then f.kind else 'user' end as from_kind,
              case t.owner when 0 then t.kind else 'user' end as to_kind
         from span join postings p on p.seq > span.after and p.seq <= span.last
         join accounts f on f.id = p.from_id join accounts t on t.id = p.to_id),
     days as (
       insert into ledger_days (day, book, asset, reason, from_kind, to_kind, amount, moves)
       select day, book, asset, reason, from_kind, to_kind, sum(amount), count(*) from lines
        where from_kind <> to_kind group by 1, 2, 3, 4, 5, 6
       on conflict (day, book, asset, reason, from_kind, to_kind)
       do update set amount = ledger_days.amount + excluded.amount, moves = ledger_days.moves + excluded.moves),
     results as (
       insert into user_results (user_id, book, product, month, result)
       select l.user_id, l.book, r.product, date_trunc('month', l.day)::date,
              sum(case when l.to_kind = 'user' then l.amount else 0 end - case when l.from_kind = 'user' then l.amount else 0 end)
         from lines l join unnest($1::text[], $2::text[]) as r (product, reason) using (reason)
        where l.user_id <> 0 and l.from_kind <> l.to_kind group by 1, 2, 3, 4
       on conflict (book, product, month, user_id) do update set result = user_results.result + excluded.result),
     moved as (update ledger_heads set seq = span.last from span where id = 0 and span.last > span.after)
     select span.last < span.newest as more from span`,
    [REASONS.map(({ product }) => product), REASONS.map(({ reason }) => reason)],
  );
  return rows[0]?.more ?? false;
}

/** Returns a function that stops it. */
export const startFollowingLedger = (pool: Pool, onFailure: (error: Error) => void): (() => Promise<void>) =>
  startJob({
    work: async (isStopping) => {
      while (!isStopping() && (await followLedger(pool)));
    },
    everyMs: FOLLOW_EVERY_MS,
    onFailure,
  });
