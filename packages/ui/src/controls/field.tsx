import { type ReactNode, useId } from 'react';
import { Icon } from '../icon/icon.tsx';
import { CircleAlert } from '../icon/icons.ts';
import { cx } from '../lib/cx.ts';
import styles from './field.module.css';

export interface FieldText {
  label: ReactNode;
  /** Read with the label, shown below; gives way to the error. */
  hint?: ReactNode | undefined;
  /** What is wrong and what to do; shown at the field until it is put right. */
  error?: ReactNode | undefined;
  /** Stands opposite the label: the available balance, a link to recovery, a Why. */
  aside?: ReactNode | undefined;
  /** Keeps the label for screen readers only. */
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
  /** Draws the control; must put the wiring on the element that takes the input. */
  children: (wiring: FieldWiring) => ReactNode;
}

/** Label, control, hint and error in one shape, with the names wired for screen readers. */
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
      {/* Present from the start, so that an error arriving later is announced. */}
      <div id={noteId} className={cx(styles.note, error !== undefined && styles.error)} aria-live="polite">
        {error !== undefined && <Icon of={CircleAlert} size="s" className={styles.noteIcon} />}
        {note !== undefined && <span>{note}</span>}
      </div>
    </div>
  );
}
