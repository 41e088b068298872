import { useT } from '@glasshouse/app/language/language';
import { LADDER_MAX } from '@glasshouse/rules/contracts-entries';
import { AmountField, Button, IconButton } from '@glasshouse/ui';
import { X } from '@glasshouse/ui/icon/icons';
import { RoundedMoney } from '../money/rounded-money.tsx';
import styles from './contract-fields.module.css';

/** A step of a take-profit ladder as typed. */
export interface TargetDraft {
  readonly price: string;
  readonly lots: string;
}

/** The field of a step that is at fault. */
export interface TargetError {
  readonly step: number;
  readonly at: 'price' | 'lots';
  readonly text: string;
}

interface TargetsFieldProps {
  readonly value: readonly TargetDraft[];
  readonly onChange: (value: readonly TargetDraft[]) => void;
  readonly error: TargetError | undefined;
  readonly precision: number;
  readonly lotDecimals: number;
  /** What the lots of a step come to at its price, after all costs. */
  readonly resultOf: (step: TargetDraft) => string | undefined;
  /** What a new step starts with. */
  readonly next: () => TargetDraft;
}

/** The steps of a take-profit ladder: each a price and the lots that close there. */
export function TargetsField({ value, onChange, error, precision, lotDecimals, resultOf, next }: TargetsFieldProps) {
  const t = useT();
  const put = (index: number, part: Partial<TargetDraft>) =>
    onChange(value.map((step, at) => (at === index ? { ...step, ...part } : step)));
  const errorAt = (index: number, at: TargetError['at']) =>
    error?.step === index && error.at === at ? error.text : undefined;
  return (
    <div className={styles.stops}>
      <p className={styles.muted}>{t('contracts:targetsHint')}</p>
      {value.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step has no name but its place.
        <div key={index} className={styles.stepAndResult}>
          <div className={styles.step}>
            <AmountField
              label={t('contracts:targetPrice', { step: index + 1 })}
              error={errorAt(index, 'price')}
              value={step.price}
              onChange={(price) => put(index, { price })}
              asset=""
              decimals={precision}
            />
            <AmountField
              label={t('contracts:targetLots', { step: index + 1 })}
              error={errorAt(index, 'lots')}
              value={step.lots}
              onChange={(lots) => put(index, { lots })}
              asset=""
              decimals={lotDecimals}
            />
            <IconButton
              icon={X}
              label={t('contracts:removeStep', { step: index + 1 })}
              onClick={() => onChange(value.filter((_, at) => at !== index))}
            />
          </div>
          <p className={styles.muted}>
            {t('order:net')} <RoundedMoney kind="gain" value={resultOf(step)} asset="USDT" coloured />
          </p>
        </div>
      ))}
      {value.length < LADDER_MAX && (
        <Button size="s" onClick={() => onChange([...value, next()])}>
          {t('contracts:addTarget')}
        </Button>
      )}
    </div>
  );
}
