import { Card, Page } from '@glasshouse/ui';
import type { FormEvent, ReactNode } from 'react';
import styles from './auth.module.css';

interface AuthFrameProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly foot?: ReactNode;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** The narrow card shared by login, sign-up and recovery. */
export function AuthFrame({ title, text, foot, onSubmit, children }: AuthFrameProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Page width="reading" className={styles.page}>
      <Card className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        {text !== undefined && <p className={styles.text}>{text}</p>}
        <form noValidate className={styles.form} onSubmit={submit}>
          {children}
        </form>
      </Card>
      {foot !== undefined && <div className={styles.foot}>{foot}</div>}
    </Page>
  );
}
