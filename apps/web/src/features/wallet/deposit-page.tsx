import { useT } from '@glasshouse/app/language/language';
import { ArrowUpFromLine } from '@glasshouse/ui/icon/icons';
import { BalanceOverview } from './balance-overview.tsx';
import { DepositForm } from './deposit-form.tsx';
import { DepositList } from './deposit-list.tsx';
import { FundingPage } from './funding-page.tsx';
import styles from './wallet.module.css';

/** The real account's money, and how more of it comes in. */
export function DepositPage() {
  const t = useT();
  return (
    <FundingPage
      title={t('wallet:deposit.title')}
      note={t('wallet:deposit.text')}
      gateText={t('wallet:gate.depositText')}
      opposite={{ href: '/profile/balance2', icon: ArrowUpFromLine, label: t('wallet:withdraw.title') }}
    >
      {({ symbol, setSymbol, opened, setOpened }) => (
        <>
          <div className={styles.overview}>
            <BalanceOverview />
          </div>
          <div className={styles.main}>
            <DepositForm symbol={symbol} onSymbol={setSymbol} onDeposit={setOpened} />
          </div>
          <div className={styles.below}>
            <DepositList opened={opened} />
          </div>
        </>
      )}
    </FundingPage>
  );
}
