import type { OperatorQueryOf, OperatorResultOf } from '@glasshouse/api/operator/calls';
import { amountOf, formatAmount } from '@glasshouse/rules/money';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';

type Accounts = OperatorResultOf<'listLedgerAccounts'>;
export type LedgerAccount = Accounts['items'][number];
type Filter = Pick<OperatorQueryOf<'listLedgerAccounts'>, 'book' | 'asset' | 'kind' | 'owner'>;

const COLUMNS = 'id, owner, book, asset, kind, balance';
/** Books × assets. */
const SUMS_MAX = 500;

const account = (row: LedgerAccount): LedgerAccount => ({ ...row, balance: formatAmount(amountOf(row.balance)) });

export async function accountsOf(pool: Pool, filter: Filter, page: PageRequest): Promise<Accounts> {
  const { rows } = await pool.query<LedgerAccount>(
    `select ${COLUMNS} from accounts
      where id > $1 and ($2::bigint is null or owner = $2) and ($3::text is null or book = $3)
        and ($4::text is null or asset = $4) and ($5::text is null or kind = $5)
      order by id limit ${page.limit + 1}`,
    [page.after?.[0] ?? 0, filter.owner ?? null, filter.book ?? null, filter.asset ?? null, filter.kind ?? null],
  );
  return pageOf(rows, page.limit, account, ({ id }) => [id]);
}

export async function accountById(pool: Pool, id: number): Promise<LedgerAccount | undefined> {
  const { rows } = await pool.query<LedgerAccount>(`select ${COLUMNS} from accounts where id = $1`, [id]);
  return rows[0] === undefined ? undefined : account(rows[0]);
}

/** What proves double entry at a glance: every line ends in zero. */
export async function ledgerSums(pool: Pool): Promise<OperatorResultOf<'getLedgerSums'>> {
  const { rows } = await pool.query<OperatorResultOf<'getLedgerSums'>[number]>(
    `select book, asset, count(*) as accounts,
            trim_scale(coalesce(sum(balance) filter (where owner <> 0), 0))::text as people,
            trim_scale(coalesce(sum(balance) filter (where owner = 0 and kind not in ('external', 'playMoney')), 0))::text as house,
            trim_scale(coalesce(sum(balance) filter (where owner = 0 and kind in ('external', 'playMoney')), 0))::text as external,
            trim_scale(sum(balance))::text as sum
       from accounts group by book, asset order by book, asset limit ${SUMS_MAX}`,
  );
  return rows;
}
