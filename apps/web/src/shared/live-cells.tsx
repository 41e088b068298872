import { Change, PriceCell, Sparkline } from '@glasshouse/ui';
import { useQuote } from '../live/market.ts';

/** The only components that a tick re-renders: each watches one value of one market. */
export function LivePrice({ code, className }: { code: string; className?: string | undefined }) {
  const price = useQuote(code, (quote) => quote.price);
  const stale = useQuote(code, (quote) => quote.stale);
  const precision = useQuote(code, (quote) => quote.precision) ?? 0;
  return <PriceCell price={price} places={precision} stale={stale} className={className} />;
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
  return <Change percent={percent} boxed={boxed} className={className} />;
}

export function LiveSparkline({ code, className }: { code: string; className?: string | undefined }) {
  const recent = useQuote(code, (quote) => quote.recent);
  const stale = useQuote(code, (quote) => quote.stale);
  return <Sparkline prices={recent} stale={stale} className={className} />;
}
