import type { ResultOf } from '@glasshouse/api/calls';
import { averageCostOf } from '@glasshouse/rules/average-cost';
import {
  amountOf,
  formatAmount,
  formatPrice,
  mulRateCeil,
  type Rate,
  subtract,
  ZERO,
  ZERO_RATE,
} from '@glasshouse/rules/money';
import type { PageRequest } from '../platform/paging.ts';
import { pageOf } from '../platform/paging.ts';
import type { Pool } from '../platform/postgres.ts';
import type { BookOf } from './cost-follow.ts';
import type { CostKind } from './cost-lines.ts';
import type { WorthOf } from './valuation.ts';

type CostHolding = ResultOf<'getCostBasis'>['items'][number];
type CostStepPage = ResultOf<'listCostSteps'>;
export type AverageCost = NonNullable<ResultOf<'getProfitTotal'>[number]['averageCost']>;

/** The API's maximum. */
const HOLDINGS_MAX = 1_000;
const TOTALS_MAX = 400;

/** The fee rate of a person for selling a coin at once; undefined where it has no spot market. */
export type TakerRateOf = (asset: string) => Rate | undefined;

interface Sale {
  readonly worthOf: WorthOf;
  readonly takerRateOf: TakerRateOf;
}

/** Holdings by asset: quantity, cost and present value, and what a sale would realise. */
export async function costHoldings(
  pool: Pool,
  ownBook: BookOf,
  { worthOf, takerRateOf }: Sale,
): Promise<CostHolding[]> {
  const { rows } = await pool.query<{ asset: string; quantity: string; cost: string }>(
    `select asset, quantity, cost from cost_holdings where user_id = $1 and book = $2 order by asset limit ${HOLDINGS_MAX}`,
    [ownBook.userId, ownBook.book],
  );
  return rows.map((row) => {
    const holding = { quantity: amountOf(row.quantity), cost: amountOf(row.cost) };
    const average = averageCostOf(holding);
    const value = worthOf(row.asset, holding.quantity);
    const fee = value === null ? null : mulRateCeil(value, takerRateOf(row.asset) ?? ZERO_RATE);
    return {
      asset: row.asset,
      quantity: formatAmount(holding.quantity),
      cost: formatAmount(holding.cost),
      averageCost: average === undefined || average === 0n ? null : formatPrice(average),
      valueUsdt: value === null ? null : formatAmount(value),
      saleFee: fee === null ? null : formatAmount(fee),
      unrealised: value === null || fee === null ? null : formatAmount(subtract(subtract(value, fee), holding.cost)),
    };
  });
}

export const NOTHING_SOLD: AverageCost = { quantity: '0', proceeds: '0', cost: '0', profit: '0' };

/** Quantity disposed of in a time range by kind and asset, with its proceeds and cost. */
export async function costTotals(
  pool: Pool,
  query: BookOf & { readonly from: Date | null; readonly to: Date | null },
): Promise<ReadonlyMap<string, AverageCost>> {
  const { rows } = await pool.query<{ kind: string; asset: string; quantity: string; value: string; cost: string }>(
    `select kind, asset, (-sum(quantity))::text as quantity, sum(value)::text as value, sum(cost)::text as cost
       from cost_steps
      where user_id = $1 and book = $2 and quantity < 0 and kind <> 'other'
        and seq >= (select case when $3::timestamptz is null then 0 else first_seq_at($3) end)
        and seq <= (select case when $4::timestamptz is null then ${Number.MAX_SAFE_INTEGER} else first_seq_at($4) - 1 end)
      group by kind, asset limit ${TOTALS_MAX}`,
    [query.userId, query.book, query.from, query.to],
  );
  return new Map(
    rows.map(({ kind, asset, ...sums }) => {
      const quantity = amountOf(sums.quantity);
      const proceeds = amountOf(sums.value);
      const cost = amountOf(sums.cost);
      const total = {
        quantity: formatAmount(quantity),
        proceeds: formatAmount(proceeds),
        cost: formatAmount(cost),
        profit: formatAmount(subtract(proceeds, cost)),
      };
      return [totalKey({ kind, asset }), total];
    }),
  );
}

export const totalKey = (total: { readonly kind: string; readonly asset: string }): string =>
  `${total.kind} ${total.asset}`;

interface StepRow {
  readonly seq: number;
  readonly idx: number;
  readonly at: number;
  readonly kind: CostKind;
  readonly ref: string | null;
  readonly asset: string;
  readonly basis: CostStepPage['items'][number]['basis'];
  readonly quantity: string;
  readonly value: string;
  readonly cost: string;
  readonly quantity_after: string;
  readonly cost_after: string;
}

/** Parts of a cursor: log sequence, position in it. */
export const STEPS_CURSOR_PARTS = 2;

/** The steps behind costs and profits, newest first. */
export async function costStepsOf(
  pool: Pool,
  filter: BookOf & { readonly asset: string | undefined },
  page: PageRequest,
): Promise<CostStepPage> {
  const [seq, idx] = page.after ?? [Number.MAX_SAFE_INTEGER, 0];
  const { rows } = await pool.query<StepRow>(
    `select seq, idx, at, kind, ref, asset, basis, quantity, value, cost, quantity_after, cost_after from cost_steps
      where user_id = $1 and book = $2 and ($3::text is null or asset = $3) and (seq, idx) < ($4, $5)
        and ($6::timestamptz is null or at >= $6) and ($7::timestamptz is null or at < $7)
      order by seq desc, idx desc limit $8`,
    [filter.userId, filter.book, filter.asset ?? null, seq, idx, page.from, page.to, page.limit + 1],
  );
  return pageOf(rows, page.limit, stepView, (row) => [row.seq, row.idx]);
}

function stepView(row: StepRow): CostStepPage['items'][number] {
  const quantity = amountOf(row.quantity);
  const value = amountOf(row.value);
  const cost = amountOf(row.cost);
  return {
    id: `${row.seq}.${row.idx}`,
    seq: row.seq,
    at: new Date(row.at).toISOString(),
    kind: row.kind,
    ref: row.ref,
    asset: row.asset,
    quantity: formatAmount(quantity),
    basis: row.basis,
    value: formatAmount(value),
    cost: formatAmount(cost),
    profit: formatAmount(quantity < 0n ? subtract(value, cost) : ZERO),
    quantityAfter: formatAmount(amountOf(row.quantity_after)),
    costAfter: formatAmount(amountOf(row.cost_after)),
  };
}
