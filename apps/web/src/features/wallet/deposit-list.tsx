import { useT, useTranslator } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { Figure } from '@glasshouse/ui';
import { Money } from '../../parts/money/money.tsx';
import { RequestCard } from './request-card.tsx';
import { hashFact, RequestList } from './request-list.tsx';
import { type Deposit, depositStatus, stepStates } from './request-steps.ts';
import { useDeposits } from './use-funding.ts';
import { useStepTimes } from './use-step-times.tsx';
import styles from './wallet.module.css';

/** Every deposit with its timeline; the one just made is open. */
export function DepositList({ opened }: { opened: number | undefined }) {
  const t = useT();
  const query = useDeposits();
  return (
    <RequestList
      query={query}
      title={t('wallet:deposit.list')}
      empty={t('wallet:deposit.empty')}
      emptyText={t('wallet:deposit.emptyText')}
      draw={(deposit) => <DepositItem key={deposit.id} deposit={deposit} open={deposit.id === opened} />}
    />
  );
}

function DepositItem({ deposit, open }: { deposit: Deposit; open: boolean }) {
  const { t, find } = useTranslator();
  const timeOf = useStepTimes();
  const { symbol, state, confirmations, confirmationsNeeded } = deposit;
  const status = depositStatus(deposit);
  const states = stepStates(deposit.timeline);
  const counted =
    confirmations === null || confirmationsNeeded === null
      ? undefined
      : t('wallet:deposit.counted', {
          count: Math.min(confirmations, confirmationsNeeded),
          needed: confirmationsNeeded,
        });
  return (
    <RequestCard
      symbol={symbol}
      createdAt={deposit.createdAt}
      title={t('wallet:deposit.titleOf', { symbol, number: deposit.id })}
      amount={
        deposit.method === 'bank' && deposit.credited === null ? (
          <Money value={deposit.currencyAmount ?? deposit.claimed ?? undefined} asset={deposit.currency ?? symbol} />
        ) : (
          <Money value={deposit.credited ?? deposit.amount} asset={symbol} />
        )
      }
      state={state === 'confirming' && counted !== undefined ? counted : t(status.text)}
      tone={status.tone}
      open={open}
      steps={deposit.timeline.map((step, index) => ({
        id: `${step.step} ${index}`,
        state: states[index] ?? 'next',
        title: find(`wallet:deposit.step.${step.step}`),
        at: timeOf(step),
        note:
          [
            ...(step.step === 'confirmed' && step.at === null && counted !== undefined ? [counted] : []),
            ...(states[index] === 'failed' && deposit.reasonText !== null
              ? [deposit.reasonText]
              : step.note === null || step.note === deposit.txHash
                ? []
                : [step.note]),
          ].join(' ') || undefined,
      }))}
      facts={[
        ...(deposit.claimed !== null && (deposit.currency !== null || deposit.claimed !== deposit.amount)
          ? [
              {
                id: 'claimed',
                name: t('wallet:deposit.claimed'),
                value: <Money value={deposit.claimed} asset={deposit.currency ?? symbol} />,
              },
            ]
          : []),
        ...(deposit.network === null ? [] : [{ id: 'network', name: t('wallet:network'), value: deposit.network }]),
        ...(deposit.valueUsdt === null
          ? []
          : [
              {
                id: 'value',
                name: t('wallet:valueAt'),
                value: <Figure value={deposit.valueUsdt} places={2} asset="USDT" />,
              },
            ]),
        ...(/[1-9]/.test(deposit.frozen)
          ? [{ id: 'frozen', name: t('wallet:deposit.frozen'), value: <Money value={deposit.frozen} asset={symbol} /> }]
          : []),
        ...(deposit.held !== null && (deposit.held.state === 'held' || deposit.held.state === 'returning')
          ? [
              {
                id: 'held',
                name: t('wallet:deposit.heldOverLimit'),
                value: <Money value={deposit.held.amount} asset={symbol} />,
              },
            ]
          : []),
        ...hashFact(t(deposit.method === 'bank' ? 'wallet:bank.entry' : 'wallet:hash'), deposit.txHash),
        ...(deposit.reference === null
          ? []
          : [{ id: 'reference', name: t('wallet:bank.reference'), value: <bdi dir="ltr">{deposit.reference}</bdi> }]),
        ...(deposit.simulated ? [{ id: 'simulated', name: t('wallet:origin'), value: t('wallet:simulated') }] : []),
      ]}
      footer={
        deposit.credited !== null && (
          <Link href="/zjxq" className={styles.link}>
            {t('wallet:ledgerLines')}
          </Link>
        )
      }
    />
  );
}
