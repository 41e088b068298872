import { type InputHTMLAttributes, type KeyboardEvent, type Ref, useMemo, useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import { Minus, Plus } from '../icon/icons.ts';
import { cx } from '../lib/cx.ts';
import { useUiLocale } from '../theme/locale.tsx';
import styles from './amount-field.module.css';
import {
  type AmountText,
  amountMarksOf,
  isUnclear,
  pastedAmount,
  shareOf,
  shownAmount,
  steppedAmount,
} from './amount-text.ts';
import { Field, type FieldText, type FieldWiring } from './field.tsx';
import fieldStyles from './text-field.module.css';
import { useAmountEditing } from './use-amount-editing.ts';

export interface AmountChip {
  /** Percentage of `available`. */
  percent: number;
  label: string;
}

interface AmountFieldProps
  extends FieldText,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'min' | 'max' | 'step' | 'size' | 'className'> {
  /**
   * Decimal text, or empty. Never a number: what is typed is what is sent. While the text can be
   * read in two ways it is no decimal text, so that whoever parses it refuses it.
   */
  value: string;
  onChange: (value: string) => void;
  asset: string;
  /** Maximum decimal places. */
  decimals: number;
  /** Step of the buttons and the arrow keys; Page Up and Page Down take ten. */
  step?: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  /** Base of the chips; while unknown, they keep their place but are disabled. */
  available?: string | undefined;
  chips?: readonly AmountChip[] | undefined;
  /** Accessible names of the step buttons; without them there are none. */
  stepLabels?: { less: string; more: string } | undefined;
  className?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

export function AmountField(props: AmountFieldProps) {
  const { label, hint, error, aside, hideLabel, id, className, ...control } = props;
  const { unclearAmount } = useUiLocale();
  const shown = isUnclear(control.value) ? (unclearAmount ?? error) : error;
  return (
    <Field label={label} hint={hint} error={shown} aside={aside} hideLabel={hideLabel} id={id} className={className}>
      {(wiring) => <Control {...control} wiring={wiring} />}
    </Field>
  );
}

type ControlProps = Omit<AmountFieldProps, keyof FieldText | 'className'> & {
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
    ref,
    ...input
  } = props;
  const { locale } = useUiLocale();
  const marks = useMemo(() => amountMarksOf(locale), [locale]);
  // What was typed stays as it was typed until the field is left or its value comes from elsewhere.
  const [draft, setDraft] = useState<AmountText>();
  const take = (next: AmountText | undefined) => {
    if (next === undefined) return;
    setDraft(next);
    onChange(next.value);
  };
  const share = ({ percent }: AmountChip) => (available === undefined ? '' : shareOf(available, percent, decimals));
  const editing = useAmountEditing({
    text: draft?.value === value ? draft.text : shownAmount(value, marks.decimal),
    rules: { decimals, marks },
    onEdit: take,
    ref,
  });
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
    // An input method uses these keys to choose between its suggestions.
    if (move === undefined || input.readOnly || event.nativeEvent.isComposing) return;
    event.preventDefault();
    stepBy(...(move as readonly [1 | -1, number]));
  };

  return (
    <>
      {/* An amount and the buttons beside it keep their order in every language. */}
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
          {...editing}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            event.preventDefault();
            if (input.readOnly) return;
            take(pastedAmount(event.clipboardData.getData('text'), decimals, marks.decimal));
          }}
          onBlur={(event) => {
            setDraft(undefined);
            onBlur?.(event);
          }}
        />
        {asset !== '' && <span className={styles.asset}>{asset}</span>}
        {stepLabels !== undefined && (
          <StepButton icon={Plus} label={stepLabels.more} disabled={input.disabled} onPress={() => stepBy(1)} />
        )}
      </div>
      {chips !== undefined && (
        <div className={styles.chips}>
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

/** Not in the tab order: the arrow keys do the same in the field. */
const StepButton = ({ icon, label, disabled, onPress }: StepButtonProps) => (
  <button type="button" tabIndex={-1} className={styles.step} aria-label={label} disabled={disabled} onClick={onPress}>
    <Icon of={icon} />
  </button>
);
