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
const TINT_MS = 450;

/**
 * A live price. Give it its own subscription (a small wrapper around `useSyncExternalStore`), so
 * that a tick renders only this cell. The tint is a compositor animation: no timers, no second
 * render.
 */
export function PriceCell({ price, places, stale = false, className }: PriceCellProps) {
  const { locale } = useUiLocale();
  const cell = useRef<HTMLElement>(null);
  const before = useRef(price);

  useEffect(() => {
    const previous = before.current;
    before.current = price;
    if (previous === undefined || price === undefined || previous === price || stale) return;
    if (isStill()) return;
    const name = compareDecimals(previous, price) < 0 ? 'up' : 'down';
    cell.current?.animate(
      [
        { backgroundColor: `var(--${name}-soft)`, color: `var(--${name}-text)` },
        { backgroundColor: `var(--${name}-soft)`, color: `var(--${name}-text)`, offset: 0.5 },
        { backgroundColor: 'transparent' },
      ],
      TINT_MS,
    );
  }, [price, stale]);

  return (
    <bdi ref={cell} dir="ltr" className={cx(styles.price, stale && styles.stale, className)}>
      {price === undefined ? '–' : formatFigure(price, { locale, places })}
    </bdi>
  );
}
