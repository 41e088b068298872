import { useT } from '@glasshouse/app/language/language';
import type { Network } from '@glasshouse/trade/funds/terms';
import { cx, Icon } from '@glasshouse/ui';
import { CircleAlert } from '@glasshouse/ui/icon/icons';
import { useId } from 'react';
import styles from './wallet.module.css';

export interface NetworkOption {
  readonly network: Network;
  readonly name: string;
  /** Minimum and time. */
  readonly notes?: readonly string[];
}

interface NetworkChoiceProps {
  readonly value: Network | undefined;
  readonly options: readonly NetworkOption[];
  readonly error?: string | undefined;
  readonly onChange: (network: Network) => void;
}

/** The networks of a coin, side by side with what tells them apart. */
export function NetworkChoice({ value, options, error, onChange }: NetworkChoiceProps) {
  const t = useT();
  const name = useId();
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>{t('wallet:network')}</legend>
      <div className={styles.choices}>
        {options.map((option) => (
          <label key={option.network} className={cx(styles.choice, option.network === value && styles.chosen)}>
            <input
              type="radio"
              name={name}
              className={styles.radio}
              value={option.network}
              checked={option.network === value}
              onChange={() => onChange(option.network)}
            />
            <span className={styles.two}>
              <span className={styles.strong}>
                {option.name} <span className={styles.small}>{option.network}</span>
              </span>
              {option.notes?.map((note) => (
                <span key={note} className={styles.small}>
                  {note}
                </span>
              ))}
            </span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p className={cx(styles.note, styles.error)}>
          <Icon of={CircleAlert} size="s" /> {error}
        </p>
      )}
    </fieldset>
  );
}
