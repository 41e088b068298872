import type { ResultOf } from '@glasshouse/api/calls';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Db } from './users.ts';
import { isoTime } from './view.ts';

type DataViews = ResultOf<'listDataViews'>;

interface Row {
  readonly seq: number;
  readonly kind: DataViews['items'][number]['kind'];
  readonly operator: number;
  readonly at: number;
}

/** The number of the log entry is the place. */
export const DATA_VIEWS_CURSOR_PARTS = 1;

/**
 * Who of the operator looked at what of a person. Operators are shown by number: their names are
 * what they sign in with.
 */
export async function dataViews(db: Db, userId: number, page: PageRequest): Promise<DataViews> {
  const [before] = page.after ?? [Number.MAX_SAFE_INTEGER];
  const { rows } = await db.query<Row>(
    `select seq, kind, operator, at from operator_views
      where user_id = $1 and seq < $2 order by seq desc limit $3`,
    [userId, before, page.limit + 1],
  );
  return pageOf(
    rows,
    page.limit,
    ({ seq, kind, operator, at }) => ({ id: seq, kind, operator, at: isoTime(at) }),
    ({ seq }) => [seq],
  );
}
