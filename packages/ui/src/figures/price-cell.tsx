import { useEffect, useRef } from 'react';
import { cx } from '../lib/cx.ts';
import { isStill } from '../theme/appearance.ts';
import { useUiLocale } from '../theme/locale.tsx';
import { compareDecimals, formatFigure } from './format-figure.ts';
import styles from './price-cell.module.css';

interface PriceCellProps {
  /** Exact decimal text with all decimal places; undefined before the first tick. */
  price: string | undefined;
  places: number;
  /** The price is too old to trade on: dimmed, without tints. */
  stale?: boolean | undefined;
  className?: string | undefined;
}

/** Duration of the tint. A mark rather than motion, but still off under reduced motion. */
const TINT_MS = 400;

/**
 * A live price. Give it its own subscription (a small wrapper around `useSyncExternalStore`), so
 * that a tick renders only this cell. Only the digits from the first changed one on are tinted, by
 * a compositor animation: no timers, no second render.
 */
export function PriceCell({ price, places, stale = false, className }: PriceCellProps) {
  const { locale } = useUiLocale();
  const changed = useRef<HTMLElement>(null);
  const before = useRef({ price, written: '' });
  const written = price === undefined ? '–' : formatFigure(price, { locale, places });
  const kept = price === before.current.price ? written.length : sharedLength(before.current.written, written);

  useEffect(() => {
    const { price: previous } = before.current;
    before.current = { price, written };
    if (previous === undefined || price === undefined || previous === price || stale) return;
    if (isStill()) return;
    const name = compareDecimals(previous, price) < 0 ? 'up' : 'down';
    const colour = `var(--${name}-text)`;
    changed.current?.animate([{ color: colour }, { color: colour, offset: 0.6 }, {}], TINT_MS);
  }, [price, written, stale]);

  return (
    <bdi dir="ltr" className={cx(styles.price, stale && styles.stale, className)}>
      {written.slice(0, kept)}
      <span ref={changed}>{written.slice(kept)}</span>
    </bdi>
  );
}

/** How many characters at the front are the same; none where the lengths differ. */
function sharedLength(before: string, after: string): number {
  if (before.length !== after.length) return 0;
  let same = 0;
  while (same < after.length && before[same] === after[same]) same += 1;
  return same;
}
