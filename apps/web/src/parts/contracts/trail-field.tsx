import { useT } from '@glasshouse/app/language/language';
import type { TrailDraft } from '@glasshouse/trade/contracts/trail-draft';
import { AmountField, Segmented } from '@glasshouse/ui';
import styles from './contract-fields.module.css';

interface TrailFieldProps {
  readonly value: TrailDraft;
  readonly onChange: (value: TrailDraft) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly side: 'buy' | 'sell';
  readonly quote: string;
  readonly precision: number;
  readonly step: string;
  /** Shown below the distance, or below the activation price. */
  readonly error: { readonly at: 'distance' | 'activation'; readonly text?: string } | undefined;
}

/** How far the stop stays behind, and from which price on it follows. */
export function TrailField({ value, onChange, onBlur, side, quote, precision, step, error }: TrailFieldProps) {
  const t = useT();
  const stepLabels = { less: t('common:action.decrease'), more: t('common:action.increase') };
  const price = { asset: quote, decimals: precision, step };
  const ahead = side === 'buy' ? 'contracts:problem.activationLong' : 'contracts:problem.activationShort';
  return (
    <div className={styles.stops}>
      <p className={styles.muted}>{t('contracts:trailingHint')}</p>
      <Segmented
        full
        size="s"
        label={t('contracts:distanceIn')}
        value={value.distanceIn}
        onChange={(distanceIn) => onChange({ ...value, distanceIn, distance: '' })}
        options={[
          { value: 'percent', label: '%' },
          { value: 'price', label: quote },
        ]}
      />
      <AmountField
        {...(value.distanceIn === 'price' ? price : { asset: '%', decimals: 2, step: '0.1' })}
        label={t('order:trailing')}
        aside={t('common:word.optional')}
        error={error?.at === 'distance' ? (error.text ?? t('contracts:problem.trailing')) : undefined}
        value={value.distance}
        onChange={(distance) => onChange({ ...value, distance })}
        onBlur={onBlur}
        stepLabels={stepLabels}
      />
      <AmountField
        {...price}
        label={t('order:activation')}
        aside={t('common:word.optional')}
        error={error?.at === 'activation' ? (error.text ?? t(ahead)) : undefined}
        value={value.activation}
        onChange={(activation) => onChange({ ...value, activation })}
        onBlur={onBlur}
        stepLabels={stepLabels}
      />
    </div>
  );
}
