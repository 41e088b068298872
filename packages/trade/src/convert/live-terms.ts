import { type CoinPrice, convert, USDT_PRICE } from '@glasshouse/rules/convert';
import {
  type CoinTick,
  conversionPriceDerivation,
  isPricedByGiven,
  referenceDerivation,
} from '@glasshouse/rules/derivations/markets';
import type { Derived } from '@glasshouse/rules/derivations/terms';
import {
  amountOf,
  divFloor,
  formatAmount,
  formatRate,
  PRICE_DECIMALS,
  power10,
  priceOf,
  rateOf,
} from '@glasshouse/rules/money';

/** The two coins of a pair at their newest ticks; null is USDT, which needs none. */
export interface CoinsNow {
  readonly from: CoinTick;
  readonly to: CoinTick;
}

/** What a pair costs now, before there is an amount. */
export interface LiveTerms {
  readonly isOfGiven: boolean;
  readonly reference: Derived;
  /** Undefined until the margin is known. */
  readonly price: Derived | undefined;
  readonly spreadRate: string | undefined;
}

export function liveTerms({ from, to }: CoinsNow, marginRate: string | undefined): LiveTerms {
  const shared = { isOfGiven: isPricedByGiven(from, to), reference: referenceDerivation({ from, to }) };
  if (marginRate === undefined) return { ...shared, price: undefined, spreadRate: undefined };
  const prices = { from: coinPrice(from), to: coinPrice(to), marginRate: rateOf(marginRate) };
  return {
    ...shared,
    price: conversionPriceDerivation({ from, to, marginRate }),
    // The same for every amount.
    spreadRate: formatRate(convert({ amount: amountOf('1'), ...prices }).spreadRate),
  };
}

const coinPrice = (tick: CoinTick): CoinPrice =>
  tick === null ? USDT_PRICE : { bid: priceOf(tick.bid), ask: priceOf(tick.ask), mid: priceOf(tick.mid) };

/** An ordinary conversion: the margin of a firm price grows a little with its size. */
const USUAL_USDT = amountOf('100');

/** As much of a coin as the usual conversion gives of it. */
export const usualAmount = (coin: CoinTick): string =>
  coin === null
    ? formatAmount(USUAL_USDT)
    : formatAmount(divFloor(USUAL_USDT * power10(PRICE_DECIMALS), priceOf(coin.mid)) as typeof USUAL_USDT);
