import type { ResultOf } from '@glasshouse/api/calls';
import type { Book } from '@glasshouse/api/constants';
import {
  type Amount,
  amountOf,
  formatAmount,
  lesser,
  mulRateCeil,
  rateOf,
  subtract,
  ZERO,
} from '@glasshouse/rules/money';
import type { Pool } from '../platform/postgres.ts';

export interface HouseAccount {
  readonly book: Book;
  readonly asset: string;
  readonly kind: string;
  readonly balance: string;
}

export interface PoolLimit {
  readonly book: Book;
  readonly asset: string;
  readonly pool: string;
  readonly balance: string;
  readonly needed: string;
  readonly free: string;
}

/** Profits are paid in it; pools of coins only change hands against their worth. */
const ASSET = 'USDT';
/** Books × kinds. */
const ACCOUNTS_MAX = 100;

/**
 * The house's accounts in USDT. With those of all coins they are thousands, which are read page by
 * page.
 */
export async function houseAccounts(pool: Pool): Promise<HouseAccount[]> {
  const { rows } = await pool.query<HouseAccount>(
    `select book, asset, kind, balance from accounts
      where owner = 0 and asset = $1 order by book desc, kind limit ${ACCOUNTS_MAX}`,
    [ASSET],
  );
  return rows.map((row) => ({ ...row, balance: formatAmount(amountOf(row.balance)) }));
}

/**
 * What pools and capital must hold for what is open now. Promised profits of options lie in their
 * reserve already. What contracts may gain is the pool's to pay, and the capital's beyond it; those
 * from before there was a limit count with the cover of their terms. `accounts` may be some of
 * them: what the capital owes depends on a pool that need not be among these.
 */
export async function poolLimits(pool: Pool, accounts: readonly HouseAccount[]): Promise<PoolLimit[]> {
  const { rows } = await pool.query<{
    book: string;
    asset: string;
    promised: string;
    notional: string;
    cover: string;
    held: string;
  }>(
    `select o.book, o.asset,
            coalesce((select balance from accounts a
              where a.owner = 0 and a.book = o.book and a.asset = o.asset and a.kind = 'pool.contracts'), 0)::text as held,
            coalesce(sum(o.profit_max), 0)::text as promised,
            coalesce(sum(o.notional) filter (where o.profit_max is null), 0)::text as notional,
            (select coalesce(max((terms ->> 'poolCover')::numeric), 0)::text from contract_terms t
              where version = (select max(version) from contract_terms l where l.code = t.code)) as cover
       from contract_orders o where o.settled_by is null group by o.book, o.asset`,
  );
  const neededBy = new Map<string, Amount>();
  for (const { book, asset, promised, notional, cover, held } of rows) {
    const worst = (amountOf(promised) + mulRateCeil(amountOf(notional), rateOf(cover))) as Amount;
    const byPool = lesser(worst, amountOf(held));
    neededBy.set(`${book}/${asset}/pool.contracts`, byPool);
    neededBy.set(`${book}/${asset}/capital`, subtract(worst, byPool));
  }
  return accounts
    .filter(({ kind }) => kind.startsWith('pool.') || kind === 'capital')
    .map(({ book, asset, kind, balance }) => {
      const needed = neededBy.get(`${book}/${asset}/${kind}`) ?? ZERO;
      const free = subtract(amountOf(balance), needed);
      return { book, asset, pool: kind, balance, needed: formatAmount(needed), free: formatAmount(free) };
    });
}

type HouseFunds = ResultOf<'getHouseFunds'>;
const SHOWN_MS = 5_000;

/**
 * What stands behind people's orders, for anybody to see: read at most every few seconds, however
 * many ask.
 */
export function houseFundsReader(pool: Pool, now: () => number): () => Promise<HouseFunds> {
  let shown: { readonly at: number; readonly funds: Promise<HouseFunds> } | undefined;
  const read = async (at: number): Promise<HouseFunds> => {
    const accounts = await houseAccounts(pool);
    const reserved = new Map(
      accounts
        .filter(({ kind }) => kind.startsWith('reserve.'))
        .map(({ book, kind, balance }) => [`${book} ${kind.replace('reserve.', 'pool.')}`, amountOf(balance)]),
    );
    const limits = await poolLimits(pool, accounts);
    return {
      at: new Date(at).toISOString(),
      asset: ASSET,
      accounts: limits.map(({ book, pool: kind, balance, needed, free }) => {
        // What options promise has left their pool already.
        const aside = reserved.get(`${book} ${kind}`) ?? ZERO;
        const promised = formatAmount((amountOf(needed) + aside) as Amount);
        return { book, kind, balance: formatAmount((amountOf(balance) + aside) as Amount), promised, free };
      }),
    };
  };
  return () => {
    const at = now();
    if (shown === undefined || SHOWN_MS <= at - shown.at) {
      const funds = read(at);
      shown = { at, funds };
      funds.catch(() => {
        shown = undefined;
      });
    }
    return shown.funds;
  };
}
