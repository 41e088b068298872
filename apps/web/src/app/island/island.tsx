import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { type OpenOrders, openResult } from '@glasshouse/trade/portfolio/open-result';
import { Countdown, Figure } from '@glasshouse/ui';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { serverNow } from '../../live/clock.ts';
import { RESULT_PLACES } from '../../parts/money/short-places.ts';
import { useAcrossQuotes } from '../../parts/orders/use-across-quotes.ts';
import { useOrderMarkets } from '../../parts/orders/use-order-markets.ts';
import { useIsMobile } from '../../parts/page/layout.ts';
import { resultOf, useBooked, useOpenOrders, useOpenResult } from '../../parts/portfolio/use-result.ts';
import { keepWidth } from '../shell/kept-width.ts';
import styles from './island.module.css';
import { IslandSheet } from './island-sheet.tsx';
import { nextToEnd } from './next-end.ts';
import { clearResults, type IslandResult, islandShown, onResults, readResults } from './results.ts';

/** How long the pill is a result before it is the summary again; the sheet keeps it. */
const RESULT_MS = 15_000;

/**
 * One line of text on every page: how many positions are open, and what they would come to if they
 * closed now; with nothing open, the result of the day. What ends takes its place for a while, with
 * its receipt. Nothing is shown until it is right, nor to somebody who has nothing open and made
 * nothing today.
 */
export function Island() {
  const orders = useOpenOrders();
  const booked = useBooked(orders);
  const isPriced = useIsPriced(orders ?? NOTHING_OPEN);
  const isKnown = orders !== undefined && booked !== undefined && isPriced;
  const { contracts, options } = orders ?? NOTHING_OPEN;
  const count = contracts.length + options.length;
  const today = booked && resultOf(booked, '0').today;
  const results = useSyncExternalStore(onResults, readResults);
  const fresh = useFresh(results[0]);
  const [open, setOpen] = useState(false);
  useEffect(islandShown, []);
  useEffect(() => clearResults, []);
  const pill = useRef<HTMLSpanElement>(null);
  const isShown = fresh !== undefined || (isKnown && (0 < count || today !== '0'));
  useEffect(() => {
    if (!isShown && isKnown) keepWidth(0);
    if (pill.current === null) return;
    const sizes = new ResizeObserver(([entry]) => keepWidth(entry?.contentRect.width ?? 0));
    sizes.observe(pill.current);
    return () => sizes.disconnect();
  }, [isShown, isKnown]);

  if (!isShown) {
    return <span className="visually-hidden" role="status" />;
  }
  return (
    <span ref={pill} className={styles.island}>
      {/* The whole sentence: the pill has room for market and money alone. */}
      <span className="visually-hidden" role="status">
        {fresh?.title}
      </span>
      {fresh === undefined ? (
        <button type="button" className={styles.pill} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {count === 0 ? <Summed count={count} net={today} /> : <SummedNow contracts={contracts} options={options} />}
        </button>
      ) : (
        <Link href={fresh.href} className={styles.pill}>
          <ResultWords result={fresh} />
        </Link>
      )}
      {open && <IslandSheet contracts={contracts} options={options} results={results} onClose={() => setOpen(false)} />}
    </span>
  );
}

/** Whether there is a price for all of it: renders again only when that changes. */
function useIsPriced({ contracts, options }: OpenOrders): boolean {
  useOrderMarkets(contracts);
  useOrderMarkets(options);
  const codes = useMemo(() => [...new Set([...contracts, ...options].map(({ code }) => code))], [contracts, options]);
  return useAcrossQuotes(codes, (quoteOf) => openResult({ contracts, options }, quoteOf) !== undefined);
}

const NOTHING_OPEN: OpenOrders = { contracts: [], options: [] };

/** A price renders this part alone. */
function SummedNow({ contracts, options }: OpenOrders) {
  return (
    <Summed
      count={contracts.length + options.length}
      next={nextToEnd(options)}
      net={useOpenResult({ contracts, options })}
    />
  );
}

interface SummedProps {
  readonly count: number;
  readonly next?: ReturnType<typeof nextToEnd>;
  /** Of what is open, or of the day if nothing is. */
  readonly net: string | undefined;
}

function Summed({ count, next, net }: SummedProps) {
  const t = useT();
  const format = useFormat();
  const isMobile = useIsMobile();
  if (net === undefined) return null;
  const written = format.signedMoney(net, 'USDT', RESULT_PLACES);
  return (
    <>
      <span className="visually-hidden">
        {count === 0
          ? t('portfolio:island.label', { count: format.number(count), today: written })
          : t('portfolio:island.openLabel', { count: format.number(count), result: written })}
      </span>
      <span className={styles.shown} aria-hidden="true">
        <span className={styles.count}>
          {count === 0 ? t('portfolio:result.today') : t('portfolio:island.open', { number: format.number(count) })}
        </span>
        {/* Where it has a line of its own, with the next end. */}
        {isMobile && next !== undefined && <Countdown label={t('trade:orders.timeLeft')} now={serverNow} {...next} />}
        <Figure value={net} places={2} coloured />
      </span>
    </>
  );
}

function ResultWords({ result: { name, title, net, asset } }: { result: IslandResult }) {
  if (net === undefined) return <span className={styles.words}>{title}</span>;
  return (
    <>
      <bdi className={styles.words}>{name}</bdi>
      <Figure value={net} places={2} asset={asset} coloured />
    </>
  );
}

/** The newest result while it is fresh. */
function useFresh(newest: IslandResult | undefined): IslandResult | undefined {
  const [over, setOver] = useState<string>();
  const key = newest?.key;
  useEffect(() => {
    if (key === undefined) return;
    const timer = setTimeout(() => setOver(key), RESULT_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return key === over ? undefined : newest;
}
