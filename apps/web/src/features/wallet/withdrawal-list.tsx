import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import { Button, Dialog, Figure, toasts } from '@glasshouse/ui';
import { useState } from 'react';
import { useMoneyCall } from '../../parts/calls/use-money-call.ts';
import { useRefresh } from '../../parts/calls/use-refresh.ts';
import { Money } from '../../parts/money/money.tsx';
import { AddressText } from './address-text.tsx';
import { RequestCard } from './request-card.tsx';
import { hashFact, RequestList } from './request-list.tsx';
import { stepStates, WITHDRAWAL_TONE, type Withdrawal } from './request-steps.ts';
import { useWithdrawals } from './use-funding.ts';
import { useStepTimes } from './use-step-times.tsx';
import styles from './wallet.module.css';

/** Every withdrawal with its timeline; what nobody has approved yet can be cancelled. */
export function WithdrawalList({ opened }: { opened: number | undefined }) {
  const t = useT();
  const query = useWithdrawals();
  const [cancelling, setCancelling] = useState<Withdrawal>();
  return (
    <RequestList
      query={query}
      title={t('wallet:withdraw.list')}
      empty={t('wallet:withdraw.empty')}
      emptyText={t('wallet:withdraw.emptyText')}
      draw={(withdrawal) => (
        <WithdrawalItem
          key={withdrawal.id}
          withdrawal={withdrawal}
          open={withdrawal.id === opened}
          onCancel={() => setCancelling(withdrawal)}
        />
      )}
    >
      {cancelling !== undefined && <CancelDialog withdrawal={cancelling} onClose={() => setCancelling(undefined)} />}
    </RequestList>
  );
}

interface ItemProps {
  readonly withdrawal: Withdrawal;
  readonly open: boolean;
  readonly onCancel: () => void;
}

function WithdrawalItem({ withdrawal, open, onCancel }: ItemProps) {
  const { t, find } = useTranslator();
  const format = useFormat();
  const timeOf = useStepTimes();
  const { id, symbol, state, payout } = withdrawal;
  const isBank = withdrawal.method === 'bank';
  const states = stepStates(withdrawal.timeline);
  const title = t('wallet:withdraw.titleOf', { symbol, number: id });
  return (
    <RequestCard
      symbol={symbol}
      createdAt={withdrawal.createdAt}
      title={title}
      amount={<Money value={withdrawal.amount} asset={symbol} />}
      state={t(`wallet:withdraw.state.${state}`)}
      tone={WITHDRAWAL_TONE[state]}
      open={open}
      steps={withdrawal.timeline.map((step, index) => ({
        id: `${step.step} ${index}`,
        state: states[index] ?? 'next',
        // No network confirms a bank transfer.
        title:
          isBank && step.step === 'confirmed' ? t('wallet:bank.confirmed') : find(`wallet:withdraw.step.${step.step}`),
        at: timeOf(step),
        note:
          states[index] === 'failed' && withdrawal.reasonText !== null
            ? `${withdrawal.reasonText} ${t('wallet:withdraw.released')}`
            : step.note === withdrawal.txHash
              ? undefined
              : (step.note ?? undefined),
      }))}
      facts={[
        { id: 'fee', name: t('common:word.fee'), value: <Money value={withdrawal.fee} asset={symbol} /> },
        {
          id: 'received',
          name: t(payout?.isEstimate === true ? 'wallet:withdraw.estimate' : 'wallet:withdraw.arrives'),
          value:
            payout === null ? (
              <Money value={withdrawal.received} asset={symbol} />
            ) : (
              <Figure value={payout.amount} places={2} asset={payout.currency} />
            ),
        },
        ...(payout === null || payout.isEstimate
          ? []
          : [
              {
                id: 'rate',
                name: t('wallet:withdraw.rate'),
                value: t('wallet:withdraw.rateText', {
                  price: format.money(payout.price, symbol, { min: 2, max: 6 }),
                  spread: format.percent(payout.spread ?? '0', { max: 4 }),
                }),
              },
            ]),
        ...(withdrawal.network === null
          ? []
          : [{ id: 'network', name: t('wallet:network'), value: withdrawal.network }]),
        ...(withdrawal.address === null
          ? []
          : [
              {
                id: 'address',
                name: withdrawal.label ?? t(isBank ? 'wallet:bank.accountNumber' : 'wallet:withdraw.address'),
                value: isBank ? (
                  <bdi dir="ltr">{withdrawal.address}</bdi>
                ) : (
                  <AddressText address={withdrawal.address} small />
                ),
              },
            ]),
        ...hashFact(t(isBank ? 'wallet:bank.entry' : 'wallet:hash'), withdrawal.txHash),
      ]}
      footer={
        withdrawal.canCancel && (
          <Button className={styles.start} onClick={onCancel}>
            {t('wallet:withdraw.cancel')}
          </Button>
        )
      }
    />
  );
}

function CancelDialog({ withdrawal, onClose }: { withdrawal: Withdrawal; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const refresh = useRefresh('withdrawals', 'withdrawalTerms', 'balances', 'statement');
  const money = useMoneyCall('cancelWithdrawal');
  const amount = format.money(withdrawal.amount, withdrawal.symbol);
  const cancel = async () => {
    const answer = await money.submit({ id: withdrawal.id });
    refresh({ book: 'real' });
    if (!answer.ok) return;
    toasts.show({ title: t('wallet:withdraw.cancelled', { amount }) });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!money.busy}
      width="s"
      title={t('wallet:withdraw.cancelTitle')}
      description={t('wallet:withdraw.cancelText', { amount })}
      closeLabel={t('common:action.close')}
      footer={
        <>
          <Button disabled={money.busy} onClick={onClose}>
            {t('wallet:withdraw.keep')}
          </Button>
          <Button variant="danger" loading={money.busy} onClick={() => void cancel()}>
            {t('wallet:withdraw.cancel')}
          </Button>
        </>
      }
    >
      {money.failure && <FailureNote failure={money.failure} />}
    </Dialog>
  );
}
