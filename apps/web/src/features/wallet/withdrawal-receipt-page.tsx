import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { withdrawalDerivations } from '@glasshouse/rules/derivations/funds';
import { Badge, Button, type KeyValueRow, type TimelineEntry } from '@glasshouse/ui';
import { type ReactNode, useState } from 'react';
import { Cents } from '../../parts/money/cents.tsx';
import { Money, moneyPlaces } from '../../parts/money/money.tsx';
import { isInCents } from '../../parts/money/short-places.ts';
import { AssetLogo } from '../../parts/portfolio/asset-logo.tsx';
import { Derived } from '../../parts/reasons/derived.tsx';
import { OrderFrame, useOrderId } from '../../parts/receipts/order-frame.tsx';
import { RichText } from '../../parts/receipts/rich-text.tsx';
import { AddressText } from './address-text.tsx';
import { CancelWithdrawal } from './cancel-withdrawal.tsx';
import { hashFact } from './request-list.tsx';
import { stepStates, WITHDRAWAL_TONE, type Withdrawal, writtenNote } from './request-steps.ts';
import { linesOf } from './transfer-lines.tsx';
import { TransferReceipt } from './transfer-receipt.tsx';
import { useWithdrawal } from './use-funding.ts';
import { useStepTimes } from './use-step-times.tsx';

/** One withdrawal: what arrives, each step until it has, and what shows it. */
export function WithdrawalReceiptPage() {
  const t = useT();
  const id = useOrderId('/order/withdrawal/:id');
  const query = useWithdrawal(id);
  const title = t('wallet:withdraw.list');
  return (
    <OrderFrame<Withdrawal> id={id} query={query} title={title} back={{ href: '/profile/balance2', label: title }}>
      {(withdrawal) => <WithdrawalReceipt withdrawal={withdrawal} />}
    </OrderFrame>
  );
}

