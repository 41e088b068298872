import { type ReactNode, useId } from 'react';
import { Icon, type IconType } from '../icon/icon.tsx';
import { cx } from '../lib/cx.ts';
import styles from './segmented.module.css';

interface SegmentedOption<Value extends string> {
  value: Value;
  label: ReactNode;
  icon?: IconType | undefined;
  disabled?: boolean | undefined;
  /** Tints the segment while it is the chosen one. */
  tone?: 'up' | 'down' | undefined;
}

interface SegmentedProps<Value extends string> {
  /** Spoken name of the choice. */
  label: string;
  value: Value;
  options: readonly SegmentedOption<Value>[];
  onChange: (value: Value) => void;
  size?: 's' | 'm' | undefined;
  /** Segments share the whole width. */
  full?: boolean | undefined;
  className?: string | undefined;
}

/** A small choice that is all in view. Radio buttons underneath, so arrow keys and screen readers work by themselves. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, value, options, onChange, size = 'm', full = false, className } = props;
  const name = useId();
  return (
    <fieldset className={cx(styles.group, styles[size], full && styles.full, className)}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={cx(styles.segment, option.tone && styles[option.tone])}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.icon && <Icon of={option.icon} size="m" />}
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
