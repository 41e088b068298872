import { Field, type FieldText } from '@glasshouse/ui';
import type { Ref, TextareaHTMLAttributes } from 'react';
import styles from './text-area.module.css';

type TextAreaProps = FieldText &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> & { readonly ref?: Ref<HTMLTextAreaElement> };

/** Several lines of text: a reason, a note. */
export function TextArea({ label, hint, error, aside, hideLabel, rows = 3, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside} hideLabel={hideLabel}>
      {(wiring) => <textarea {...rest} {...wiring} rows={rows} className={styles.area} />}
    </Field>
  );
}
