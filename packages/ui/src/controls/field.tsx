import { type ReactNode, useId } from 'react';
import { Icon } from '../icon/icon.tsx';
import { CircleAlert } from '../icon/icons.ts';
import { cx } from '../lib/cx.ts';
import styles from './field.module.css';

export interface FieldText {
  label: ReactNode;
  /** Announced with the label, shown below; replaced by the error. */
  hint?: ReactNode | undefined;
  /** What is wrong and how to fix it; shown until it is fixed. */
  error?: ReactNode | undefined;
  /** Opposite the label: the available balance, a recovery link, a `Why`. */
  aside?: ReactNode | undefined;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean | undefined;
}

export interface FieldWiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps extends FieldText {
  id?: string | undefined;
  className?: string | undefined;
  /** Renders the control; must spread the wiring on the input element. */
  children: (wiring: FieldWiring) => ReactNode;
}

/** Label, control, hint and error in one layout, wired for screen readers. */
export function Field({ label, hint, error, aside, hideLabel = false, id, className, children }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const noteId = `${controlId}-note`;
  const note = error ?? hint;
  return (
    <div className={cx(styles.field, className)}>
      {(!hideLabel || aside !== undefined) && (
        <div className={styles.head}>
          <label id={`${controlId}-label`} htmlFor={controlId} className={hideLabel ? 'visually-hidden' : styles.label}>
            {label}
          </label>
          {aside !== undefined && <span className={styles.aside}>{aside}</span>}
        </div>
      )}
      {hideLabel && aside === undefined && (
        <label id={`${controlId}-label`} htmlFor={controlId} className="visually-hidden">
          {label}
        </label>
      )}
      {children({
        id: controlId,
        'aria-describedby': note === undefined ? undefined : noteId,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {/* Always present, so that a later error is announced. */}
      <div id={noteId} className={cx(styles.note, error !== undefined && styles.error)} aria-live="polite">
        {error !== undefined && <Icon of={CircleAlert} size="s" className={styles.noteIcon} />}
        {note !== undefined && <span>{note}</span>}
      </div>
    </div>
  );
}
