import { useT } from '@glasshouse/app/language/language';
import { Page } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import styles from './earn-page.module.css';
import { PlaceTabs } from './place-tabs.tsx';

interface EarnPageProps {
  readonly current: '/trading' | '/loan' | '/nfts';
  readonly title: string;
  readonly note: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The shell of plans, loans and charity NFTs; its tabs have their names in `funds`. */
export function EarnPage({ current, title, note, actions, children }: EarnPageProps) {
  const t = useT();
  const tabs = [
    { href: '/trading', label: t('funds:product.plans') },
    { href: '/loan', label: t('funds:product.loans') },
    { href: '/nfts', label: t('funds:product.nfts') },
  ];
  return (
    <Page className={styles.page}>
      <PlaceTabs label={t('shell:nav.earn')} tabs={tabs} current={current} />
      <header className={styles.head}>
        <div>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.note}>{note}</p>
        </div>
        {actions}
      </header>
      {children}
    </Page>
  );
}
