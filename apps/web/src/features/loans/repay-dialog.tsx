import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { isReturnFree } from '@glasshouse/rules/loans';
import { amountOf, formatAmount, lesser, parseAmount, subtract, ZERO } from '@glasshouse/rules/money';
import { isFree, type Loan, markOf, shareAfter } from '@glasshouse/trade/loans/sums';
import { AmountField, Banner, Button, Dialog, KeyValue, type KeyValueRow, Stack, toasts } from '@glasshouse/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '../../live/clock.ts';
import { useMoneyCall } from '../../parts/calls/use-money-call.ts';
import { Money } from '../../parts/money/money.tsx';
import { useBalances } from '../../parts/money/use-balances.ts';
import { Payoff } from './payoff.tsx';

const DECIMALS = 8;

/** Repays all of a loan or a part, with what is left of it shown before. */
export function RepayDialog({ loan, onClose }: { loan: Loan; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const client = useQueryClient();
  const money = useMoneyCall('repayLoan');
  const [amount, setAmount] = useState('');
  const available = useBalances().data?.items.find(({ asset }) => asset === 'USDT')?.available;
  const owed = amountOf(loan.payoff);
  const typed = parseAmount(amount) ?? ZERO;
  const paid = lesser(typed, owed);
  const isWhole = paid === owed;
  // Until the right to return it has passed, payments lower the principal.
  const toInterest = isFree(loan, serverNow()) ? ZERO : lesser(paid, amountOf(loan.interest));
  const usdt = (value: string) => <Money value={value} asset="USDT" />;
  const share = isWhole ? undefined : shareAfter(loan, paid);
  const shareRow: KeyValueRow | undefined =
    share === undefined
      ? undefined
      : {
          id: 'share',
          name: t('loans:field.cover'),
          value: format.percent(share, { min: 2, max: 2, rounding: 'ceil' }),
          tone: Number(markOf(loan)) <= Number(share) ? 'down' : undefined,
        };
  const pay = async () => {
    if (paid === ZERO) return;
    // All of it is what ends the loan when the payment arrives, even if midnight has passed.
    const answer = await money.submit(isWhole ? { id: loan.id } : { id: loan.id, amount });
    if (!answer.ok) return;
    void client.invalidateQueries({ queryKey: ['private'] });
    toasts.show({ title: t('loans:repayDone', { amount: format.money(formatAmount(paid), 'USDT') }) });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!money.busy}
      title={t('loans:repay')}
      closeLabel={t('common:action.close')}
      footer={
        <>
          <Button onClick={onClose} disabled={money.busy}>
            {t('common:action.cancel')}
          </Button>
          <Button variant="primary" loading={money.busy} disabled={paid === ZERO} onClick={() => void pay()}>
            {isWhole
              ? t('loans:repayAll', { amount: format.money(loan.payoff, 'USDT') })
              : `${t('loans:repay')} ${format.money(formatAmount(paid), 'USDT')}`}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <AmountField
          label={t('loans:repayAmount')}
          value={amount}
          onChange={setAmount}
          asset="USDT"
          decimals={DECIMALS}
          available={loan.payoff}
          chips={[25, 50, 75, 100].map((percent) => ({ percent, label: format.percent(percent / 100) }))}
        />
        <KeyValue
          rows={[
            { id: 'owed', name: t('loans:field.payoff'), value: <Payoff loan={loan} /> },
            { id: 'interest', name: t('loans:field.interest'), value: usdt(formatAmount(toInterest)) },
            {
              id: 'left',
              name: t('loans:field.principal'),
              value: usdt(
                formatAmount(
                  subtract(amountOf(loan.principal), lesser(subtract(paid, toInterest), amountOf(loan.principal))),
                ),
              ),
              strong: true,
            },
            ...(shareRow === undefined ? [] : [shareRow]),
            {
              id: 'available',
              name: t('trade:options.available'),
              value: available === undefined ? '–' : usdt(available),
            },
          ]}
        />
        {isFree(loan, serverNow()) ? (
          <Banner kind="info">{t('loans:repayFree', { date: format.until(loan.withdrawUntil ?? '') })}</Banner>
        ) : (
          <p>
            {t('loans:repayOrder')}
            {!isReturnFree(loan) && ` ${t('loans:repayNotFree')}`}
          </p>
        )}
        {money.failure && <FailureNote failure={money.failure} />}
      </Stack>
    </Dialog>
  );
}
