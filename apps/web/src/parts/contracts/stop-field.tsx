import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { AmountField } from '@glasshouse/ui';
import { RoundedMoney } from '../money/rounded-money.tsx';
import styles from './contract-fields.module.css';

interface StopFieldProps {
  readonly kind: 'stopLoss' | 'takeProfit';
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly error: string | undefined;
  readonly quote: string;
  readonly precision: number;
  readonly step: string;
  /** The result in money, fees included. */
  readonly result: string | undefined;
  /** The price at which the P&L is so many percent of the margin. */
  readonly preset: (percent: number) => string | undefined;
}

const PRESETS = { stopLoss: [-25, -50, -75], takeProfit: [25, 50, 100] } as const;

/** A stop or target: a price, its result in money, and usual presets. Empty means none. */
export function StopField(props: StopFieldProps) {
  const { kind, value, onChange, onBlur, error, quote, precision, step, result, preset } = props;
  const t = useT();
  const format = useFormat();
  const name = t(kind === 'stopLoss' ? 'contracts:stopLoss' : 'contracts:takeProfit');
  return (
    <div>
      <AmountField
        label={name}
        aside={
          result === undefined ? (
            t('common:word.optional')
          ) : (
            <RoundedMoney kind="gain" value={result} asset="USDT" coloured />
          )
        }
        error={error}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        asset={quote}
        decimals={precision}
        step={step}
        stepLabels={{ less: t('common:action.decrease'), more: t('common:action.increase') }}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as another form field. */}
      <div role="group" aria-label={t('contracts:presets', { name })} className={styles.presets}>
        {PRESETS[kind].map((percent) => {
          const price = preset(percent);
          return (
            <button
              key={percent}
              type="button"
              className={styles.preset}
              disabled={price === undefined}
              aria-pressed={value !== '' && value === price}
              onClick={() => price !== undefined && onChange(price)}
            >
              <bdi dir="ltr">{format.change(percent).replace(/[.,]00/, '')}</bdi>
            </button>
          );
        })}
        <button type="button" className={styles.preset} disabled={value === ''} onClick={() => onChange('')}>
          {t('common:word.none')}
        </button>
      </div>
    </div>
  );
}