function WithdrawalReceipt({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const t = useT();
  const format = useFormat();
  const [isCancelling, setCancelling] = useState(false);
  const { id, symbol, state, network, txHash, canCancel } = withdrawal;
  const isBank = withdrawal.method === 'bank';
  const title = t('wallet:withdraw.titleOf', { symbol, number: id });
  return (
    <>
      <TransferReceipt
        about={title}
        logo={<AssetLogo asset={symbol} />}
        title={title}
        detail={isBank ? t('wallet:byBank') : network}
        how={
          <>
            <Badge tone={WITHDRAWAL_TONE[state]}>{t(`wallet:withdraw.state.${state}`)}</Badge>{' '}
            {format.dateTime(withdrawal.createdAt)}
          </>
        }
        result={isOver(withdrawal) ? <Taken withdrawal={withdrawal} /> : <Arrives withdrawal={withdrawal} />}
        sentence={<Sentence withdrawal={withdrawal} />}
        steps={useWithdrawalSteps(withdrawal)}
        facts={useWithdrawalFacts(withdrawal)}
        actions={
          <>
            {canCancel && <Button onClick={() => setCancelling(true)}>{t('wallet:withdraw.cancel')}</Button>}
            <LinkButton variant={canCancel ? 'secondary' : 'primary'} href={`/profile/balance2?coin=${symbol}`}>
              {t('wallet:withdraw.title')}
            </LinkButton>
          </>
        }
        lines={linesOf(withdrawal.timeline)}
        terms={useWithdrawalTerms(withdrawal)}
        isBank={isBank}
        txHash={txHash}
      />
      {isCancelling && <CancelWithdrawal withdrawal={withdrawal} onClose={() => setCancelling(false)} />}
    </>
  );
}

/** It ended without paying anything. */
const isOver = ({ state }: Withdrawal): boolean => state === 'cancelled' || state === 'rejected' || state === 'failed';

const Taken = ({ withdrawal: { amount, symbol } }: { readonly withdrawal: Withdrawal }) => {
  const t = useT();
  return <Cents value={amount} asset={symbol} name={t('wallet:withdraw.taken')} />;
};

/** The amount less the fee; by bank, what its currency makes of it. */
function Arrives({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const t = useT();
  const { payout, received, symbol } = withdrawal;
  const derived = withdrawalDerivations(withdrawal);
  const name = t(payout?.isEstimate === true ? 'wallet:withdraw.estimate' : 'wallet:withdraw.arrives');
  if (payout !== null) {
    return <Derived derivation={derived.payout} value={payout.amount} name={name} asset={payout.currency} places={2} />;
  }
  return (
    <Derived
      derivation={derived.received}
      value={received}
      name={t('wallet:withdraw.arrives')}
      asset={symbol}
      places={isInCents(symbol) ? 2 : moneyPlaces(received)}
    />
  );
}

function Sentence({ withdrawal }: { readonly withdrawal: Withdrawal }): ReactNode {
  const t = useT();
  const { symbol, fee } = withdrawal;
  if (isOver(withdrawal)) return t('wallet:withdraw.released');
  return (
    <RichText
      text="wallet:sentence.withdrawal"
      values={{
        amount: <Taken withdrawal={withdrawal} />,
        fee: <Cents value={fee} asset={symbol} name={t('common:word.fee')} />,
        arrives: <Arrives withdrawal={withdrawal} />,
      }}
    />
  );
}

function useWithdrawalSteps(withdrawal: Withdrawal): readonly TimelineEntry[] {
  const { t, find } = useTranslator();
  const timeOf = useStepTimes();
  const { timeline, method, reasonText, txHash } = withdrawal;
  const states = stepStates(timeline);
  return timeline.map((step, index) => ({
    id: `${step.step} ${index}`,
    state: states[index] ?? 'next',
    // No network confirms a bank transfer.
    title:
      method === 'bank' && step.step === 'confirmed'
        ? t('wallet:bank.confirmed')
        : find(`wallet:withdraw.step.${step.step}`),
    at: timeOf(step),
    note: writtenNote(step, { isFailed: states[index] === 'failed', reasonText, txHash }) ?? undefined,
  }));
}

function useWithdrawalFacts(withdrawal: Withdrawal): readonly KeyValueRow[] {
  const t = useT();
  const { symbol, fee, network, payout } = withdrawal;
  const rows: (KeyValueRow | false)[] = [
    { id: 'taken', name: t('wallet:withdraw.taken'), value: <Taken withdrawal={withdrawal} /> },
    {
      id: 'fee',
      name: t('common:word.fee'),
      value: <Cents value={fee} asset={symbol} name={t('common:word.fee')} />,
    },
    {
      id: 'arrives',
      name: t(payout?.isEstimate === true ? 'wallet:withdraw.estimate' : 'wallet:withdraw.arrives'),
      value: <Arrives withdrawal={withdrawal} />,
      strong: true,
    },
    network !== null && { id: 'network', name: t('wallet:network'), value: network },
    ...useTarget(withdrawal),
  ];
  return rows.filter((row) => row !== false);
}

/** Where it goes, under the name that its owner gave it. */
function useTarget({ address, label, method }: Withdrawal): readonly KeyValueRow[] {
  const t = useT();
  const isBank = method === 'bank';
  if (address === null) return [];
  return [
    {
      id: 'address',
      name: label ?? t(isBank ? 'wallet:bank.accountNumber' : 'wallet:withdraw.address'),
      value: isBank ? <bdi dir="ltr">{address}</bdi> : <AddressText address={address} small />,
    },
  ];
}

/** All that is known of it, to the last decimal. */
function useWithdrawalTerms(withdrawal: Withdrawal): readonly KeyValueRow[] {
  const t = useT();
  const format = useFormat();
  const target = useTarget(withdrawal);
  const { symbol, amount, fee, received, valueUsdt, network, payout, txHash } = withdrawal;
  const rows: (KeyValueRow | false)[] = [
    { id: 'taken', name: t('wallet:withdraw.taken'), value: <Money value={amount} asset={symbol} /> },
    { id: 'fee', name: t('common:word.fee'), value: <Money value={fee} asset={symbol} /> },
    {
      id: 'received',
      name: t('wallet:withdraw.arrives'),
      value: <Money value={received} asset={symbol} />,
      strong: true,
    },
    payout !== null && {
      id: 'payout',
      name: t(payout.isEstimate ? 'wallet:withdraw.estimate' : 'wallet:withdraw.arrives'),
      value: <Arrives withdrawal={withdrawal} />,
      strong: true,
    },
    payout !== null && {
      id: 'rate',
      name: t('wallet:withdraw.rate'),
      value: t('wallet:withdraw.rateText', {
        price: format.money(payout.price, symbol, { min: 2, max: 6 }),
        spread: format.percent(payout.spread ?? '0', { max: 4 }),
      }),
    },
    valueUsdt !== null && {
      id: 'value',
      name: t('wallet:valueAt'),
      value: <Money value={valueUsdt} asset="USDT" />,
    },
    network !== null && { id: 'network', name: t('wallet:network'), value: network },
    ...target,
    ...hashFact(t(withdrawal.method === 'bank' ? 'wallet:bank.entry' : 'wallet:hash'), txHash),
    { id: 'at', name: t('account:statement.time'), value: format.dateTime(withdrawal.createdAt) },
  ];
  return rows.filter((row) => row !== false);
}
