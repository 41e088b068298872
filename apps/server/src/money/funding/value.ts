import {
  type Amount,
  divFloor,
  mulPriceFloor,
  PRICE_DECIMALS,
  type Price,
  priceOfPoints,
} from '@glasshouse/rules/money';
import type { MarketView } from '../../kernel/core/types.ts';
import { CATALOGUE } from '../../market-data/instruments/catalogue/index.ts';

/** A tick with the precision of its points: all that is needed to value an amount again. */
export type PriceTick = {
  readonly code: string;
  readonly precision: number;
  readonly seq: number;
  readonly bid: number;
  readonly ask: number;
  readonly mid: number;
  readonly at: number;
  /** What was kept back because the market was closed; absent while it was open. */
  readonly spread?: string;
};

export const USDT = 'USDT';
const precisions = new Map(CATALOGUE.map(({ code, precision }) => [code, precision]));

/** The market that prices a coin in USDT; USDT itself needs none. */
export const coinMarket = (asset: string): string => `${asset}${USDT}`;
/** The market that prices a currency in dollars; one dollar counts as one USDT. */
export const currencyMarket = (currency: string): string => `${currency}USD`;

/** The last accepted price, however old: a valuation, not a trade. Null when there was none. */
export function lastPrice(market: MarketView, code: string): PriceTick | null {
  const tick = market.lastTick(code);
  const precision = precisions.get(code);
  if (tick === undefined || precision === undefined) return null;
  const { seq, bid, ask, mid, at } = tick;
  return { code, precision, seq, bid, ask, mid, at };
}

export const priceOfTick = ({ mid, precision }: PriceTick): Price => priceOfPoints(mid, precision);

/** The value of an amount in USDT at the mid, rounded down; null where there is no price. */
export function valueInUsdt(asset: string, amount: Amount, tick: PriceTick | null): Amount | null {
  if (asset === USDT) return amount;
  return tick === null ? null : mulPriceFloor(amount, priceOfTick(tick));
}

const CENTS = 10n ** 6n;

/** USDT for an amount of a currency, rounded down to a minor unit. */
export const usdtOfCurrency = (amount: Amount, tick: PriceTick | null): Amount =>
  tick === null ? amount : mulPriceFloor(amount, priceOfTick(tick));

/** The currency for an amount of USDT, rounded down to a cent, because nobody can be paid less. */
export function currencyOfUsdt(amount: Amount, tick: PriceTick | null): Amount {
  const exact = tick === null ? amount : divFloor(amount * 10n ** BigInt(PRICE_DECIMALS), priceOfTick(tick));
  return ((exact / CENTS) * CENTS) as Amount;
}
