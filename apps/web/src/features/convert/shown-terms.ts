import type { Derived } from '@glasshouse/rules/derivations/terms';
import { likelyPriced, type Quote } from '@glasshouse/trade/convert/figures';
import { type CoinsNow, liveTerms } from '@glasshouse/trade/convert/live-terms';
import { useCoinsNow } from './use-coins-now.ts';
import type { ConvertTicketState } from './use-convert-ticket.ts';
import { useUsualQuote } from './use-usual-quote.ts';

/** What the ticket says of its pair: by the quote, or by the market while there is none. */
export interface ShownTerms {
  /** One of this coin … */
  readonly of: string;
  /** … in that one. */
  readonly in: string;
  readonly price: Derived | undefined;
  readonly reference: Derived | undefined;
  readonly share: string | undefined;
  readonly band: string | undefined;
  /** Time of the tick behind them. */
  readonly at: number | undefined;
  readonly coins: CoinsNow | undefined;
}

export function useShownTerms({ draft, figures, firm }: ConvertTicketState): ShownTerms {
  const { from, to, pricing } = draft;
  const { quote } = firm;
  const { coins, at } = useCoinsNow(draft);
  const usual = useUsualQuote({ from, to, coins, isWanted: quote === undefined && !firm.loading });
  const known = quote ?? usual;
  const live = coins && liveTerms(coins, known && marginOf(known, pricing));
  if (quote !== undefined && figures !== undefined) {
    const { prices, why } = figures;
    return {
      of: prices.of,
      in: prices.in,
      price: why.price,
      reference: why.reference,
      band: quote.bandRate,
      share: pricing === 'firm' ? figures.spreadRate : live?.spreadRate,
      at: Date.parse(quote.priceAt),
      coins,
    };
  }
  const asset = live === undefined ? likelyPriced(draft) : live.isOfGiven ? from : to;
  return {
    of: asset,
    in: asset === from ? to : from,
    price: live?.price ?? live?.reference,
    reference: live?.reference,
    share: live?.spreadRate,
    band: known?.bandRate,
    at,
    coins,
  };
}

const marginOf = (quote: Quote, pricing: 'firm' | 'next'): string =>
  pricing === 'next' ? (quote.next?.marginRate ?? quote.marginRate) : quote.marginRate;
