import type { FormEvent, ReactNode } from 'react';
import styles from './form-card.module.css';
import { Card } from './layout.tsx';

interface FormCardProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** Left out where the content has a form of its own: forms do not nest. */
  readonly onSubmit?: (() => void) | undefined;
  /** The headline of its screen. */
  readonly isDisplay?: boolean | undefined;
  readonly children: ReactNode;
}

/** A narrow page's one card: a title, a few words and a column of fields. */
export function FormCard({ title, text, onSubmit, isDisplay = false, children }: FormCardProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit?.();
  };
  return (
    <Card className={styles.card}>
      <h1 className={isDisplay ? styles.display : styles.title}>{title}</h1>
      {text !== undefined && <div className={styles.text}>{text}</div>}
      {onSubmit === undefined ? (
        <div className={styles.form}>{children}</div>
      ) : (
        <form noValidate className={styles.form} onSubmit={submit}>
          {children}
        </form>
      )}
    </Card>
  );
}
