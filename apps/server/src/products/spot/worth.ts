import { divCeil, PRICE_DECIMALS, type Price, power10, priceOfPoints } from '@glasshouse/rules/money';
import type { Command, CommandInput, CoreState, Effects, MarketView } from '../../kernel/core/types.ts';
import { priceByFact, type WorthFact, worthFact, worthSpent } from '../../kyc-levels/within-limit.ts';
import { USDT } from '../../money/funding/value.ts';
import type { SubmitBody } from './parse-order.ts';
import { spotOf } from './slice.ts';
import { gatherSubmit, type SpotFacts } from './submit.ts';

const ONE = power10(PRICE_DECIMALS) as Price;

/** The market, and where limits count it the price of a quote that is no USDT. */
export function gatherWithWorth(
  input: CommandInput<SubmitBody>,
  at: number,
  market: MarketView,
  state: CoreState,
): SpotFacts & WorthFact {
  const quote = spotOf(state).pairs.get(input.body.code)?.terms.quote;
  const worth = worthFact(quote === undefined ? [] : [quote], { input, market, state });
  return { ...gatherSubmit(input, at, market, state), ...worth };
}

/** What an order pays or sets aside: its quote at the price of now, its coin by the pair's mid. */
export function worthOfOrder(state: CoreState, command: Command<SubmitBody, SpotFacts & WorthFact>, decided: Effects) {
  const terms = spotOf(state).pairs.get(command.body.code)?.terms;
  const { tick } = command.facts;
  const quotePrice = (asset: string): Price | null => (asset === USDT ? ONE : priceByFact(command.facts)(asset));
  return worthSpent(command, decided, (asset) => {
    if (terms === undefined || tick === null || asset === terms.quote) return quotePrice(asset);
    const inQuote = priceOfPoints(tick.mid, terms.precision);
    const ofQuote = quotePrice(terms.quote);
    return ofQuote === null ? null : (divCeil(inQuote * ofQuote, ONE) as Price);
  });
}
