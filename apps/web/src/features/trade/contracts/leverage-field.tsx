import { useT } from '@glasshouse/app/language/language';
import { AmountField, Icon, Slider } from '@glasshouse/ui';
import { ChevronDown } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import styles from './contracts.module.css';

interface LeverageFieldProps {
  readonly value: number;
  /** The market's maximum. */
  readonly max: number;
  /** The maximum of the tier for this size. */
  readonly cap: number;
  /** What it falls to shortly before the market closes; null where it does not. */
  readonly beforeClose: { readonly minutes: number; readonly maxLeverage: number } | null;
  readonly error: string | undefined;
  readonly onChange: (value: number) => void;
  readonly onBlur: () => void;
}

/** A number and a slider for the leverage; the slider ends at the tier's maximum. */
export function LeverageField({ value, max, cap, beforeClose, error, onChange, onBlur }: LeverageFieldProps) {
  const t = useT();
  // Typed, and no leverage yet: the field is being emptied or begins with a zero.
  const [unfinished, setUnfinished] = useState<string>();
  const take = (text: string) => {
    const next = Number(text);
    const isLeverage = 1 <= next && Number.isSafeInteger(next);
    setUnfinished(isLeverage ? undefined : text);
    if (isLeverage) onChange(Math.min(max, next));
  };
  const end = Math.max(cap, value);
  return (
    <div className={styles.leverage} data-leverage>
      <AmountField
        label={t('contracts:leverage')}
        aside={t('contracts:leverageCap', { cap })}
        hint={
          beforeClose === null
            ? undefined
            : t('contracts:leverageBeforeClose', { minutes: beforeClose.minutes, cap: beforeClose.maxLeverage })
        }
        error={error}
        value={unfinished ?? String(value)}
        onChange={take}
        onBlur={() => {
          setUnfinished(undefined);
          onBlur();
        }}
        asset="×"
        decimals={0}
        min="1"
        max={String(max)}
        stepLabels={{ less: t('common:action.decrease'), more: t('common:action.increase') }}
      />
      <Slider label={t('contracts:leverage')} min={1} max={end} value={value} onChange={onChange} />
    </div>
  );
}

/** In a sheet, whose field is below the fold: the leverage in sight, and the way to its field. */
export function LeverageButton({ value }: { readonly value: number }) {
  const t = useT();
  return (
    <div className={styles.leverageNow}>
      <span className={styles.leverageName}>{t('contracts:leverage')}</span>
      <button
        type="button"
        className={styles.leverageButton}
        aria-label={`${t('contracts:leverage')}: ${value}×`}
        onClick={(event) => {
          const field = event.currentTarget.closest('form')?.querySelector('[data-leverage]');
          field?.scrollIntoView({ block: 'center' });
          // Not the text field, which would raise the keyboard over the sheet.
          field?.querySelector<HTMLInputElement>('input[type=range]')?.focus({ preventScroll: true });
        }}
      >
        <bdi dir="ltr">{value}×</bdi>
        <Icon of={ChevronDown} />
      </button>
    </div>
  );
}
