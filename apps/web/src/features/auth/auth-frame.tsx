import { FormCard, Page } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { LateProof } from '../../parts/proofs/late-proof.tsx';
import styles from './auth.module.css';

interface AuthFrameProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly foot?: ReactNode;
  /** Left out where nothing is sent. */
  readonly onSubmit?: () => void;
  readonly children: ReactNode;
}

/** The form of login, sign-up and recovery; beside it a minute that this browser checked. */
export function AuthFrame({ title, text, foot, onSubmit, children }: AuthFrameProps) {
  return (
    <Page className={styles.page}>
      <div>
        <FormCard isDisplay title={title} text={text} onSubmit={onSubmit}>
          {children}
        </FormCard>
        {foot !== undefined && <div className={styles.foot}>{foot}</div>}
      </div>
      <aside className={styles.aside}>
        <LateProof />
      </aside>
    </Page>
  );
}
