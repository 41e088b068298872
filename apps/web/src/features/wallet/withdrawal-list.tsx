import { useT } from '@glasshouse/app/language/language';
import { Money } from '../../parts/money/money.tsx';
import { RequestList } from './request-list.tsx';
import { RequestRow } from './request-row.tsx';
import { WITHDRAWAL_TONE, type Withdrawal } from './request-steps.ts';
import { useWithdrawals } from './use-funding.ts';

/** Every withdrawal with its state, newest first; each row leads to its receipt. */
export function WithdrawalList() {
  const t = useT();
  const query = useWithdrawals();
  return (
    <RequestList
      query={query}
      title={t('wallet:withdraw.list')}
      empty={t('wallet:withdraw.empty')}
      emptyText={t('wallet:withdraw.emptyText')}
      draw={(withdrawal) => <WithdrawalItem key={withdrawal.id} withdrawal={withdrawal} />}
    />
  );
}

function WithdrawalItem({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const t = useT();
  const { id, symbol, state, amount, createdAt } = withdrawal;
  return (
    <RequestRow
      href={`/order/withdrawal/${id}`}
      symbol={symbol}
      createdAt={createdAt}
      title={t('wallet:withdraw.titleOf', { symbol, number: id })}
      amount={<Money value={amount} asset={symbol} />}
      state={t(`wallet:withdraw.state.${state}`)}
      tone={WITHDRAWAL_TONE[state]}
    />
  );
}
