import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import type { Pool } from '../../platform/postgres.ts';

type Dashboard = OperatorResultOf<'getDashboard'>;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const VOLUME_DAYS = 14;
const VOLUMES_MAX = 500;
const EXPOSURE_MAX = 1_000;

const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** What was traded, by day and product: kept by the job of the fee tiers. */
export async function volumesOf(pool: Pool, now: number): Promise<Dashboard['volumes']> {
  const { rows } = await pool.query<Dashboard['volumes'][number]>(
    `select day::text, book, product, trim_scale(trunc(sum(volume), 8))::text as volume, count(distinct user_id) as traders
       from traded_volume where day > $1::date and volume > 0 group by traded_volume.day, book, product
      order by traded_volume.day desc, book desc, product limit ${VOLUMES_MAX}`,
    [dayText(now - VOLUME_DAYS * DAY_MS)],
  );
  return rows;
}

/** What people have open with the house, by instrument, beside the limit of its terms. */
export async function exposureOf(pool: Pool): Promise<Dashboard['exposure']> {
  const { rows } = await pool.query<Dashboard['exposure'][number]>(
    `select o.book, 'options' as product, o.code, count(*) as orders,
            trim_scale(coalesce(sum(stake) filter (where direction = 'up'), 0))::text as bought,
            trim_scale(coalesce(sum(stake) filter (where direction = 'down'), 0))::text as sold,
            trim_scale(sum(profit))::text as promised,
            coalesce((select terms ->> 'exposureMax' from option_terms t where t.code = o.code), '0') as limit
       from option_orders o where settled_by is null group by o.book, o.code
     union all
     select o.book, 'contracts', o.code, count(*),
            trim_scale(coalesce(sum(notional) filter (where side = 'buy'), 0))::text,
            trim_scale(coalesce(sum(notional) filter (where side = 'sell'), 0))::text, '0',
            coalesce((select terms ->> 'exposureMax' from contract_terms t where t.code = o.code order by version desc limit 1), '0')
       from contract_orders o where settled_by is null group by o.book, o.code
     order by book desc, product, code limit ${EXPOSURE_MAX}`,
  );
  return rows;
}

export async function peopleOf(pool: Pool, now: number): Promise<Dashboard['people']> {
  const { rows } = await pool.query<Dashboard['people']>(
    `select count(*) filter (where kind = 'user') as users, count(*) filter (where kind = 'guest') as guests,
            count(*) filter (where created_at >= $1) as today, count(*) filter (where status <> 'active') as frozen,
            max(id) as newest from users`,
    [new Date(now - DAY_MS)],
  );
  return rows[0]!;
}

/** Until when all prices are signed; null before the first minute. */
export async function signedToOf(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ newest: number | null }>('select max(minute_at) as newest from tape_minutes');
  const newest = rows[0]?.newest ?? null;
  return newest === null ? null : new Date(newest + MINUTE_MS).toISOString();
}
