import { pledgeFor } from '@glasshouse/rules/loans';
import {
  type Amount,
  add,
  amountOf,
  divCeil,
  divFloor,
  formatAmount,
  lesser,
  mulPriceFloor,
  PRICE_DECIMALS,
  type Price,
  power10,
  priceOfPoints,
  RATE_DECIMALS,
  type Rate,
  rateOf,
  subtract,
  ZERO,
} from '@glasshouse/rules/money';
import { figureOf } from '../../figures/in-force.ts';
import { partsOf, userAccount } from '../../kernel/core/accounts.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type { CoreState, MarketView } from '../../kernel/core/types.ts';
import { coinMarket, lastPrice, type PriceTick, priceOfTick, USDT, valueInUsdt } from '../../money/funding/value.ts';
import type { Loan, Pledged } from './rows.ts';

/** Prices that count now, by coin. */
export type Prices = { readonly [asset: string]: PriceTick };
export type PriceFacts = { readonly prices: Prices };

const priceUnits = (): bigint => power10(PRICE_DECIMALS);
const rateUnits = (): bigint => power10(RATE_DECIMALS);

/** The last prices that nothing stands against: traded now, not held, not old. */
export function pricesOf(assets: Iterable<string>, at: number, market: MarketView, state: CoreState): Prices {
  const oldest = at - figureOf(state, 'loans.priceMaxAgeMs');
  const found: { [asset: string]: PriceTick } = {};
  for (const asset of [...assets].sort()) {
    const code = coinMarket(asset);
    if (asset === USDT || market.sessionEndsAt(code, at) === undefined || market.heldBy(code, at) !== undefined)
      continue;
    const tick = lastPrice(market, code);
    if (tick !== null && 0 < tick.mid && oldest <= tick.at) found[asset] = tick;
  }
  return found;
}

/** Coins that the person has on the real book, in whatever way. */
export function coinsOf(state: CoreState, userId: number): Set<string> {
  const coins = new Set<string>();
  for (const key of state.residents.get(userId) ?? []) {
    const { book, asset } = partsOf(key);
    if (book === 'real' && balanceOf(state, key) !== ZERO) coins.add(asset);
  }
  return coins;
}

/** A coin without a price is worth nothing here. */
const worth = (asset: string, amount: Amount, prices: Prices): Amount =>
  valueInUsdt(asset, amount, prices[asset] ?? null) ?? ZERO;

/** Value of the whole real book, rounded down coin by coin. */
export function balanceValue(state: CoreState, userId: number, prices: Prices): Amount {
  let value = ZERO;
  for (const key of state.residents.get(userId) ?? []) {
    const { book, asset } = partsOf(key);
    if (book === 'real') value = add(value, worth(asset, balanceOf(state, key), prices));
  }
  return value;
}

/** Value of a pledge; undefined while a price of it is missing. */
export function pledgeValue(collateral: readonly Pledged[], prices: Prices): Amount | undefined {
  let value = ZERO;
  for (const { asset, amount } of collateral) {
    if (asset !== USDT && prices[asset] === undefined) return undefined;
    value = add(value, worth(asset, amountOf(amount), prices));
  }
  return value;
}

type RequestedLoan = Pick<Loan, 'amount' | 'limit_rate' | 'terms'>;

/**
 * Whether a pledge still covers what is to be paid out. A request pledges no more than it has to,
 * so prices may have fallen since: to where the borrower would be warned, and no further.
 */
export const isPledgeEnough = ({ amount, terms }: RequestedLoan, pledged: Amount): boolean =>
  pledgeFor(amountOf(amount), rateOf(terms.warnRate)) <= pledged;

/**
 * Whether the whole balance still carries the limit of the request; it may have fallen by the same
 * share as a pledge. Who withdrew the rest while the request waited is paid nothing.
 */
export const isWithinLimit = ({ amount, limit_rate, terms }: RequestedLoan, balance: Amount): boolean =>
  amountOf(amount) * rateOf(terms.openRate) * rateUnits() <= balance * rateOf(limit_rate) * rateOf(terms.warnRate);

/** Whether somebody is still identified as well as the limit of the request asks for. */
export const isKycEnough = (
  { limit_rate, terms }: Pick<Loan, 'limit_rate' | 'terms'>,
  identity: 'none' | 'basic' | 'full',
): boolean => identity === 'full' || (identity === 'basic' && limit_rate !== terms.openRate);

