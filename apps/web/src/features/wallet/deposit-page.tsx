import { useT } from '@glasshouse/app/language/language';
import { FormAndContext } from '../../parts/portfolio/shell/transfer-page.tsx';
import { DepositForm } from './deposit-form.tsx';
import { DepositList } from './deposit-list.tsx';
import { FundingPage } from './funding-page.tsx';

/** How money comes into the real account. */
export function DepositPage() {
  const t = useT();
  return (
    <FundingPage
      title={t('wallet:deposit.title')}
      note={t('wallet:deposit.text')}
      gateText={t('wallet:gate.depositText')}
    >
      {({ symbol, setSymbol, opened, setOpened }) => (
        <FormAndContext
          form={<DepositForm symbol={symbol} onSymbol={setSymbol} onDeposit={setOpened} />}
          context={<DepositList opened={opened} />}
        />
      )}
    </FundingPage>
  );
}
