import type { ResultOf } from '@glasshouse/api/calls';
import { USER_ACCOUNT_KINDS } from '@glasshouse/api/constants';
import { type Amount, add, amountOf, formatAmount, subtract, ZERO } from '@glasshouse/rules/money';
import type { Book } from '../kernel/core/types.ts';
import type { Pool } from '../platform/postgres.ts';
import { amountsByKind } from './queries.ts';
import type { WorthOf } from './valuation.ts';

type AssetDetail = ResultOf<'getAsset'>;

/** One asset of a book, by use; undefined when the user never had any. */
export async function assetDetail(
  pool: Pool,
  holding: { userId: number; book: Book; asset: string },
  worthOf: WorthOf,
): Promise<AssetDetail | undefined> {
  const { rows } = await pool.query<{ kind: string; amount: string }>(
    `select kind, balance::text as amount from accounts where owner = $1 and book = $2 and asset = $3
     union all
     select 'inOrders', coalesce(sum(held), 0)::text from spot_orders
      where user_id = $1 and book = $2 and settled_by is null and case side when 'buy' then quote else base end = $3`,
    [holding.userId, holding.book, holding.asset],
  );
  if (rows.length === 1) return undefined;
  const kinds = new Map(rows.map(({ kind, amount }) => [kind, amountOf(amount)]));
  return detailOf(holding.asset, kinds, worthOf);
}

/** An asset the user has none of. */
export const emptyAsset = (asset: string, worthOf: WorthOf): AssetDetail => detailOf(asset, new Map(), worthOf);

function detailOf(asset: string, kinds: ReadonlyMap<string, Amount>, worthOf: WorthOf): AssetDetail {
  const amount = (kind: string): Amount => kinds.get(kind) ?? ZERO;
  const total = USER_ACCOUNT_KINDS.reduce((sum, kind) => add(sum, amount(kind)), ZERO);
  const value = worthOf(asset, total);
  const { plan: inPlans, ...amounts } = amountsByKind(amount);
  // Resting spot orders are on hold too, and shown separately.
  const reserved = formatAmount(subtract(amount('held'), amount('inOrders')));
  return {
    asset,
    ...(amounts satisfies Pick<AssetDetail, keyof typeof amounts>),
    reserved,
    held: reserved,
    inOrders: formatAmount(amount('inOrders')),
    inPlans,
    total: formatAmount(total),
    valueUsdt: value === null ? null : formatAmount(value),
  };
}
