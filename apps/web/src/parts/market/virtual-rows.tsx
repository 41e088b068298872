// biome-ignore-all lint/a11y/useSemanticElements: virtual rows are positioned, table rows cannot be.
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid, cell contents take the focus, one at a time.

import { useT } from '@glasshouse/app/language/language';
import { cx, useIsHydrating } from '@glasshouse/ui';
import { remPx } from '@glasshouse/ui/lib/rem';
import { type Range, visibleRange, withRow } from '@glasshouse/ui/lib/visible-range';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type MarketRow, useMarketScope } from '../../live/market.ts';
import { FavouriteButton } from './favourite-button.tsx';
import styles from './market-list.module.css';
import { MarketListRow } from './market-row.tsx';
import { useGridFocus } from './use-grid-focus.ts';

interface VirtualRowsProps {
  readonly rows: readonly MarketRow[];
  readonly kind: 'page' | 'pane';
  readonly dense: boolean;
  /** The id of the list; with an index appended, of each row. */
  readonly listId: string;
  /** The index of the row chosen by the keyboard. */
  readonly active: number | undefined;
  readonly currentCode: string | undefined;
  readonly onPick: ((row: MarketRow) => void) | undefined;
}

/** Height of a row in rem, as the style sheet has it. */
const ROW_REM = { page: 0.6, pane: 0.44, dense: 0.36 };
/** Before the first measurement, in the same frame. */
const FIRST: Range = { first: 0, end: 1 };
/** As many as a tall window shows; a server measures nothing. */
const PAINTED_ROWS = { page: 14, pane: 24 };

/**
 * Renders the visible rows and a few around them: the list may hold hundreds, and every rendered
 * row listens to ticks. All rows have the same height, so a few lines do what a library of 11 kB
 * would.
 */
export function VirtualRows({ rows, kind, dense, listId, active, currentCode, onPick }: VirtualRowsProps) {
  const pane = useRef<HTMLDivElement>(null);
  const t = useT();
  const { grid, stop, handlers } = useGridFocus({ rows, currentCode });
  const rowRem = dense ? ROW_REM.dense : ROW_REM[kind];
  const range = useRange({ list: grid, pane: kind === 'pane' ? pane : undefined, count: rows.length, rowRem });
  const isPainted = useIsHydrating();
  // Without its styles, which the policy of the page forbids in markup, a row stands in the flow.
  const rowHeight = isPainted ? 0 : remPx(rowRem);
  // The tab stop is always rendered, however far the list has scrolled away.
  const drawnRows = withRow(range, Math.min(stop.row, rows.length - 1)).map((index) => ({ index, row: rows[index] }));
  const shown = drawnRows.map(({ row }) => row?.code ?? '').join(' ');
  // A pane stands beside a ticket, which needs bid and ask.
  const codes = useMemo(() => shown.split(' ').filter((code) => code !== ''), [shown]);
  useMarketScope(codes, kind === 'pane' ? 'quote' : 'price');
  // The next row is always rendered, thanks to the overscan.
  useEffect(() => {
    if (active !== undefined) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);
  const drawn = (
    <div
      ref={grid}
      id={listId}
      role="grid"
      aria-label={t('market:title')}
      aria-rowcount={rows.length}
      className={cx(styles.rows, isPainted && styles.flow)}
      style={isPainted ? undefined : { blockSize: rows.length * rowHeight }}
      {...handlers}
    >
      {drawnRows.map(
        ({ index, row }) =>
          row !== undefined && (
            <div
              key={row.code}
              id={`${listId}-${index}`}
              role="row"
              className={styles.item}
              data-active={index === active || undefined}
              aria-rowindex={index + 1}
              style={isPainted ? undefined : { transform: `translateY(${index * rowHeight}px)` }}
            >
              <div role="gridcell" className={styles.mark}>
                <FavouriteButton
                  code={row.code}
                  name={row.appName}
                  tabIndex={index === stop.row && stop.cell === 'star' ? 0 : -1}
                />
              </div>
              <div role="gridcell" className={styles.market}>
                <MarketListRow
                  row={row}
                  narrow={kind === 'pane'}
                  current={row.code === currentCode}
                  tabIndex={index === stop.row && stop.cell === 'market' ? 0 : -1}
                  onPick={onPick}
                />
              </div>
            </div>
          ),
      )}
    </div>
  );
  if (kind === 'page') return drawn;
  return (
    <div ref={pane} className={styles.scroll}>
      {drawn}
    </div>
  );
}

interface RangeInput {
  readonly list: RefObject<HTMLDivElement | null>;
  /** The scroll container; undefined for the window. */
  readonly pane: RefObject<HTMLDivElement | null> | undefined;
  readonly count: number;
  readonly rowRem: number;
}

function useRange({ list, pane, count, rowRem }: RangeInput): Range {
  const isPainted = useIsHydrating();
  const painted = Math.min(count, PAINTED_ROWS[pane === undefined ? 'page' : 'pane']);
  const [range, setRange] = useState(isPainted ? { first: 0, end: painted } : FIRST);
  useLayoutEffect(() => {
    const scroller = pane?.current ?? window;
    const measure = () => {
      const element = list.current;
      if (element === null) return;
      const above = pane?.current?.getBoundingClientRect().top ?? 0;
      const top = above - element.getBoundingClientRect().top;
      const viewport = pane?.current?.clientHeight ?? window.innerHeight;
      const next = visibleRange({ count, rowHeight: remPx(rowRem), top, viewport });
      setRange((known) => (known.first === next.first && known.end === next.end ? known : next));
    };
    measure();
    scroller.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    // A pane in a dialog has no height until it is shown.
    const observer = pane?.current ? new ResizeObserver(measure) : undefined;
    if (pane?.current) observer?.observe(pane.current);
    return () => {
      observer?.disconnect();
      scroller.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, [list, pane, count, rowRem]);
  return range;
}
