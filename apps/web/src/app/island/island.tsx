import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import type { OpenOrders } from '@glasshouse/trade/portfolio/open-result';
import { Countdown, cx, Figure, Icon } from '@glasshouse/ui';
import { Layers } from '@glasshouse/ui/icon/icons';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { serverNow } from '../../live/clock.ts';
import { RESULT_PLACES } from '../../parts/money/short-places.ts';
import { useLiveContracts, useLiveOptions } from '../../parts/orders/live-orders.ts';
import { useOpenResult } from '../../parts/orders/open-result-figure.tsx';
import { useToday } from '../../parts/orders/use-today.ts';
import { keepWidth } from '../shell/kept-width.ts';
import styles from './island.module.css';
import { IslandSheet } from './island-sheet.tsx';
import { nextToEnd } from './next-end.ts';
import { clearResults, type IslandResult, islandShown, onResults, readResults } from './results.ts';

/** How long the pill is a result before it is the summary again; the sheet keeps it. */
const RESULT_MS = 15_000;

/**
 * One quiet pill on every page: how many positions are open, when the next one ends, and what they
 * would come to if they ended now; with nothing open, the net result of the day, which the sheet
 * has in any case. What ends takes its place for a while, with its receipt. Nothing is shown to
 * somebody who has nothing open and made nothing today.
 */
export function Island() {
  const positions = useLiveContracts('open').data;
  const running = useLiveOptions().data;
  const day = useToday();
  const contracts = positions ?? NONE;
  const options = running ?? NONE;
  const today = day?.net ?? undefined;
  const isKnown = positions !== undefined && running !== undefined && day !== undefined;
  const count = contracts.length + options.length;
  const results = useSyncExternalStore(onResults, readResults);
  const fresh = useFresh(results[0]);
  const [open, setOpen] = useState(false);
  useEffect(islandShown, []);
  useEffect(() => clearResults, []);
  const pill = useRef<HTMLSpanElement>(null);
  const isShown = 0 < count || fresh !== undefined || (today !== undefined && today !== '0');
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
        <Link href={fresh.href} className={cx(styles.pill, styles.fresh)}>
          <ResultWords result={fresh} />
        </Link>
      )}
      {open && (
        <IslandSheet
          contracts={contracts}
          options={options}
          today={today}
          results={results}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  );
}

const NONE: readonly never[] = [];

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
  const written = net === undefined ? '–' : format.signedMoney(net, 'USDT', RESULT_PLACES);
  return (
    <>
      <span className="visually-hidden">
        {count === 0
          ? t('portfolio:island.label', { count: format.number(count), today: written })
          : t('portfolio:island.openLabel', { count: format.number(count), result: written })}
      </span>
      <span className={styles.shown} aria-hidden="true">
        <Icon of={Layers} size="s" />
        <bdi translate="no" className={styles.count}>
          {format.number(count)}
        </bdi>
        {next !== undefined && <Countdown label={t('trade:orders.timeLeft')} now={serverNow} {...next} />}
        <Figure value={net} places={2} coloured rounding="half" />
      </span>
    </>
  );
}

function ResultWords({ result: { name, title, net, asset } }: { result: IslandResult }) {
  if (net === undefined) return <span className={styles.words}>{title}</span>;
  return (
    <>
      <bdi className={styles.words}>{name}</bdi>
      <Figure value={net} places={2} asset={asset} coloured rounding="half" />
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
