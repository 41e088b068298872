import { useT } from '@glasshouse/app/language/language';
import { ArrowDownToLine } from '@glasshouse/ui/icon/icons';
import { AddressBook } from './address-book.tsx';
import { FundingPage } from './funding-page.tsx';
import styles from './wallet.module.css';
import { WithdrawForm } from './withdraw-form.tsx';
import { WithdrawalList } from './withdrawal-list.tsx';

/** Money out of the real account. */
export function WithdrawPage() {
  const t = useT();
  return (
    <FundingPage
      title={t('wallet:withdraw.title')}
      note={t('wallet:withdraw.text')}
      gateText={t('wallet:gate.withdrawText')}
      opposite={{ href: '/profile/balance', icon: ArrowDownToLine, label: t('wallet:deposit.title') }}
    >
      {({ symbol, setSymbol, opened, setOpened }) => (
        <>
          <div className={styles.main}>
            <WithdrawForm symbol={symbol} onSymbol={setSymbol} onWithdrawal={setOpened} />
          </div>
          <div className={styles.side}>
            <WithdrawalList opened={opened} />
            <AddressBook />
          </div>
        </>
      )}
    </FundingPage>
  );
}
