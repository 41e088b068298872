import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { Badge, Figure, type KeyValueRow, type TimelineEntry } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { Cents } from '../../parts/money/cents.tsx';
import { Money } from '../../parts/money/money.tsx';
import { AssetLogo } from '../../parts/portfolio/asset-logo.tsx';
import { OrderFrame, useOrderId } from '../../parts/receipts/order-frame.tsx';
import { RichText } from '../../parts/receipts/rich-text.tsx';
import { statementHref } from '../../parts/statement/statement-href.ts';
import { AddressText } from './address-text.tsx';
import { hashFact } from './request-list.tsx';
import { type Deposit, depositStatus, isHeldOverLimit, stepStates, writtenNote } from './request-steps.ts';
import { linesOf } from './transfer-lines.tsx';
import { TransferReceipt } from './transfer-receipt.tsx';
import { useDeposit } from './use-funding.ts';
import { useStepTimes } from './use-step-times.tsx';

/** One deposit: what arrived, each step until it was in the balance, and what shows it. */
export function DepositReceiptPage() {
  const t = useT();
  const id = useOrderId('/order/deposit/:id');
  const query = useDeposit(id);
  const title = t('wallet:deposit.list');
  return (
    <OrderFrame<Deposit> id={id} query={query} title={title} back={{ href: '/profile/balance', label: title }}>
      {(deposit) => <DepositReceipt deposit={deposit} />}
    </OrderFrame>
  );
}

function DepositReceipt({ deposit }: { readonly deposit: Deposit }) {
  const t = useT();
  const format = useFormat();
  const { id, symbol, network, txHash } = deposit;
  const isBank = deposit.method === 'bank';
  const status = depositStatus(deposit);
  const title = t('wallet:deposit.titleOf', { symbol, number: id });
  const way = isBank ? t('wallet:byBank') : network;
  return (
    <TransferReceipt
      about={title}
      logo={<AssetLogo asset={symbol} />}
      title={title}
      detail={deposit.simulated ? t('wallet:simulated') : way}
      how={
        <>
          <Badge tone={status.tone}>{t(status.text)}</Badge> {format.dateTime(deposit.createdAt)}
        </>
      }
      result={<DepositAmount deposit={deposit} />}
      sentence={<Sentence deposit={deposit} />}
      steps={useDepositSteps(deposit)}
      facts={useDepositFacts(deposit)}
      actions={
        <>
          <LinkButton variant="primary" href={`/profile/balance?coin=${symbol}`}>
            {t('wallet:deposit.title')}
          </LinkButton>
          {deposit.credited !== null && (
            <LinkButton href={statementHref({ reason: 'deposit', asset: symbol })}>
              {t('wallet:ledgerLines')}
            </LinkButton>
          )}
        </>
      }
      lines={linesOf(deposit.timeline)}
      terms={useDepositTerms(deposit)}
      isBank={isBank}
      txHash={txHash}
    />
  );
}

/** A bank transfer counts in its currency until it has been converted. */
function DepositAmount({ deposit }: { readonly deposit: Deposit }) {
  const t = useT();
  const { symbol, credited, currency, currencyAmount, claimed, amount } = deposit;
  if (deposit.method === 'bank' && credited === null) {
    return <Money value={currencyAmount ?? claimed ?? undefined} asset={currency ?? symbol} />;
  }
  return <Cents value={credited ?? amount} asset={symbol} name={t('wallet:deposit.step.credited')} />;
}

function Sentence({ deposit }: { readonly deposit: Deposit }): ReactNode {
  const t = useT();
  const { state, symbol, credited, currency, currencyAmount, reasonText } = deposit;
  const amount = <DepositAmount deposit={deposit} />;
  if (isHeldOverLimit(deposit)) return <RichText text="wallet:sentence.held" values={{ amount }} />;
  if (state === 'approved') {
    if (currencyAmount !== null) {
      const paid = <Money value={currencyAmount} asset={currency ?? symbol} />;
      return <RichText text="wallet:sentence.converted" values={{ paid, amount }} />;
    }
    return <RichText text="wallet:sentence.credited" values={{ amount }} />;
  }
  if (state === 'pending' || state === 'confirming' || state === 'reviewing') return t('wallet:sentence.waiting');
  const why = reasonText ?? '';
  return credited === null ? `${t('wallet:sentence.nothing')} ${why}` : why;
}

