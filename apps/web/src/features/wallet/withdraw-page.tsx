import { useT } from '@glasshouse/app/language/language';
import { FormAndContext } from '../../parts/portfolio/shell/transfer-page.tsx';
import { AddressBook } from './address-book.tsx';
import { FundingPage } from './funding-page.tsx';
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
    >
      {({ symbol, setSymbol, opened, setOpened }) => (
        <FormAndContext
          form={<WithdrawForm symbol={symbol} onSymbol={setSymbol} onWithdrawal={setOpened} />}
          context={
            <>
              <WithdrawalList opened={opened} />
              <AddressBook />
            </>
          }
        />
      )}
    </FundingPage>
  );
}
