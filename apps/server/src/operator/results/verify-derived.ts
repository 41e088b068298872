import { VOLUME_SOURCES, windowStart } from '../../money/fee-tiers/volume.ts';
import type { Pool, PoolClient } from '../../platform/postgres.ts';
import { readSnapshot } from '../../platform/read-snapshot.ts';
import { REASONS } from './follow.ts';

const FINDINGS_MAX = 50;
/**
 * Products whose volume and fees were valued at the price of the moment when they were counted,
 * where they are not in USDT: those sums are compared roughly.
 */
const VALUED_WHEN_COUNTED: readonly string[] = ['spot'];
/** What a price may move between a fill and its being counted. */
const VALUED_WITHIN = 2;

interface Difference {
  readonly name: string;
  readonly column: string;
  readonly has: string | null;
  readonly makes: string | null;
}

/**
 * Derives again what figures are read from: moves by day, results of people by month (of which the
 * public risk warning is made) and traded volume (by which fee tiers rise). The database adds up
 * and compares, so nothing of it is held here but differences.
 */
export async function verifyDerived(
  pool: Pool,
  now: number,
): Promise<{ readonly findings: readonly string[]; readonly checked: number }> {
  return readSnapshot(pool, async (client) => {
    const days = await compareDays(client);
    const results = await compareResults(client);
    const volume = await compareVolume(client, now);
    const { rows } = await client.query<{ rows: number; ahead: string | null }>(
      `select (select count(*) from ledger_days) + (select count(*) from user_results)
              + (select count(*) from traded_volume) as rows,
              (select 'ledger_heads says ' || h.seq || ', the log ends at ' || s.sequence
                 from ledger_heads h, shards s where s.id = 0 and s.sequence < h.seq) as ahead`,
    );
    const sentences = [...days, ...results, ...volume].map(
      ({ name, column, has, makes }) =>
        `${name}: ${column} is ${has ?? 'missing'}, its postings make ${makes ?? 'none'}`,
    );
    const ahead = rows[0]?.ahead ?? null;
    return {
      findings: [...(ahead === null ? [] : [ahead]), ...sentences].map((sentence) => `derived: ${sentence}`),
      checked: rows[0]?.rows ?? 0,
    };
  });
}

const LINES = `
  select p.user_id, p.book, p.asset, p.reason, p.amount, (p.at at time zone 'UTC')::date as day,
         case f.owner when 0 then f.kind else 'user' end as from_kind,
         case t.owner when 0 then t.kind else 'user' end as to_kind
    from postings p join accounts f on f.id = p.from_id join accounts t on t.id = p.to_id
   where p.seq <= (select seq from ledger_heads where id = 0)`;

async function compareDays(client: PoolClient): Promise<Difference[]> {
  const { rows } = await client.query<Difference>(
    `with made as (
       select day, book, asset, reason, from_kind, to_kind, sum(amount) as amount, count(*) as moves from (${LINES}) l
        where from_kind <> to_kind group by 1, 2, 3, 4, 5, 6)
     select 'ledger_days ' || concat_ws(' ', day, book, asset, reason, from_kind, to_kind) as name,
            case when d.amount is distinct from m.amount then 'amount' else 'moves' end as column,
            case when d.amount is distinct from m.amount then d.amount::text else d.moves::text end as has,
            case when d.amount is distinct from m.amount then m.amount::text else m.moves::text end as makes
       from ledger_days d full join made m using (day, book, asset, reason, from_kind, to_kind)
      where d.amount is distinct from m.amount or d.moves is distinct from m.moves limit ${FINDINGS_MAX}`,
  );
  return rows;
}

async function compareResults(client: PoolClient): Promise<Difference[]> {
  const { rows } = await client.query<Difference>(
    `with made as (
       select l.user_id, l.book, r.product, date_trunc('month', l.day)::date as month,
              sum(case when l.to_kind = 'user' then l.amount else 0 end
                  - case when l.from_kind = 'user' then l.amount else 0 end) as result
         from (${LINES}) l join unnest($1::text[], $2::text[]) as r (product, reason) using (reason)
        where l.user_id <> 0 and l.from_kind <> l.to_kind group by 1, 2, 3, 4)
     select 'user_results ' || concat_ws(' ', user_id, book, product, month) as name, 'result' as column,
            d.result::text as has, m.result::text as makes
       from user_results d full join made m using (user_id, book, product, month)
      where d.result is distinct from m.result limit ${FINDINGS_MAX}`,
    [REASONS.map(({ product }) => product), REASONS.map(({ reason }) => reason)],
  );
  return rows;
}

async function compareVolume(client: PoolClient, now: number): Promise<Difference[]> {
  const cursor = (await client.query<{ seq: number; at: number }>('select seq, at from volume_cursor')).rows[0];
  if (cursor === undefined) return [];
  const first = new Date(windowStart(Math.max(now, cursor.at)));
  const found: Difference[] = [];
  for (const { product, sql } of VOLUME_SOURCES) {
    const isRough = VALUED_WHEN_COUNTED.includes(product);
    const differs = (column: string): string =>
      isRough
        ? `not (coalesce(d.${column}, 0) between coalesce(m.${column}, 0) / ${VALUED_WITHIN}
            and coalesce(m.${column}, 0) * ${VALUED_WITHIN})`
        : `coalesce(d.${column}, 0) <> coalesce(m.${column}, 0)`;
    const { rows } = await client.query<Difference>(
      `with made as (select user_id, book, day, volume, coalesce(fees, 0) as fees from (${sql}) traded),
            stored as (select * from traded_volume where product = $5 and day >= ($3::timestamptz at time zone 'utc')::date)
       select 'traded_volume ' || concat_ws(' ', user_id, book, day, $5::text) as name,
              case when ${differs('volume')} then 'volume' else 'fees' end as column,
              case when ${differs('volume')} then d.volume::text else d.fees::text end as has,
              case when ${differs('volume')} then m.volume::text else m.fees::text end as makes
         from stored d full join made m using (user_id, book, day)
        where ${differs('volume')} or ${differs('fees')} limit ${FINDINGS_MAX}`,
      [0, cursor.seq, first, new Date(cursor.at), product],
    );
    found.push(...rows);
  }
  const { rows: strange } = await client.query<{ name: string }>(
    `select 'traded_volume ' || concat_ws(' ', user_id, book, day, product) as name from traded_volume
      where not product = any($1::text[]) limit ${FINDINGS_MAX}`,
    [VOLUME_SOURCES.map(({ product }) => product)],
  );
  return [...found, ...strange.map(({ name }) => ({ name, column: 'product', has: 'there', makes: null }))];
}
