import { cx } from '../lib/cx.ts';
import { useUiLocale } from '../theme/locale.tsx';
import styles from './change.module.css';
import { formatChange, signOf } from './format-figure.ts';

interface ChangeProps {
  /** Percentage as decimal text: `-1.25` is −1.25 %. Undefined shows a dash. */
  percent: string | undefined;
  places?: number | undefined;
  /** Says of a change that rounds to nothing that it is less than what is shown, with its sign. */
  below?: boolean | undefined;
  /** A tinted box around it, for lists. */
  boxed?: boolean | undefined;
  className?: string | undefined;
  /** The market of a change that opens into its reason: who listens finds it by this. */
  code?: string | undefined;
}

/**
 * A percentage with arrow and sign: direction never relies on colour alone. The same elements
 * whether it is known or not, so that a list does not change them when the first one arrives.
 */
export function Change({ percent, places = 2, below = false, boxed = false, className, code }: ChangeProps) {
  const { locale } = useUiLocale();
  const written = percent === undefined ? '–' : `${formatChange(percent, { locale, places, below })}%`;
  // Judged by the rounded text: −0.00 % is not a fall.
  const direction = percent === undefined ? 0 : signOf(written.replace(/[^\d−]/g, ''));
  return (
    <bdi
      dir="ltr"
      translate="no"
      data-derived={percent === undefined ? undefined : code}
      className={cx(
        styles.change,
        direction > 0 && styles.up,
        direction < 0 && styles.down,
        boxed && percent !== undefined && styles.boxed,
        className,
      )}
    >
      <svg className={styles.arrow} viewBox="0 0 8 8" aria-hidden="true" focusable="false">
        <path d={arrowOf(direction)} />
      </svg>
      <span>{written}</span>
    </bdi>
  );
}

/**
 * Empty for no change, because a horizontal stroke would read as a minus; still rendered, so that
 * rows of live prices keep their elements.
 */
function arrowOf(direction: number): string {
  if (direction === 0) return '';
  return direction > 0 ? 'M1 5.6 4 2.4 7 5.6' : 'M1 2.4 4 5.6 7 2.4';
}
