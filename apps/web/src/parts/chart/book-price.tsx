import { PriceCell } from '@glasshouse/ui';
import { useDepth } from '../../live/depth.ts';
import { useQuote } from '../../live/market.ts';

/**
 * The price of the market that the page is about. While its order book is shown, it is the price
 * that came with the book: one snapshot feeds both, so that it never lies outside of the best bid
 * and ask beside it.
 */
export function BookPrice({ code, className }: { code: string; className?: string | undefined }) {
  const ofBook = useDepth((state) => (state.stale ? undefined : state.depth?.price));
  const quoted = useQuote(code, (quote) => quote.price);
  const stale = useQuote(code, (quote) => quote.stale);
  const precision = useQuote(code, (quote) => quote.precision) ?? 0;
  return <PriceCell price={ofBook ?? quoted} places={precision} stale={stale} className={className} code={code} />;
}
