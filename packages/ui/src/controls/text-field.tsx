import type { ChangeEvent, InputHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from '../lib/cx.ts';
import { useComposition } from '../lib/use-composition.ts';
import { Field, type FieldText } from './field.tsx';
import styles from './text-field.module.css';

export interface TextFieldProps
  extends FieldText,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'prefix' | 'className'> {
  /** Inside the box, before and after the text. */
  start?: ReactNode | undefined;
  end?: ReactNode | undefined;
  size?: 'm' | 'l' | undefined;
  className?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, aside, hideLabel, id, start, end, size = 'm', className, ref, ...input } = props;
  const { value, onChange } = input;
  const composition = useComposition<HTMLInputElement>({
    value: value === undefined ? undefined : String(value),
    onText: (event) => onChange?.(event as ChangeEvent<HTMLInputElement>),
  });
  return (
    <Field label={label} hint={hint} error={error} aside={aside} hideLabel={hideLabel} id={id} className={className}>
      {(wiring) => (
        <div className={cx(styles.box, styles[size])} data-invalid={wiring['aria-invalid']}>
          {start !== undefined && <span className={styles.start}>{start}</span>}
          <input type="text" {...input} {...wiring} ref={ref} {...composition} className={styles.input} />
          {end !== undefined && <span className={styles.end}>{end}</span>}
        </div>
      )}
    </Field>
  );
}
