import type { ReactNode } from 'react';
import { AccountPage } from './account-page.tsx';
import styles from './transfer-page.module.css';

interface TransferPageProps {
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
}

/** A page of the account that moves money. */
export const TransferPage = ({ title, note, children }: TransferPageProps) => (
  <AccountPage tab="transfers" title={title}>
    <div className={styles.head}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.note}>{note}</p>
    </div>
    {children}
  </AccountPage>
);

interface FormAndContextProps {
  readonly form: ReactNode;
  /** What happens next, and what happened before. */
  readonly context: ReactNode;
}

/** The form at the left edge, and its context beside it; on a phone below it. */
export const FormAndContext = ({ form, context }: FormAndContextProps) => (
  <div className={styles.columns}>
    <div className={styles.form}>{form}</div>
    <div className={styles.context}>{context}</div>
  </div>
);
