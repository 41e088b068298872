import type { ResultOf } from '@glasshouse/api/calls';
import { selectList } from '../../kernel/postgres-store.ts';
import type { Book } from '../../kernel/types.ts';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { FILLS_TABLE, type Fill } from './rows.ts';
import { fillWire } from './wire.ts';

export type FillPage = ResultOf<'listConversions'>;

export const FILLS_CURSOR_PARTS = 1;

const COLUMNS = selectList(FILLS_TABLE);

/** The user's conversions on one book, newest first. */
export async function fillsOf(
  pool: Pool,
  filter: { readonly userId: number; readonly book: Book },
  page: PageRequest,
): Promise<FillPage> {
  const before = page.after?.[0] ?? Number.MAX_SAFE_INTEGER;
  const { rows } = await pool.query<Fill>(
    `select ${COLUMNS} from convert_fills where user_id = $1 and book = $2 and id < $3
       and ($4::timestamptz is null or at >= $4) and ($5::timestamptz is null or at < $5)
     order by id desc limit $6`,
    [filter.userId, filter.book, before, page.from, page.to, page.limit + 1],
  );
  return pageOf(
    rows,
    page.limit,
    (fill) => fillWire(fill),
    (fill) => [fill.id],
  );
}
