import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LazyPlace } from '@glasshouse/app/lazy/lazy-part.tsx';
import { Link } from '@glasshouse/app/links/link.tsx';
import { cx, InstrumentLogo } from '@glasshouse/ui';
import { lazy, memo } from 'react';
import { type MarketRow as Row, useQuote } from '../../live/market.ts';
import { MARKET_COLUMNS } from './market-columns.tsx';
import { marketHref } from './market-href.ts';
import styles from './market-list.module.css';
import { useMarketDay } from './use-market-day.ts';

/** After the page is there: prices come first. */
const ActionMark = lazy(async () => {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  return { default: (await import('./action-mark.tsx')).ActionMark };
});

interface MarketRowProps {
  readonly row: Row;
  /** The change below the price, beside a chart. */
  readonly narrow: boolean;
  readonly current: boolean;
  readonly tabIndex: 0 | -1;
  /** Replaces navigation: the chart beside the list shows the market. */
  readonly onPick: ((row: Row) => void) | undefined;
}

/** One instrument. Its cells subscribe to the market themselves; the row renders once. */
export const MarketListRow = memo(function MarketListRow(props: MarketRowProps) {
  const { row, narrow, current, tabIndex, onPick } = props;
  return (
    <Link
      href={marketHref(row)}
      className={cx(styles.row, narrow && styles.narrow)}
      aria-current={current || undefined}
      tabIndex={tabIndex}
      onClick={(event) => {
        if (onPick === undefined || event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        onPick(row);
      }}
    >
      <InstrumentLogo code={row.code} src={row.logo ?? undefined} size={narrow ? 's' : 'm'} />
      <span className={styles.names}>
        <Name name={row.appName} />
        <span className={styles.code}>
          <bdi className={cx(repeats(row) && styles.pairCode)}>{row.code}</bdi>
          <Closed code={row.code} />
          <LazyPlace>
            <ActionMark code={row.code} />
          </LazyPlace>
        </span>
      </span>
      {MARKET_COLUMNS.map(({ id, Cell, className }) => (
        <Cell key={id} code={row.code} className={className} />
      ))}
    </Link>
  );
});

/** The name of a pair says what its code says, so the code is hidden where there is little room. */
const repeats = ({ appName, code }: Row): boolean => appName.replace('/', '') === code || appName.includes('/');

function Name({ name }: { name: string }) {
  const [base, quote] = name.split('/');
  return (
    <bdi className={styles.name}>
      {base}
      {quote !== undefined && (
        <span className={styles.quote}>
          <span className={styles.slash}>/</span>
          {quote}
        </span>
      )}
    </bdi>
  );
}

/** Explains a price that does not move: the session is over, or the feed is silent. */
function Closed({ code }: { code: string }) {
  const t = useT();
  const open = useQuote(code, (quote) => quote.open);
  const stale = useQuote(code, (quote) => quote.stale);
  if (open && !stale) return null;
  return <span className={styles.closed}>{open ? t('market:status.stale') : <Opens code={code} />}</span>;
}

/** In the reader's own time: when the session begins. */
function Opens({ code }: { code: string }) {
  const t = useT();
  const format = useFormat();
  const opensAt = useMarketDay(code)?.opensAt ?? undefined;
  return opensAt === undefined
    ? t('market:status.closed')
    : t('market:status.opens', { time: format.weekdayTime(opensAt) });
}