/** What can be pledged, in the order in which it is. */
export function freeCoins(
  state: CoreState,
  userId: number,
  prices: Prices,
): readonly { readonly asset: string; readonly amount: Amount; readonly value: Amount }[] {
  return [...coinsOf(state, userId)]
    .map((asset) => {
      const amount = balanceOf(state, userAccount(userId, 'real', asset, 'available'));
      return { asset, amount, value: worth(asset, amount, prices) };
    })
    .filter(({ value }) => value !== ZERO)
    .sort((left, right) => byUse(left, right))
    .slice(0, figureOf(state, 'loans.pledgeCoinsMax'));
}

/**
 * Chooses what is pledged for a value: other coins before USDT, the most valuable first. Undefined
 * when what is free is worth too little.
 */
export function choosePledge(
  state: CoreState,
  userId: number,
  requirement: { value: Amount; prices: Prices },
): Pledged[] | undefined {
  const pledged: Pledged[] = [];
  let left = requirement.value;
  for (const { asset, amount, value } of freeCoins(state, userId, requirement.prices)) {
    if (left === ZERO) break;
    const tick = requirement.prices[asset];
    const needed = tick === undefined ? left : (divCeil(left * priceUnits(), priceOfTick(tick)) as Amount);
    const part = lesser(needed, amount);
    pledged.push({ asset, amount: formatAmount(part) });
    left = value <= left ? subtract(left, value) : ZERO;
  }
  return left === ZERO ? pledged : undefined;
}

type Free = { readonly asset: string; readonly value: Amount };

function byUse(left: Free, right: Free): number {
  if ((left.asset === USDT) !== (right.asset === USDT)) return left.asset === USDT ? 1 : -1;
  if (left.value !== right.value) return left.value < right.value ? 1 : -1;
  return left.asset < right.asset ? -1 : 1;
}

export interface Sale {
  readonly asset: string;
  readonly amount: Amount;
  readonly proceeds: Amount;
}

/** What a coin brings when it is sold for its owner: the bid less the share of the terms. */
export function salePrice({ bid, precision }: PriceTick, saleRate: Rate): Price {
  return divFloor(priceOfPoints(bid, precision) * (rateUnits() - saleRate), rateUnits()) as Price;
}

/**
 * Coins of a pledge to be sold until they bring `needed`, as far as `funds` pay for them: USDT of
 * the pledge counts first, then coin by coin in the order of the pledge.
 */
export function chooseSales(
  collateral: readonly Pledged[],
  requirement: { readonly needed: Amount; readonly funds: Amount; readonly prices: Prices; readonly saleRate: Rate },
): Sale[] {
  const sales: Sale[] = [];
  let { needed, funds } = requirement;
  const ordered = [...collateral].sort((left, right) => Number(right.asset === USDT) - Number(left.asset === USDT));
  for (const { asset, amount: text } of ordered) {
    const amount = amountOf(text);
    const tick = requirement.prices[asset];
    if (needed === ZERO || (asset !== USDT && tick === undefined)) continue;
    if (asset === USDT) {
      const proceeds = lesser(needed, amount);
      sales.push({ asset, amount: proceeds, proceeds });
      needed = subtract(needed, proceeds);
      continue;
    }
    const price = salePrice(tick as PriceTick, requirement.saleRate);
    if (price <= 0n) continue;
    const required = lesser(divCeil(needed * priceUnits(), price) as Amount, amount);
    const payable = divFloor(funds * priceUnits(), price) as Amount;
    const sold = lesser(required, payable);
    const proceeds = mulPriceFloor(sold, price);
    if (proceeds === ZERO) continue;
    sales.push({ asset, amount: sold, proceeds });
    funds = subtract(funds, proceeds);
    needed = needed <= proceeds ? ZERO : subtract(needed, proceeds);
  }
  return sales;
}

/** The pledge less what was sold of it. */
export const withoutSold = (collateral: readonly Pledged[], sales: readonly Sale[]): Pledged[] =>
  collateral.flatMap(({ asset, amount }) => {
    const sold = sales.find((sale) => sale.asset === asset)?.amount ?? ZERO;
    const left = subtract(amountOf(amount), sold);
    return left === ZERO ? [] : [{ asset, amount: formatAmount(left) }];
  });
