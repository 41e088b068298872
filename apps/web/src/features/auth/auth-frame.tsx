import { FormCard, Page } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import styles from './auth.module.css';

interface AuthFrameProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly foot?: ReactNode;
  /** Left out where nothing is sent. */
  readonly onSubmit?: () => void;
  readonly children: ReactNode;
}

/** The narrow card shared by login, sign-up and recovery. */
export function AuthFrame({ title, text, foot, onSubmit, children }: AuthFrameProps) {
  return (
    <Page width="reading" className={styles.page}>
      <FormCard title={title} text={text} onSubmit={onSubmit}>
        {children}
      </FormCard>
      {foot !== undefined && <div className={styles.foot}>{foot}</div>}
    </Page>
  );
}
