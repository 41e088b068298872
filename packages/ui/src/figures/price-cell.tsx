import { useEffect, useRef } from 'react';
import { cx } from '../lib/cx.ts';
import { useIsHydrating } from '../lib/use-hydrating.ts';
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
  /** The market, by which a painted page finds the cell before React does. */
  code?: string | undefined;
}

/** Duration of the tint. A mark rather than motion, but still off under reduced motion. */
const TINT_MS = 400;

/**
 * A live price. Give it its own subscription (a small wrapper around `useSyncExternalStore`), so
 * that a tick renders only this cell. Only the digits from the first changed one on are tinted, by
 * a compositor animation: no timers, no second render. A tick writes into the same two texts,
 * neither of which is ever empty: an empty one is no text at all, and the next tick would have to
 * add it. Each text is the only child of its element: a browser that translates the page puts texts
 * into elements of its own, and a text beside other children would then keep its old digits.
 */
export function PriceCell({ price, places, stale = false, className, code }: PriceCellProps) {
  const isHydrating = useIsHydrating();
  const { locale } = useUiLocale();
  const whole = useRef<HTMLElement>(null);
  const changed = useRef<HTMLElement>(null);
  const written = price === undefined ? '–' : formatFigure(price, { locale, places });
  const before = useRef({ price, written, split: written.length - 1 });
  const common = sharedLength(before.current.written, written);
  const split = common === written.length ? before.current.split : Math.min(Math.max(common, 1), written.length - 1);

  useEffect(() => {
    const previous = before.current;
    before.current = { price, written, split };
    if (previous.price === undefined || price === undefined || previous.written === written || stale) return;
    if (isStill()) return;
    const name = compareDecimals(previous.price, price) < 0 ? 'up' : 'down';
    const colour = `var(--${name}-text)`;
    const tinted = common === 0 ? whole : changed;
    tinted.current?.animate([{ color: colour }, { color: colour, offset: 0.6 }, {}], TINT_MS);
  }, [price, written, common, split, stale]);

  return (
    <bdi
      ref={whole}
      dir="ltr"
      translate="no"
      data-price={isHydrating ? code : undefined}
      className={cx(styles.price, stale && styles.stale, className)}
    >
      {/* A painted price has moved on by the time that React takes over. */}
      <span suppressHydrationWarning>{written.slice(0, split)}</span>
      <span ref={changed} suppressHydrationWarning>
        {written.slice(split)}
      </span>
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
