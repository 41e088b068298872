import { type InputHTMLAttributes, type KeyboardEvent, type Ref, useMemo } from 'react';
import { Icon } from '../icon/icon.tsx';
import { Minus, Plus } from '../icon/icons.ts';
import { cx } from '../lib/cx.ts';
import { useUiLocale } from '../theme/locale.tsx';
import styles from './amount-field.module.css';
import { pastedAmount, settledAmount, shareOf, steppedAmount, typedAmount } from './amount-text.ts';
import { Field, type FieldWiring, type FieldWords } from './field.tsx';
import fieldStyles from './text-field.module.css';

export interface AmountChip {
  /** Share of `available`, in percent. */
  percent: number;
  label: string;
}

export interface AmountFieldProps
  extends FieldWords,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'min' | 'max' | 'step' | 'size' | 'className'> {
  /** Decimal text, or empty. Never a number: what is typed is what is sent. */
  value: string;
  onChange: (value: string) => void;
  asset: string;
  /** Decimals that can be typed. */
  decimals: number;
  /** What the steppers and the up and down keys add; Page Up and Page Down add ten of it. */
  step?: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  /** What the chips are shares of; until it is known they keep their place and cannot be pressed. */
  available?: string | undefined;
  chips?: readonly AmountChip[] | undefined;
  /** Spoken names of the steppers; without them there are none. */
  stepLabels?: { less: string; more: string } | undefined;
  className?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

export function AmountField(props: AmountFieldProps) {
  const { label, hint, error, aside, hideLabel, id, className, ...control } = props;
  return (
    <Field {...{ label, hint, error, aside, hideLabel, id, className }}>
      {(wiring) => <Control {...control} wiring={wiring} />}
    </Field>
  );
}

type ControlProps = Omit<AmountFieldProps, keyof FieldWords | 'className'> & {
  wiring: FieldWiring;
};

function Control(props: ControlProps) {
  const {
    value,
    onChange,
    asset,
    decimals,
    step = '1',
    min,
    max,
    available,
    chips,
    stepLabels,
    wiring,
    onBlur,
    ...input
  } = props;
  const decimalMark = useDecimalMark();
  const share = ({ percent }: AmountChip) => (available === undefined ? '' : shareOf(available, percent, decimals));
  const range = { decimals, min, max };
  const stepBy = (direction: 1 | -1, times = 1) => {
    let next = value;
    for (let count = 0; count < times; count += 1) next = steppedAmount(next, step, direction, range);
    onChange(next);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const move = ({ ArrowUp: [1, 1], ArrowDown: [-1, 1], PageUp: [1, 10], PageDown: [-1, 10] } as const)[
      event.key as 'ArrowUp'
    ];
    if (move === undefined) return;
    event.preventDefault();
    stepBy(...(move as readonly [1 | -1, number]));
  };

  return (
    <>
      {/* Figures and their buttons keep their order in every language. */}
      <div dir="ltr" className={cx(fieldStyles.box, fieldStyles.l, styles.box)} data-invalid={wiring['aria-invalid']}>
        {stepLabels !== undefined && (
          <StepButton icon={Minus} label={stepLabels.less} disabled={input.disabled} onPress={() => stepBy(-1)} />
        )}
        <input
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          {...input}
          {...wiring}
          type="text"
          className={cx(fieldStyles.input, styles.input)}
          value={value}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            const next = typedAmount(event.currentTarget.value, decimals);
            if (next !== undefined) onChange(next);
          }}
          onPaste={(event) => {
            const next = pastedAmount(event.clipboardData.getData('text'), decimals, decimalMark);
            event.preventDefault();
            if (next !== undefined) onChange(next);
          }}
          onBlur={(event) => {
            if (settledAmount(value) !== value) onChange(settledAmount(value));
            onBlur?.(event);
          }}
        />
        <span className={styles.asset}>{asset}</span>
        {stepLabels !== undefined && (
          <StepButton icon={Plus} label={stepLabels.more} disabled={input.disabled} onPress={() => stepBy(1)} />
        )}
      </div>
      {chips !== undefined && (
        <div dir="ltr" className={styles.chips}>
          {chips.map((chip) => (
            <button
              key={chip.percent}
              type="button"
              className={styles.chip}
              disabled={input.disabled || available === undefined}
              aria-pressed={value !== '' && value === share(chip)}
              onClick={() => onChange(share(chip))}
            >
              {chip.label}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

interface StepButtonProps {
  icon: typeof Minus;
  label: string;
  disabled: boolean | undefined;
  onPress: () => void;
}

/** Out of the tab order: the arrow keys do the same from the field itself. */
const StepButton = ({ icon, label, disabled, onPress }: StepButtonProps) => (
  <button type="button" tabIndex={-1} className={styles.step} aria-label={label} disabled={disabled} onClick={onPress}>
    <Icon of={icon} />
  </button>
);

function useDecimalMark(): string {
  const { locale } = useUiLocale();
  return useMemo(
    () =>
      new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
        .formatToParts(1.5)
        .find((part) => part.type === 'decimal')?.value ?? '.',
    [locale],
  );
}
