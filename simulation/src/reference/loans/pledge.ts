import { type ExpectedAccounts, ofHouse, ofUser } from '../accounts.ts';
import { ceilDiv, least, mustUnits, textOf, WHOLE_RATE } from '../figures.ts';
import type { Terms } from './terms.ts';

interface Tick {
  readonly code: string;
  readonly precision: number;
  readonly seq: number;
  readonly bid: number;
  readonly ask: number;
  readonly mid: number;
  readonly at: number;
}
export type PricesFact = { readonly [asset: string]: Tick };
export interface Pledged {
  readonly asset: string;
  readonly amount: string;
}

const USDT = 'USDT';
const unitOf = ({ precision }: Tick): bigint => 10n ** BigInt(precision);

/** In USDT at the mid, rounded down; nothing without a price. */
export function worth(asset: string, amount: bigint, prices: PricesFact): bigint {
  if (asset === USDT) return amount;
  const tick = prices[asset];
  return tick === undefined ? 0n : (amount * BigInt(tick.mid)) / unitOf(tick);
}

/** Of all that somebody has on the real book. */
export const realBalance = (accounts: ExpectedAccounts, user: number, prices: PricesFact): bigint =>
  accounts
    .keysOf(user, 'real')
    .filter((key) => accounts.of(key) !== 0n)
    .reduce((sum, key) => sum + worth(key.split('/')[2]!, accounts.of(key), prices), 0n);

export function pledgeWorth(collateral: readonly Pledged[], prices: PricesFact): bigint | undefined {
  if (collateral.some(({ asset }) => asset !== USDT && prices[asset] === undefined)) return undefined;
  return collateral.reduce((sum, { asset, amount }) => sum + worth(asset, mustUnits(amount), prices), 0n);
}

/**
 * What a payout asks for: the pledge may have fallen to where it would be warned of, and the
 * balance by the same share. Without a balance, by older rules: the pledge alone, as at the
 * request.
 */
export function isCovered(request: {
  readonly row: { readonly amount: string; readonly limit_rate: string; readonly terms: Terms };
  readonly value: bigint;
  readonly balance: bigint | undefined;
}): boolean {
  const { row, value, balance } = request;
  const amount = mustUnits(row.amount);
  const open = mustUnits(String(row.terms.openRate));
  if (balance === undefined) return ceilDiv(amount * WHOLE_RATE, open) <= value;
  const warn = mustUnits(String(row.terms.warnRate));
  const within = (balance * mustUnits(row.limit_rate) * warn) / open;
  return ceilDiv(amount * WHOLE_RATE, warn) <= value && amount * WHOLE_RATE <= within;
}

/** Coins by value, USDT last. */
export function choosePledge(
  accounts: ExpectedAccounts,
  { user, needed, prices }: { user: number; needed: bigint; prices: PricesFact },
): Pledged[] | undefined {
  const free = accounts
    .keysOf(user, 'real')
    .filter((key) => key.endsWith('/available'))
    .map((key) => {
      const asset = key.split('/')[2]!;
      const amount = accounts.of(key);
      return { asset, amount, value: worth(asset, amount, prices), last: asset === USDT ? 1 : 0 };
    })
    .filter(({ value }) => 0n < value);
  free.sort((left, right) => {
    const byValue = left.value === right.value ? 0 : left.value < right.value ? 1 : -1;
    return left.last - right.last || byValue || (left.asset < right.asset ? -1 : 1);
  });
  const pledges: Pledged[] = [];
  let missing = needed;
  for (const { asset, amount, value } of free) {
    if (missing <= 0n) break;
    const required = asset === USDT ? missing : ceilDiv(missing * unitOf(prices[asset]!), BigInt(prices[asset]!.mid));
    pledges.push({ asset, amount: textOf(least(required, amount)) });
    missing -= value;
  }
  return missing <= 0n ? pledges : undefined;
}

/** Sells coin by coin what pays the debt: USDT first, at the bid less the share of the terms. */
export function sellPledge(
  accounts: ExpectedAccounts,
  sale: { user: number; collateral: readonly Pledged[]; missing: bigint; prices: PricesFact; saleRate: bigint },
) {
  const account = (asset: string, kind: string): string => ofUser(sale.user, 'real', asset, kind);
  const purse = ofHouse('real', USDT, 'pool.liquidity');
  const rest = new Map(sale.collateral.map(({ asset, amount }) => [asset, mustUnits(amount)]));
  const order = [...rest.keys()].sort((left, right) => Number(right === USDT) - Number(left === USDT));
  let { missing } = sale;
  let brought = 0n;
  let isSold = false;
  for (const asset of order) {
    const have = rest.get(asset)!;
    if (missing <= 0n) break;
    if (asset === USDT) {
      const sold = least(missing, have);
      accounts.move(account(USDT, 'collateral'), account(USDT, 'available'), sold);
      rest.set(asset, have - sold);
      [missing, brought, isSold] = [missing - sold, brought + sold, true];
      continue;
    }
    const tick = sale.prices[asset];
    if (tick === undefined) continue;
    // In 10⁻¹⁰ of a USDT, rounded down.
    const bid = BigInt(tick.bid) * 10n ** BigInt(10 - tick.precision);
    const price = (bid * (WHOLE_RATE - sale.saleRate)) / WHOLE_RATE;
    if (price === 0n) continue;
    const unit = 10n ** 10n;
    const sold = least(least(ceilDiv(missing * unit, price), have), (accounts.of(purse) * unit) / price);
    const proceeds = (sold * price) / unit;
    if (proceeds === 0n) continue;
    accounts.move(account(asset, 'collateral'), ofHouse('real', asset, 'pool.liquidity'), sold);
    accounts.move(purse, account(USDT, 'available'), proceeds);
    rest.set(asset, have - sold);
    [missing, brought, isSold] = [missing - proceeds, brought + proceeds, true];
  }
  return { rest, brought, isSold };
}
