import { useBook } from '@glasshouse/app/session/session';
import { cx, Page } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { AccountHeader } from './account-header.tsx';
import styles from './account-page.module.css';
import type { AccountTab } from './account-tab.ts';
import { AccountTabs } from './account-tabs.tsx';

interface AccountPageProps {
  readonly tab: AccountTab;
  /** Of the page, for those who do not see its tab. */
  readonly title: string;
  readonly children: ReactNode;
}

/** The shell of the account's pages: what it is worth, how it does, and where its parts are. */
export function AccountPage({ tab, title, children }: AccountPageProps) {
  const book = useBook();
  return (
    <Page className={cx(styles.page, tab !== 'overview' && styles.inner)}>
      <h1 className="visually-hidden">{title}</h1>
      <AccountHeader key={book} tab={tab} />
      <AccountTabs current={tab} />
      {children}
    </Page>
  );
}
