import { useT } from '@glasshouse/app/language/language';
import { useLocation } from 'wouter';
import { AddressBook } from './address-book.tsx';
import { FundingPage } from './funding-page.tsx';
import { WithdrawForm } from './withdraw-form.tsx';
import { WithdrawalList } from './withdrawal-list.tsx';

/** Money out of the real account. */
export function WithdrawPage() {
  const t = useT();
  const [, navigate] = useLocation();
  return (
    <FundingPage
      title={t('wallet:withdraw.title')}
      note={t('wallet:withdraw.text')}
      gateText={t('wallet:gate.withdrawText')}
    >
      {({ symbol, setSymbol }) => (
        <WithdrawForm
          symbol={symbol}
          onSymbol={setSymbol}
          onWithdrawal={(id) => navigate(`/order/withdrawal/${id}`)}
          history={
            <>
              <WithdrawalList />
              <AddressBook />
            </>
          }
        />
      )}
    </FundingPage>
  );
}
