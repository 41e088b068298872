import { useT } from '@glasshouse/app/language/language';
import { cx, Figure } from '@glasshouse/ui';
import { type CSSProperties, memo } from 'react';
import type { PickedLevel } from '../use-workspace.ts';
import type { DepthRow } from './depth-rows.ts';
import styles from './order-book.module.css';

interface BookRowProps {
  readonly row: DepthRow;
  readonly kind: 'bid' | 'ask';
  /** Whether this line is the tab stop; the arrow keys reach the others. */
  readonly stop: boolean;
  readonly onPick: (level: PickedLevel) => void;
}

/** A press takes the price; on the total, or with Shift, also the quantity up to this level. */
export const BookRow = memo(
  function BookRow({ row, kind, stop, onPick }: BookRowProps) {
    const t = useT();
    const places = row.price.split('.')[1]?.length ?? 0;
    return (
      <button
        type="button"
        data-level={kind}
        tabIndex={stop ? 0 : -1}
        title={t('workspace:book.take')}
        className={cx(styles.row, styles[kind], row.own && styles.own)}
        style={{ '--share': `${row.share}%` } as CSSProperties}
        onClick={(event) => {
          const whole = event.shiftKey || (event.target as Element).closest('[data-total]') !== null;
          onPick({ price: row.price, quantity: whole ? row.total : undefined });
        }}
      >
        <span className={styles.price}>
          <Figure value={row.price} places={places} />
          {row.own && <span className="visually-hidden">{t('workspace:book.own')}</span>}
        </span>
        <span className={styles.end}>
          <Quantity value={row.quantity} />
        </span>
        <span className={styles.end} data-total>
          <Quantity value={row.total} />
        </span>
      </button>
    );
  },
  (before, after) =>
    before.onPick === after.onPick &&
    before.kind === after.kind &&
    before.stop === after.stop &&
    isSame(before.row, after.row),
);

const isSame = (left: DepthRow, right: DepthRow): boolean =>
  left.price === right.price &&
  left.quantity === right.quantity &&
  left.total === right.total &&
  left.share === right.share &&
  left.own === right.own;

/** About six digits are enough: large quantities drop decimals that small ones need. */
export const Quantity = ({ value }: { value: string }) => (
  <Figure value={value} places={Math.max(0, QUANTITY_DIGITS - (value.split('.')[0]?.replace(/^0$/, '').length ?? 0))} />
);
const QUANTITY_DIGITS = 5;
