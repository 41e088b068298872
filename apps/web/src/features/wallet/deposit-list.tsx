import { useT } from '@glasshouse/app/language/language';
import { Money } from '../../parts/money/money.tsx';
import { RequestList } from './request-list.tsx';
import { RequestRow } from './request-row.tsx';
import { type Deposit, depositStatus } from './request-steps.ts';
import { useDepositState } from './use-deposit-state.ts';
import { useDeposits } from './use-funding.ts';

/** Every deposit with its state, newest first; each row leads to its receipt. */
export function DepositList() {
  const t = useT();
  const query = useDeposits();
  return (
    <RequestList
      query={query}
      title={t('wallet:deposit.list')}
      empty={t('wallet:deposit.empty')}
      emptyText={t('wallet:deposit.emptyText')}
      draw={(deposit) => <DepositItem key={deposit.id} deposit={deposit} />}
    />
  );
}

function DepositItem({ deposit }: { readonly deposit: Deposit }) {
  const t = useT();
  const { id, symbol, currency, currencyAmount, claimed, credited, amount } = deposit;
  return (
    <RequestRow
      href={`/order/deposit/${id}`}
      symbol={symbol}
      createdAt={deposit.createdAt}
      title={t('wallet:deposit.titleOf', { symbol, number: id })}
      amount={
        // A bank transfer counts in its currency until it has been converted.
        deposit.method === 'bank' && credited === null ? (
          <Money value={currencyAmount ?? claimed ?? undefined} asset={currency ?? symbol} />
        ) : (
          <Money value={credited ?? amount} asset={symbol} />
        )
      }
      state={useDepositState(deposit)}
      tone={depositStatus(deposit).tone}
    />
  );
}
