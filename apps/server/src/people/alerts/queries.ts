import type { ResultOf } from '@glasshouse/api/calls';
import { selectList } from '../../kernel/core/postgres-store.ts';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { ALERTS_TABLE, type AlertState, type PriceAlert } from './rows.ts';
import { alertWire } from './view.ts';

export type AlertPage = ResultOf<'listAlerts'>;
export type AlertView = AlertPage['items'][number];

/** The display name of an instrument, which the core does not know. */
export type NameOf = (code: string) => string;

export const ALERTS_CURSOR_PARTS = 1;

const COLUMNS = selectList(ALERTS_TABLE);

export interface AlertsFilter {
  readonly userId: number;
  readonly code?: string | undefined;
  readonly state?: AlertState | undefined;
}

export const viewOf = (alert: PriceAlert, nameOf: NameOf): AlertView => ({
  ...alertWire(alert),
  name: nameOf(alert.code),
});

/** The user's alerts, newest first, whichever book they were added on. */
export async function alertsOfUser(
  pool: Pool,
  filter: AlertsFilter,
  page: PageRequest,
  nameOf: NameOf,
): Promise<AlertPage> {
  const before = page.after?.[0] ?? Number.MAX_SAFE_INTEGER;
  const { rows } = await pool.query<PriceAlert>(
    `select ${COLUMNS} from price_alerts where user_id = $1 and id < $2
       and ($3::text is null or code = $3) and ($4::text is null or state = $4)
     order by id desc limit $5`,
    [filter.userId, before, filter.code ?? null, filter.state ?? null, page.limit + 1],
  );
  return pageOf(
    rows,
    page.limit,
    (alert) => viewOf(alert, nameOf),
    (alert) => [alert.id],
  );
}

export async function ownsAlert(pool: Pool, key: { userId: number; id: number }): Promise<boolean> {
  const { rowCount } = await pool.query('select 1 from price_alerts where id = $1 and user_id = $2', [
    key.id,
    key.userId,
  ]);
  return rowCount === 1;
}
