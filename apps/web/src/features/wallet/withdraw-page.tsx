import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { Page, PageHead } from '@glasshouse/ui';
import { ArrowDownToLine, ReceiptText } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { RealGate } from '../../parts/account/real-gate.tsx';
import { AddressBook } from './address-book.tsx';
import styles from './wallet.module.css';
import { WithdrawForm } from './withdraw-form.tsx';
import { WithdrawalList } from './withdrawal-list.tsx';

/** Money out of the real account. `?coin=BTC` opens with that coin. */
export function WithdrawPage() {
  const t = useT();
  const search = useSearch();
  const [symbol, setSymbol] = useState(() => new URLSearchParams(search).get('coin') ?? 'USDT');
  const [opened, setOpened] = useState<number>();
  return (
    <Page>
      <PageHead
        title={t('wallet:withdraw.title')}
        note={t('wallet:withdraw.text')}
        actions={
          <>
            <LinkButton href="/profile/balance" icon={ArrowDownToLine}>
              {t('wallet:deposit.title')}
            </LinkButton>
            <LinkButton href="/zjxq" icon={ReceiptText}>
              {t('account:profile.balances')}
            </LinkButton>
          </>
        }
      />
      <RealGate text={t('wallet:gate.withdrawText')}>
        <div className={styles.columns}>
          <div className={styles.main}>
            <WithdrawForm symbol={symbol} onSymbol={setSymbol} onWithdrawal={setOpened} />
          </div>
          <div className={styles.side}>
            <WithdrawalList opened={opened} />
            <AddressBook />
          </div>
        </div>
      </RealGate>
    </Page>
  );
}
