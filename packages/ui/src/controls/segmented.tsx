import { type ReactNode, useId } from 'react';
import { Icon, type IconType } from '../icon/icon.tsx';
import { cx } from '../lib/cx.ts';
import styles from './segmented.module.css';

interface SegmentedOption<Value extends string> {
  value: Value;
  label: ReactNode;
  /** Accessible name, where the label is an abbreviation. */
  name?: string | undefined;
  icon?: IconType | undefined;
  disabled?: boolean | undefined;
  /** Tint of the selected segment. */
  tone?: 'up' | 'down' | undefined;
}

interface SegmentedProps<Value extends string> {
  /** Accessible name of the group. */
  label: string;
  /** Undefined until something is chosen. */
  value: Value | undefined;
  options: readonly SegmentedOption<Value>[];
  onChange: (value: Value) => void;
  size?: 's' | 'm' | undefined;
  /** Segments share the full width. */
  full?: boolean | undefined;
  className?: string | undefined;
}

/**
 * A small choice with all options visible. Native radio buttons, so arrow keys and screen readers
 * just work.
 */
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
            aria-label={option.name}
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
