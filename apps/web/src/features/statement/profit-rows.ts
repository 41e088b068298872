import type { ResultOf } from '@glasshouse/api';
import { PROFIT_KINDS } from '@glasshouse/api/constants';
import { type Amount, add, amountOf, formatAmount, subtract, ZERO } from '@glasshouse/rules/money';

export type ProfitTotal = ResultOf<'getProfitTotal'>[number];
export type Kind = ProfitTotal['kind'];

/** The result of a product in the period, in USDT. */
export interface ProfitRow {
  readonly kind: Kind;
  /** What the result is in: yield may be paid in a coin, which has no result in USDT. */
  readonly asset: string;
  /** Before fees; undefined where costs and proceeds have them, so that there is no such figure. */
  readonly gross: string | undefined;
  /** By asset, USDT first. */
  readonly fees: readonly { readonly asset: string; readonly amount: string }[];
  /** Whether the net result has them from costs and proceeds. */
  readonly feesInResult: boolean;
  /** Undefined while the server is still processing a long history. */
  readonly net: string | undefined;
  readonly orders: number;
}

const ORDER: readonly Kind[] = PROFIT_KINDS;
/**
 * Products that buy and sell coins, so that their profit needs a cost basis: of loans, the pledge.
 */
const isOfCoins = (kind: Kind): boolean => kind === 'spot' || kind === 'convert' || kind === 'loans';

/** A coin whose profit is not known yet. */
export const isPending = ({ kind, asset, averageCost }: ProfitTotal): boolean =>
  isOfCoins(kind) && asset !== 'USDT' && averageCost === null;

/** One row per product, in the order of the menu. */
export function profitRows(totals: readonly ProfitTotal[]): ProfitRow[] {
  return ORDER.flatMap((kind) => {
    const parts = totals.filter((total) => total.kind === kind);
    if (parts.length === 0) return [];
    if (kind === 'loans') return [pledgeRow(coinRow(kind, parts), parts)];
    if (isOfCoins(kind)) return [coinRow(kind, parts)];
    const assets = [...new Set([...parts].sort(byAsset).map(({ asset }) => asset))];
    return assets.map((asset) => plainRow(kind, asset, parts));
  });
}

function plainRow(kind: Kind, asset: string, all: readonly ProfitTotal[]): ProfitRow {
  const parts = all.filter((part) => part.asset === asset);
  const result = sumOf(parts.map(({ realised }) => realised));
  const paid = sumOf(parts.map(({ fees }) => fees));
  return {
    kind,
    asset,
    gross: formatAmount(result),
    fees: [{ asset, amount: formatAmount(paid) }],
    feesInResult: false,
    net: formatAmount(subtract(result, paid)),
    orders: parts.reduce((count, { orders }) => count + orders, 0),
  };
}

function coinRow(kind: Kind, parts: readonly ProfitTotal[]): ProfitRow {
  const profit = parts.some(isPending)
    ? undefined
    : formatAmount(sumOf(parts.map(({ averageCost }) => averageCost?.profit ?? '0')));
  return {
    kind,
    asset: 'USDT',
    gross: undefined,
    fees: [...parts]
      .sort(byAsset)
      .map(({ asset, fees }) => ({ asset, amount: fees }))
      .filter(({ amount }) => amount !== '0'),
    feesInResult: true,
    net: profit,
    // A trade exchanges two assets and is reported under both.
    orders: Math.ceil(parts.reduce((count, { orders }) => count + orders, 0) / 2),
  };
}

/** Interest is paid beside the sale of a pledge: it is in neither cost nor proceeds. */
function pledgeRow(row: ProfitRow, parts: readonly ProfitTotal[]): ProfitRow {
  const interest = sumOf(row.fees.map(({ amount }) => amount));
  const gross = row.net;
  const net = gross === undefined ? undefined : formatAmount(subtract(amountOf(gross), interest));
  return { ...row, gross, feesInResult: false, net, orders: Math.max(...parts.map(({ orders }) => orders)) };
}

export interface SoldRow {
  readonly kind: Kind;
  readonly asset: string;
  readonly quantity: string;
  readonly proceeds: string;
  readonly cost: string;
  readonly profit: string;
}

/** The coins sold in the period, by product and name. */
export const soldRows = (totals: readonly ProfitTotal[]): SoldRow[] =>
  [...totals]
    .sort((left, right) => ORDER.indexOf(left.kind) - ORDER.indexOf(right.kind) || byAsset(left, right))
    .flatMap(({ kind, asset, averageCost }) =>
      averageCost === null || averageCost.quantity === '0' ? [] : [{ kind, asset, ...averageCost }],
    );

function byAsset(left: { readonly asset: string }, right: { readonly asset: string }): number {
  const first = Number(right.asset === 'USDT') - Number(left.asset === 'USDT');
  return first === 0 ? left.asset.localeCompare(right.asset, 'en') : first;
}

const sumOf = (amounts: readonly string[]): Amount => amounts.map(amountOf).reduce(add, ZERO);

/** The sum over all products in USDT; undefined if there are none, or one is unknown. */
export function together(rows: readonly ProfitRow[]): string | undefined {
  const summed = rows.filter(({ asset }) => asset === 'USDT');
  const nets = summed.flatMap(({ net }) => (net === undefined ? [] : [net]));
  return summed.length === 0 || nets.length < summed.length ? undefined : formatAmount(sumOf(nets));
}
