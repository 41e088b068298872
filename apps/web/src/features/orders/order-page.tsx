import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { optionOrderDerivations } from '@glasshouse/rules/derivations/orders';
import type { Term } from '@glasshouse/rules/derivations/terms';
import { optionNet } from '@glasshouse/trade/options/result';
import { Countdown, Figure, KeyValue, type KeyValueRow } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fetchResult } from '../../api/client.ts';
import { serverNow } from '../../live/clock.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { marketHref } from '../../parts/market/market-href.ts';
import { LiveOutcome } from '../../parts/orders/live-outcome.tsx';
import { DirectionWord, OrderBadge } from '../../parts/orders/order-words.tsx';
import type { Proven } from '../../parts/proofs/verify-ticks.ts';
import { Derived } from '../../parts/reasons/derived.tsx';
import { OrderFrame, useOrderId } from '../../parts/receipts/order-frame.tsx';
import { RichText } from '../../parts/receipts/rich-text.tsx';
import { type Booked, bookedLines } from './booked-lines.ts';
import { LiveChart } from './live-chart.tsx';
import { MarketLogo } from './market-logo.tsx';
import { useOptionTerms } from './option-terms.tsx';
import { OrderReceipt } from './order-receipt.tsx';
import { PaidTo } from './paid-to.tsx';
import { PriceNow } from './price-now.tsx';
import { recordFolds } from './record-folds.tsx';
import { optionReplay } from './replay/of-order.ts';
import { ruleWords } from './rule-words.ts';
import { TicksTable } from './ticks-table.tsx';
import { useReceiptPictures } from './use-receipt-pictures.ts';
import type { Order } from './verify-order.ts';

const NO_TICKS: readonly Proven[] = [];

/** Everything about one option: its result, its terms, what happened, and the proof. */
export function OrderPage() {
  const book = useBook();
  const id = useOrderId('/order/options/:id');
  const query = useQuery({
    queryKey: privateKey('optionsOrder', book, id),
    queryFn: ({ signal }) => fetchResult('getOptionOrder', { params: { id }, signal }),
  });
  return (
    <OrderFrame id={id} query={query} market={(order) => order}>
      {(order) => <OptionReceipt order={order} refresh={() => void query.refetch()} />}
    </OrderFrame>
  );
}

function OptionReceipt({ order, refresh }: { readonly order: Order; readonly refresh: () => void }) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const pictures = useReceiptPictures(order.book);
  const { receipt, entry, exit, expiresAt } = order;
  const replay = useMemo(() => (order.receipt === null ? undefined : optionReplay(order, t)), [order, t]);
  const terms = useOptionTerms(order);
  const ticks = receipt?.ticks ?? NO_TICKS;
  const rule = ruleWords(translator, order);
  const role = ({ tick }: Proven): string => {
    if (tick.seq === entry?.seq) return t('trade:receipt.entryTick');
    return t(tick.seq === exit?.seq ? 'trade:receipt.exitTick' : 'trade:receipt.nextTick');
  };
  return (
    <OrderReceipt
      id={order.id}
      evidence={order}
      ticks={ticks}
      refresh={refresh}
      isProvable={receipt !== null}
      picture={receipt === null ? undefined : pictures.option(order)}
      shareAs={receipt === null ? undefined : 'option'}
      logo={<MarketLogo code={order.code} />}
      title={<bdi>{order.name}</bdi>}
      direction={<DirectionWord direction={order.direction} />}
      detail={format.duration(order.periodSeconds)}
      how={
        <>
          <OrderBadge order={order} /> {format.dateTime(order.settledAt ?? order.placedAt)}
        </>
      }
      result={receipt === null ? <LiveOutcome order={order} /> : <Net order={order} />}
      sentence={
        receipt === null ? (
          <>
            {t('trade:order.pending')} <PriceNow code={order.code} />
          </>
        ) : (
          <>
            <RichText
              text="order:sentence.option"
              values={{
                stake: <Figure value={order.amount} places={2} asset={order.asset} />,
                entry: <Figure value={entry?.price} places={order.precision} />,
                exit: <Figure value={exit?.price} places={order.precision} />,
              }}
            />{' '}
            {rule}
          </>
        )
      }
      replay={replay}
      chart={
        receipt === null && entry !== null && expiresAt !== null
          ? () => (
              <>
                <Countdown
                  shape="ring"
                  label={t('trade:orders.timeLeft')}
                  startsAt={Date.parse(entry.at)}
                  endsAt={Date.parse(expiresAt)}
                  now={serverNow}
                />
                <LiveChart
                  code={order.code}
                  precision={order.precision}
                  from={entry.at}
                  levels={[{ kind: 'entry', price: entry.price }]}
                />
              </>
            )
          : undefined
      }
      facts={useFacts(order)}
      decisive={ticks.find(({ tick }) => tick.seq === exit?.seq) ?? ticks.at(-1)}
      again={{
        href: marketHref({ code: order.code }),
        label: t(receipt === null ? 'trade:order.back' : 'order:again'),
      }}
      folds={(verdict) =>
        recordFolds(t, {
          prices: receipt && {
            count: ticks.length,
            content: <TicksTable ticks={ticks} role={role} precision={order.precision} verdict={verdict} />,
          },
          records: receipt,
          terms: { count: terms.length, content: <KeyValue rows={terms} /> },
        })
      }
    />
  );
}

