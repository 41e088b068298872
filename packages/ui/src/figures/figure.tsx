import { cx } from '../lib/cx.ts';
import { useUiLocale } from '../theme/locale.tsx';
import styles from './figure.module.css';
import { type FigureFormat, formatFigure, signOf } from './format-figure.ts';

export interface FigureProps extends Omit<FigureFormat, 'locale'> {
  /** Exact decimal text. Undefined shows a dash. */
  value: string | undefined;
  /** After the figure, smaller: USDT, BTC, %. */
  asset?: string | undefined;
  /**
   * Colours the figure by its sign; the sign is then always shown, so that colour is never alone.
   */
  coloured?: boolean | undefined;
  size?: 'inherit' | 'l' | 'xl' | 'xxl' | 'xxxl' | undefined;
  className?: string | undefined;
}

/**
 * The one way to show a number: tabular digits, fixed decimals, left to right, truncated and never
 * rounded up.
 */
export function Figure({ value, asset, coloured = false, size = 'inherit', className, sign, ...format }: FigureProps) {
  const { locale } = useUiLocale();
  const direction = value === undefined ? 0 : signOf(value);
  const written =
    value === undefined
      ? '–'
      : formatFigure(value, { ...format, locale, sign: sign ?? (coloured ? 'always' : 'auto') });
  return (
    <bdi
      dir="ltr"
      translate="no"
      className={cx(
        styles.figure,
        styles[size],
        coloured && direction !== 0 && styles[direction > 0 ? 'up' : 'down'],
        className,
      )}
    >
      <span>{written}</span>
      {value !== undefined && asset !== undefined && <span className={styles.asset}>{asset}</span>}
    </bdi>
  );
}
