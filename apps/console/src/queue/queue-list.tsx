import { useT } from '@glasshouse/app/language/language';
import { cx } from '@glasshouse/ui';
import { remPx } from '@glasshouse/ui/lib/rem';
import { visibleRange, withRow } from '@glasshouse/ui/lib/visible-range';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './queue-list.module.css';
import type { ItemKey, Placed } from './settle.ts';

/** Height of a row of two lines, and of one whose second line may wrap, in rem. */
const ROW_REM = 0.56;
const TALL_ROW_REM = 1.06;

interface QueueListProps<Row> {
  readonly label: string;
  readonly places: readonly Placed<Row>[];
  readonly openId: ItemKey | undefined;
  readonly focusId: ItemKey | undefined;
  readonly draw: (row: Row) => ReactNode;
  /** Sentences that one line would cut. */
  readonly isTall?: boolean;
  /** What is said of a row that left the list while it was open. */
  readonly gone?: string | undefined;
  readonly onOpen: (id: ItemKey) => void;
  readonly onFocus: (id: ItemKey) => void;
  /** Fetches the next page; undefined when there is none. */
  readonly more: (() => void) | undefined;
}

/** The rows that are visible and a few around them; the focused one is always among them. */
export function QueueList<Row>(props: QueueListProps<Row>) {
  const { label, places, openId, focusId, draw, onOpen, onFocus, more, isTall = false } = props;
  const rowRem = isTall ? TALL_ROW_REM : ROW_REM;
  const t = useT();
  const { gone = t('console:queue.gone') } = props;
  const pane = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [range, setRange] = useState({ first: 0, end: 1 });
  const focused = Math.max(
    places.findIndex((place) => place.id === (focusId ?? openId)),
    0,
  );

  useLayoutEffect(() => {
    const scroller = pane.current;
    if (scroller === null) return undefined;
    const measure = () => {
      const next = visibleRange({
        count: places.length,
        rowHeight: remPx(rowRem),
        top: scroller.scrollTop,
        viewport: scroller.clientHeight,
      });
      setRange((known) => (known.first === next.first && known.end === next.end ? known : next));
      if (next.end === places.length) more?.();
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(scroller);
    scroller.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', measure);
    };
  }, [places.length, more, rowRem]);

  // The keyboard moved: the row follows, and takes the focus if the list has it.
  useEffect(() => {
    if (focusId === undefined) return;
    const row = document.getElementById(`queue-row-${focusId}`);
    row?.scrollIntoView({ block: 'nearest' });
    if (list.current?.contains(document.activeElement) === true || document.activeElement === document.body)
      row?.focus();
  }, [focusId]);

  return (
    <div ref={pane} className={styles.pane}>
      <ul ref={list} aria-label={label} className={styles.list} style={{ blockSize: places.length * remPx(rowRem) }}>
        {withRow(range, focused).map((index) => {
          const place = places[index];
          if (place === undefined) return null;
          return (
            <li
              key={place.id}
              className={styles.item}
              style={{ transform: `translateY(${index * remPx(rowRem)}px)`, blockSize: `${rowRem}rem` }}
              aria-setsize={places.length}
              aria-posinset={index + 1}
            >
              <button
                type="button"
                id={`queue-row-${place.id}`}
                className={cx(styles.row, place.isGone && styles.gone)}
                aria-current={place.id === openId || undefined}
                tabIndex={index === focused ? 0 : -1}
                onFocus={() => onFocus(place.id)}
                onClick={() => onOpen(place.id)}
              >
                {draw(place.row)}
                {place.isGone && <span className={styles.mark}>{gone}</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
