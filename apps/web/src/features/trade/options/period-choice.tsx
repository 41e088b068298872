import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { Period } from '@glasshouse/trade/options/figures';
import { type CSSProperties, useId } from 'react';
import styles from './period-choice.module.css';

interface PeriodChoiceProps {
  readonly periods: readonly Period[];
  readonly value: number | undefined;
  readonly onChange: (id: number) => void;
}

/** The most columns that leave no gap in the last row; four if every count leaves one. */
export const columnsFor = (count: number): number => [5, 4, 3].find((columns) => count % columns === 0) ?? 4;

/** The choice of period, each with its payout rate. Radio buttons underneath. */
export function PeriodChoice({ periods, value, onChange }: PeriodChoiceProps) {
  const t = useT();
  const format = useFormat();
  const name = useId();
  return (
    <fieldset data-tour-mark="buy">
      <legend className={styles.legend}>
        {t('trade:options.period')} · {t('trade:options.payoutRate')}
      </legend>
      <div className={styles.grid} style={{ '--columns': columnsFor(periods.length) } as CSSProperties}>
        {periods.map((period) => (
          <label key={period.id} className={styles.choice}>
            <input
              type="radio"
              className={styles.input}
              name={name}
              aria-label={`${format.duration(period.id)}, ${format.percent(period.payoutRate)}`}
              checked={period.id === value}
              onChange={() => onChange(period.id)}
            />
            <span className={styles.time}>{format.duration(period.id, 'narrow')}</span>
            <span className={styles.rate} translate="no">
              {format.percent(period.payoutRate)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
