import { Change, PriceCell, Sparkline } from '@glasshouse/ui';
import { useQuote } from '../../live/market.ts';
import { useMarketDay } from './use-market-day.ts';

/** The only components that a tick re-renders: each watches one value of one market. */
export function LivePrice({ code, className }: { code: string; className?: string | undefined }) {
  const price = useQuote(code, (quote) => quote.price);
  const stale = useQuote(code, (quote) => quote.stale);
  const precision = useQuote(code, (quote) => quote.precision) ?? 0;
  return <PriceCell price={price} places={precision} stale={stale} className={className} code={code} />;
}

export function LiveChange({
  code,
  boxed = false,
  className,
}: {
  code: string;
  boxed?: boolean;
  className?: string | undefined;
}) {
  const percent = useQuote(code, (quote) => quote.change);
  return <Change percent={percent} boxed={boxed} className={className} code={code} />;
}

const NO_PRICES: readonly number[] = [];

const directionOf = (change: string | undefined): 'up' | 'down' | 'flat' => {
  if (change === undefined || Number(change) === 0) return 'flat';
  return change.startsWith('-') ? 'down' : 'up';
};

/** The same 24 hours as the change beside it, and its colour. */
export function LiveSparkline({ code, className }: { code: string; className?: string | undefined }) {
  const day = useMarketDay(code)?.day;
  const stale = useQuote(code, (quote) => quote.stale);
  const direction = useQuote(code, (quote) => directionOf(quote.change));
  return <Sparkline prices={day ?? NO_PRICES} direction={direction} stale={stale} className={className} />;
}
