import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { Page, PageHead } from '@glasshouse/ui';
import { ArrowUpFromLine, ReceiptText } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { RealGate } from '../../parts/account/real-gate.tsx';
import { BalanceOverview } from './balance-overview.tsx';
import { DepositForm } from './deposit-form.tsx';
import { DepositList } from './deposit-list.tsx';
import styles from './wallet.module.css';

/** The real account's money, and how more of it comes in. `?coin=BTC` opens with that coin. */
export function DepositPage() {
  const t = useT();
  const search = useSearch();
  const [symbol, setSymbol] = useState(() => new URLSearchParams(search).get('coin') ?? 'USDT');
  const [opened, setOpened] = useState<number>();
  return (
    <Page>
      <PageHead
        title={t('wallet:deposit.title')}
        note={t('wallet:deposit.text')}
        actions={
          <>
            <LinkButton href="/profile/balance2" icon={ArrowUpFromLine}>
              {t('wallet:withdraw.title')}
            </LinkButton>
            <LinkButton href="/zjxq" icon={ReceiptText}>
              {t('account:profile.balances')}
            </LinkButton>
          </>
        }
      />
      <RealGate text={t('wallet:gate.depositText')}>
        <div className={styles.columns}>
          <div className={styles.overview}>
            <BalanceOverview />
          </div>
          <div className={styles.main}>
            <DepositForm symbol={symbol} onSymbol={setSymbol} onDeposit={setOpened} />
          </div>
          <div className={styles.below}>
            <DepositList opened={opened} />
          </div>
        </div>
      </RealGate>
    </Page>
  );
}