/** What it came to, as a sum of what was paid and put up. */
function Net({ order }: { readonly order: Order }) {
  const t = useT();
  const derivation =
    order.outcome === null || order.paid === null
      ? undefined
      : optionOrderDerivations({ ...order, outcome: order.outcome, paid: order.paid }).net;
  return (
    <Derived
      derivation={derivation}
      value={optionNet(order)}
      name={t('order:net')}
      asset={order.asset}
      coloured
      places={2}
      isRounded
      sources={{ ledger: '#lines', lines: bookedLines(order.receipt?.lines ?? [], bookedOf(order)) }}
    />
  );
}

function useFacts(order: Order): readonly KeyValueRow[] {
  const t = useT();
  const format = useFormat();
  const { receipt, entry, exit } = order;
  const derivations =
    order.outcome === null || order.paid === null
      ? undefined
      : optionOrderDerivations({ ...order, outcome: order.outcome, paid: order.paid });
  const price = (value: string | undefined) => <Figure value={value} places={order.precision} />;
  return [
    {
      id: 'stake',
      name: t('trade:options.stake'),
      value: <Figure value={order.amount} places={2} asset={order.asset} />,
    },
    {
      id: 'prices',
      name: `${t('trade:orders.entry')} → ${t('trade:orders.exit')}`,
      value: (
        <bdi dir="ltr">
          {price(entry?.price)} → {price(exit?.price)}
        </bdi>
      ),
    },
    {
      id: 'profit',
      name: t('trade:options.profitIfRight'),
      value: (
        <>
          <Derived
            derivation={derivations?.profit}
            value={order.profit}
            name={t('trade:options.profitIfRight')}
            asset={order.asset}
            places={2}
            isRounded
          />{' '}
          ({format.percent(order.payoutRate)})
        </>
      ),
    },
    {
      id: 'fee',
      name: t('trade:options.fee'),
      value: order.fee === '0' ? '–' : <Figure value={order.fee} places={2} asset={order.asset} />,
    },
    receipt === null
      ? {
          id: 'expires',
          name: t('trade:orders.expires'),
          value: order.expiresAt === null ? '–' : format.dateTime(order.expiresAt),
        }
      : {
          id: 'paid',
          name: t('trade:orders.paid'),
          value: (
            <PaidTo amount={order.paid ?? '0'} isCents asset={order.asset} lines={receipt.lines} reasons={PAYOUTS} />
          ),
        },
  ];
}

const PAYOUTS = ['options.stakeBack', 'options.win', 'options.draw', 'options.refund'];

const bookedOf = (order: Order): Partial<Record<Term, Booked>> => ({
  stake: { amount: order.amount, reasons: ['options.stake'] },
  fee: { amount: order.fee, reasons: ['options.fee'] },
  ...(order.paid !== null && { paid: { amount: order.paid, reasons: PAYOUTS } }),
});
