import { useT } from '@glasshouse/app/language/language';
import { useLocation } from 'wouter';
import { DepositForm } from './deposit-form.tsx';
import { DepositList } from './deposit-list.tsx';
import { FundingPage } from './funding-page.tsx';

/** How money comes into the real account. */
export function DepositPage() {
  const t = useT();
  const [, navigate] = useLocation();
  return (
    <FundingPage
      title={t('wallet:deposit.title')}
      note={t('wallet:deposit.text')}
      gateText={t('wallet:gate.depositText')}
    >
      {({ symbol, setSymbol }) => (
        <DepositForm
          symbol={symbol}
          onSymbol={setSymbol}
          onDeposit={(id) => navigate(`/order/deposit/${id}`)}
          history={<DepositList />}
        />
      )}
    </FundingPage>
  );
}
