import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type MarketRow, useMarketScope } from '../../live/market.ts';
import { remPx } from '../rem.ts';
import { FavouriteButton } from './favourite-button.tsx';
import styles from './market-list.module.css';
import { MarketListRow } from './market-row.tsx';
import { type Range, visibleRange } from './visible-range.ts';

interface VirtualRowsProps {
  readonly rows: readonly MarketRow[];
  readonly kind: 'page' | 'pane';
  /** Of the list, and with the place after it of each row. */
  readonly listId: string;
  /** Place of the row that the keyboard has reached. */
  readonly active: number | undefined;
  readonly currentCode: string | undefined;
  readonly onPick: ((row: MarketRow) => void) | undefined;
}

/** Height of a row in rem, as the style sheet has it. */
const ROW_REM = 0.6;
/** Before anything is measured, in the same frame. */
const FIRST: Range = { first: 0, end: 1 };

/**
 * Draws the rows in view and a few around them: the list may hold hundreds, and every drawn row listens to ticks. All
 * rows have one height, so a dozen lines do what a library of 11 kB would.
 */
export function VirtualRows({ rows, kind, listId, active, currentCode, onPick }: VirtualRowsProps) {
  const pane = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const range = useRange({ list, pane: kind === 'pane' ? pane : undefined, count: rows.length });
  const rowHeight = remPx(ROW_REM);
  const shown = rows
    .slice(range.first, range.end)
    .map((row) => row.code)
    .join(' ');
  // Beside a ticket only what is drawn is asked for: bid and ask come with a stream that is narrowed, and the ticket
  // reckons by them.
  useMarketScope(
    useMemo(() => (kind === 'pane' ? shown.split(' ').filter((code) => code !== '') : 'all'), [kind, shown]),
  );
  // The next row is always drawn: more than one are, beyond those in view.
  useEffect(() => {
    if (active !== undefined) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);
  const drawn = (
    <ul ref={list} id={listId} className={styles.rows} style={{ blockSize: rows.length * rowHeight }}>
      {rows.slice(range.first, range.end).map((row, index) => (
        <li
          key={row.code}
          id={`${listId}-${range.first + index}`}
          className={styles.item}
          data-active={range.first + index === active || undefined}
          aria-setsize={rows.length}
          aria-posinset={range.first + index + 1}
          style={{ transform: `translateY(${(range.first + index) * rowHeight}px)` }}
        >
          <FavouriteButton code={row.code} name={row.appName} />
          <MarketListRow row={row} narrow={kind === 'pane'} current={row.code === currentCode} onPick={onPick} />
        </li>
      ))}
    </ul>
  );
  if (kind === 'page') return drawn;
  return (
    <div ref={pane} className={styles.scroll}>
      {drawn}
    </div>
  );
}

interface RangeInput {
  readonly list: RefObject<HTMLUListElement | null>;
  /** What scrolls; undefined: the window. */
  readonly pane: RefObject<HTMLDivElement | null> | undefined;
  readonly count: number;
}

function useRange({ list, pane, count }: RangeInput): Range {
  const [range, setRange] = useState(FIRST);
  useLayoutEffect(() => {
    const scroller = pane?.current ?? window;
    const measure = () => {
      const element = list.current;
      if (element === null) return;
      const above = pane?.current?.getBoundingClientRect().top ?? 0;
      const top = above - element.getBoundingClientRect().top;
      const viewport = pane?.current?.clientHeight ?? window.innerHeight;
      const next = visibleRange({ count, rowHeight: remPx(ROW_REM), top, viewport });
      setRange((known) => (known.first === next.first && known.end === next.end ? known : next));
    };
    measure();
    scroller.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    // A pane in a dialog has no height before the dialog is shown.
    const observer = pane?.current ? new ResizeObserver(measure) : undefined;
    if (pane?.current) observer?.observe(pane.current);
    return () => {
      observer?.disconnect();
      scroller.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, [list, pane, count]);
  return range;
}
