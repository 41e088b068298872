import type { ResultOf } from '@glasshouse/contract';
import { type Amount, add, amountOf, formatAmount, subtract, ZERO } from '@glasshouse/rules/money';

export type ProfitTotal = ResultOf<'getProfitTotal'>[number];
export type Kind = ProfitTotal['kind'];

export interface ProfitRow extends ProfitTotal {
  /** Result less fees. */
  readonly net: string;
}

/** Products whose results are all in USDT, so that they can be added up. */
const IN_USDT: readonly Kind[] = ['options', 'contracts'];
const ORDER: readonly Kind[] = ['options', 'contracts', 'spot', 'convert', 'plans', 'referrals', 'loans'];

/** Rows in the order of the menu, and the assets of a product by name with USDT first. */
export const profitRows = (totals: readonly ProfitTotal[]): ProfitRow[] =>
  [...totals].sort(byKindAndAsset).map((row) => ({ ...row, net: formatAmount(netOf(row)) }));

const netOf = ({ realised, fees }: ProfitTotal): Amount => subtract(amountOf(realised), amountOf(fees));

function byKindAndAsset(left: ProfitTotal, right: ProfitTotal): number {
  const kinds = ORDER.indexOf(left.kind) - ORDER.indexOf(right.kind);
  if (kinds !== 0) return kinds;
  const first = Number(right.asset === 'USDT') - Number(left.asset === 'USDT');
  return first === 0 ? left.asset.localeCompare(right.asset, 'en') : first;
}

export interface Together {
  readonly realised: string;
  readonly fees: string;
  readonly net: string;
  readonly orders: number;
}

/** Options and contracts as one; undefined when there is nothing of either. */
export function together(rows: readonly ProfitRow[]): Together | undefined {
  const summed = rows.filter(({ kind }) => IN_USDT.includes(kind));
  if (summed.length === 0) return undefined;
  const sum = (part: (row: ProfitRow) => string): string =>
    formatAmount(summed.map((row) => amountOf(part(row))).reduce(add, ZERO));
  return {
    realised: sum(({ realised }) => realised),
    fees: sum(({ fees }) => fees),
    net: sum(({ net }) => net),
    orders: summed.reduce((count, { orders }) => count + orders, 0),
  };
}