function useDepositSteps(deposit: Deposit): readonly TimelineEntry[] {
  const { t, find } = useTranslator();
  const timeOf = useStepTimes();
  const { timeline, confirmations, confirmationsNeeded, reasonText, txHash } = deposit;
  const states = stepStates(timeline);
  const counted =
    confirmations === null || confirmationsNeeded === null
      ? []
      : [
          t('wallet:deposit.counted', {
            count: Math.min(confirmations, confirmationsNeeded),
            needed: confirmationsNeeded,
          }),
        ];
  const noteOf = (step: (typeof timeline)[number], isFailed: boolean): string => {
    const written = writtenNote(step, { isFailed, reasonText, txHash });
    const isCounted = step.step === 'confirmed' && step.at === null;
    return [...(isCounted ? counted : []), ...(written === null ? [] : [written])].join(' ');
  };
  return timeline.map((step, index) => ({
    id: `${step.step} ${index}`,
    state: states[index] ?? 'next',
    title: find(`wallet:deposit.step.${step.step}`),
    at: timeOf(step),
    note: noteOf(step, states[index] === 'failed') || undefined,
  }));
}

function useDepositFacts(deposit: Deposit): readonly KeyValueRow[] {
  const t = useT();
  const { symbol, network, claimed, currency, amount, valueUsdt, frozen, held, reference } = deposit;
  const money = (value: string, name: string, asset = symbol) => <Cents value={value} asset={asset} name={name} />;
  const rows: (KeyValueRow | false)[] = [
    claimed !== null &&
      (currency !== null || claimed !== amount) && {
        id: 'claimed',
        name: t('wallet:deposit.claimed'),
        value: money(claimed, t('wallet:deposit.claimed'), currency ?? symbol),
      },
    {
      id: 'way',
      name: t(network === null ? 'wallet:method' : 'wallet:network'),
      value: network ?? t('wallet:byBank'),
    },
    valueUsdt !== null && {
      id: 'value',
      name: t('wallet:valueAt'),
      value: money(valueUsdt, t('wallet:valueAt'), 'USDT'),
    },
    /[1-9]/.test(frozen) && {
      id: 'frozen',
      name: t('wallet:deposit.frozen'),
      value: money(frozen, t('wallet:deposit.frozen')),
      tone: 'down',
    },
    (held?.state === 'held' || held?.state === 'returning') && {
      id: 'held',
      name: t('wallet:deposit.heldOverLimit'),
      value: money(held.amount, t('wallet:deposit.heldOverLimit')),
    },
    reference !== null && {
      id: 'reference',
      name: t('wallet:bank.reference'),
      value: <bdi dir="ltr">{reference}</bdi>,
    },
  ];
  return rows.filter((row) => row !== false);
}

/** All that is known of it, to the last decimal. */
function useDepositTerms(deposit: Deposit): readonly KeyValueRow[] {
  const t = useT();
  const format = useFormat();
  const { symbol, currency, claimed, currencyAmount, credited, amount, valueUsdt, address, sender, txHash } = deposit;
  const isBank = deposit.method === 'bank';
  const rows: (KeyValueRow | false)[] = [
    claimed !== null && {
      id: 'claimed',
      name: t('wallet:deposit.claimed'),
      value: <Money value={claimed} asset={currency ?? symbol} />,
    },
    (currencyAmount !== null || !isBank) && {
      id: 'arrived',
      name: t('wallet:withdraw.state.confirmed'),
      value: <Money value={currencyAmount ?? amount} asset={currency ?? symbol} />,
    },
    credited !== null && {
      id: 'credited',
      name: t('wallet:deposit.step.credited'),
      value: <Money value={credited} asset={symbol} />,
      strong: true,
    },
    valueUsdt !== null && {
      id: 'value',
      name: t('wallet:valueAt'),
      value: <Figure value={valueUsdt} places={2} asset="USDT" />,
    },
    address !== null && {
      id: 'address',
      name: t('wallet:withdraw.address'),
      value: <AddressText address={address} small />,
    },
    sender !== null && { id: 'sender', name: t('wallet:deposit.sender'), value: <bdi dir="auto">{sender}</bdi> },
    ...hashFact(t(isBank ? 'wallet:bank.entry' : 'wallet:hash'), txHash),
    { id: 'at', name: t('account:statement.time'), value: format.dateTime(deposit.createdAt) },
  ];
  return rows.filter((row) => row !== false);
}
