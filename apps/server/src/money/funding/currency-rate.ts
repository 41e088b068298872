import { code } from '@glasshouse/api/codes';
import { type Amount, mulRateCeil, type Rate, rateOf, subtract } from '@glasshouse/rules/money';
import { figureOf } from '../../figures/in-force.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { CoreState, MarketView, Refusal } from '../../kernel/core/types.ts';
import { type HeldFact, heldOrBehind, refuseHeld } from '../../market-data/held-price.ts';
import { currencyMarket, lastPrice, type PriceTick, usdtOfCurrency } from './value.ts';

/** The market of a currency as of sequencing; null for dollars, which need none. */
export type CurrencyFacts =
  | (HeldFact & {
      readonly tick: PriceTick | null;
      /** Whether its market is open. */
      readonly open: boolean;
    })
  | null;

export function currencyFacts(market: MarketView, currency: string, at: number): CurrencyFacts {
  if (currency === 'USD') return null;
  const instrument = currencyMarket(currency);
  return {
    tick: lastPrice(market, instrument),
    open: market.sessionEndsAt(instrument, at) !== undefined,
    ...heldOrBehind(market, instrument, at),
  };
}

/** By what a currency is converted: null without a price, one for one. */
export interface CurrencyRate {
  readonly ok: true;
  readonly tick: PriceTick | null;
  readonly spread: Rate;
}

/**
 * The mid of now; while the market is closed, its last one less a spread. 10015 while there is
 * none, while it is held, or when it is older than it may be: at a price that the market has left,
 * a conversion would be a gift to whoever chose the moment.
 */
export function currencyRateOf(
  state: CoreState,
  facts: CurrencyFacts,
  { at, field }: { readonly at: number; readonly field: string },
): CurrencyRate | Refusal {
  const none = rateOf('0');
  if (facts === null) return { ok: true, tick: null, spread: none };
  const { tick, open, held } = facts;
  if (tick === null) return refuse(code.notTradable, field);
  if (held !== undefined) return refuseHeld(held, field);
  const oldest = at - figureOf(state, open ? 'funding.priceAgeMs' : 'funding.closedAgeMs');
  if (tick.at < oldest) return refuse(code.notTradable, field);
  if (open) return { ok: true, tick, spread: none };
  const spread = figureOf(state, 'deposits.closedSpread');
  return { ok: true, tick: { ...tick, spread }, spread: rateOf(spread) };
}

/** USDT for an amount of the currency, rounded down; the spread is rounded against who is paid. */
export function usdtAtRate(amount: Amount, { tick, spread }: CurrencyRate): Amount {
  const whole = usdtOfCurrency(amount, tick);
  return subtract(whole, mulRateCeil(whole, spread));
}
