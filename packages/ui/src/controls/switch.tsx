import { type ReactNode, useId } from 'react';
import { cx } from '../lib/cx.ts';
import styles from './switch.module.css';

interface SwitchProps {
  label: ReactNode;
  hint?: ReactNode | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
  /** Label first, control at the end of the row, as in a settings list. */
  spread?: boolean | undefined;
  className?: string | undefined;
}

/** On or off, with immediate effect. For values that wait for a submit button use `Checkbox`. */
export function Switch(props: SwitchProps) {
  return <Toggle {...props} kind="switch" />;
}

/** Yes or no, submitted with its form. */
export function Checkbox(props: SwitchProps & { error?: ReactNode | undefined }) {
  return <Toggle {...props} kind="checkbox" />;
}

function Toggle(props: SwitchProps & { kind: 'switch' | 'checkbox'; error?: ReactNode | undefined }) {
  const { label, hint, error, checked, onChange, disabled, spread = false, className, kind } = props;
  const nameId = useId();
  const noteId = useId();
  const note = error ?? hint;
  return (
    <label className={cx(styles.line, spread && styles.spread, className)}>
      <input
        type="checkbox"
        role={kind === 'switch' ? 'switch' : undefined}
        className={styles[kind]}
        checked={checked}
        disabled={disabled}
        // The line around it would name it after its note as well.
        aria-labelledby={nameId}
        aria-describedby={note === undefined ? undefined : noteId}
        aria-invalid={error === undefined ? undefined : true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={styles.text}>
        <span id={nameId}>{label}</span>
        {note !== undefined && (
          <span id={noteId} className={cx(styles.hint, error !== undefined && styles.error)}>
            {note}
          </span>
        )}
      </span>
    </label>
  );
}
