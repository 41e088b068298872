import { type Amount, mulRateCeil, rateOf, subtract } from '@glasshouse/rules/money';
import { figureOf } from '../../figures/in-force.ts';
import type { CommandInput, CoreState, MarketView } from '../../kernel/core/types.ts';
import { currencyMarket, currencyOfUsdt, lastPrice, type PriceTick } from '../funding/value.ts';
import { withdrawalsOf } from './slice.ts';

/**
 * The currency that a bank transfer pays: at the mid, less the share that the house keeps, rounded
 * down to a cent. Without a spread it is the mid, as it was before there was one.
 */
export function currencyAfterSpread(received: Amount, tick: PriceTick | null, spread: string | null): Amount {
  const share = spread === null ? (0n as Amount) : mulRateCeil(received, rateOf(spread));
  return currencyOfUsdt(subtract(received, share), tick);
}

/** Why a price converts nothing now; `fresh` when it does. */
export type PriceState = 'fresh' | 'missing' | 'closed' | 'held' | 'stale';
/** The price of the bank's currency as of an approval; null where nothing is converted. */
export type ConversionFacts = { readonly currency: PriceTick | null; readonly price: PriceState } | null;

export function gatherConversion(
  { body }: CommandInput<{ readonly id: number; readonly decision: string }>,
  at: number,
  market: MarketView,
  state: CoreState,
): ConversionFacts {
  const found = withdrawalsOf(state).withdrawals.get(body.id);
  if (found === undefined || found.spread === null || body.decision !== 'approve') return null;
  const code = currencyMarket(found.currency ?? figureOf(state, 'withdrawals.currency'));
  const currency = lastPrice(market, code);
  return { currency, price: priceState(market, { code, tick: currency, at, state }) };
}

function priceState(
  market: MarketView,
  context: { readonly code: string; readonly tick: PriceTick | null; readonly at: number; readonly state: CoreState },
): PriceState {
  const { code, tick, at, state } = context;
  if (tick === null) return 'missing';
  if (market.sessionEndsAt(code, at) === undefined) return 'closed';
  if (market.heldBy(code, at) !== undefined) return 'held';
  return figureOf(state, 'withdrawals.priceMaxAgeMs') < at - tick.at ? 'stale' : 'fresh';
}
