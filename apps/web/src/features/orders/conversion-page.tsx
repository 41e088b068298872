import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { referenceDerivation, spreadCostDerivation } from '@glasshouse/rules/derivations/markets';
import { coinTicks, isMade, readablePrices } from '@glasshouse/trade/ticket/readable-prices';
import { Figure, KeyValue, type KeyValueRow, type SealState } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { Cents } from '../../parts/money/cents.tsx';
import { Money } from '../../parts/money/money.tsx';
import type { Proven } from '../../parts/proofs/verify-ticks.ts';
import { Derived } from '../../parts/reasons/derived.tsx';
import { OrderFrame, useOrderId } from '../../parts/receipts/order-frame.tsx';
import { PriceLadder } from '../../parts/receipts/price-ladder.tsx';
import { RichText } from '../../parts/receipts/rich-text.tsx';
import { bookedLines } from './booked-lines.ts';
import styles from './order.module.css';
import { OrderReceipt } from './order-receipt.tsx';
import { PaidTo } from './paid-to.tsx';
import { recordFolds } from './record-folds.tsx';
import { conversionReplay } from './replay/of-order.ts';
import { TicksTable } from './ticks-table.tsx';
import { useReceiptPictures } from './use-receipt-pictures.ts';
import type { ConversionEvidence } from './verify-order.ts';

type Conversion = ConversionEvidence['conversion'];

/** One conversion: its ladder from reference to price, and every ledger line. */
export function ConversionPage() {
  const book = useBook();
  const id = useOrderId('/order/convert/:id');
  const query = useQuery({
    queryKey: privateKey('conversion', book, id),
    queryFn: ({ signal }) => fetchResult('getConversion', { params: { id }, signal }),
  });
  return (
    <OrderFrame id={id} query={query} market={({ conversion }) => marketOf(conversion)}>
      {(evidence) => <ConversionReceipt evidence={evidence} refresh={() => void query.refetch()} />}
    </OrderFrame>
  );
}

interface ConversionReceiptProps {
  readonly evidence: ConversionEvidence;
  readonly refresh: () => void;
}

function ConversionReceipt({ evidence, refresh }: ConversionReceiptProps) {
  const t = useT();
  const format = useFormat();
  const { conversion, ticks, lines, log } = evidence;
  const pictures = useReceiptPictures(useBook());
  const replay = useMemo(() => conversionReplay(conversion, t('order:mid')), [conversion, t]);
  const terms = useConversionTerms(evidence);
  const own = conversion.ticks.at(-1);
  return (
    <OrderReceipt
      id={conversion.id}
      evidence={evidence}
      ticks={ticks}
      refresh={refresh}
      picture={pictures.conversion(conversion)}
      shareAs={isMade(conversion) ? 'conversion' : undefined}
      title={
        <bdi dir="ltr">
          {conversion.from} → {conversion.to}
        </bdi>
      }
      how={
        <>
          {t('order:doneAt')} {format.dateTime(conversion.at)}
        </>
      }
      result={<Cents value={conversion.received} asset={conversion.to} name={t('convert:received')} />}
      sentence={<Sentence evidence={evidence} />}
      replay={replay}
      chart={(seal) => <ConversionLadder evidence={evidence} seal={seal} />}
      facts={useFacts(evidence)}
      decisive={ticks.find(({ tick }) => tick.code === own?.code && tick.seq === own.tick.seq)}
      again={{ href: '/profile/exchange', label: t('convert:again') }}
      folds={(verdict) =>
        recordFolds(t, {
          prices: {
            count: ticks.length,
            content: (
              <>
                <TicksTable
                  sides
                  ticks={ticks}
                  role={(proven) => t(roleOf(evidence, proven), { market: proven.tick.code })}
                  verdict={verdict}
                />
                <p className={styles.note}>{t('convert:rule', { from: conversion.from, to: conversion.to })}</p>
              </>
            ),
          },
          records: { lines, log },
          terms: { count: terms.length, content: <KeyValue rows={terms} /> },
        })
      }
    />
  );
}

/** What the spread cost; undefined where it cost nothing, or nothing was converted. */
const costOf = ({ conversion }: ConversionEvidence) =>
  isMade(conversion) ? spreadCostDerivation({ ...conversion, ...coinTicks(conversion) }) : undefined;

const sourcesOf = ({ conversion, lines }: ConversionEvidence) => ({
  ledger: '#lines',
  lines: bookedLines(lines, {
    given: { amount: conversion.amount, reasons: GIVE },
    received: { amount: conversion.received, reasons: RECEIVE },
  }),
});
const GIVE = ['convert.give'];
const RECEIVE = ['convert.receive'];

function SpreadCost({ evidence }: { readonly evidence: ConversionEvidence }) {
  const t = useT();
  return (
    <Derived
      derivation={costOf(evidence)}
      name={t('convert:spread')}
      asset="USDT"
      places={2}
      isRounded
      text={t('convert:whySpreadText')}
      sources={sourcesOf(evidence)}
    />
  );
}

function Sentence({ evidence }: { readonly evidence: ConversionEvidence }) {
  const { conversion } = evidence;
  return (
    <RichText
      text="order:sentence.convert"
      values={{
        given: <Money value={conversion.amount} asset={conversion.from} />,
        cost: <SpreadCost evidence={evidence} />,
      }}
    />
  );
}

interface ConversionLadderProps {
  readonly evidence: ConversionEvidence;
  readonly seal: SealState;
}

function ConversionLadder({ evidence, seal }: ConversionLadderProps) {
  const t = useT();
  const format = useFormat();
  const { conversion } = evidence;
  const prices = readablePrices(conversion);
  return (
    <PriceLadder
      reference={<Reference conversion={conversion} />}
      seal={seal}
      spread={
        <>
          {t('convert:spread')} {format.percent(conversion.spreadRate, { min: 2, max: 4, rounding: 'ceil' })} ={' '}
          <SpreadCost evidence={evidence} />
        </>
      }
      price={<Figure value={prices.price} asset={prices.in} />}
      isAbove={Number(prices.reference) <= Number(prices.price)}
    />
  );
}

function Reference({ conversion }: { readonly conversion: Conversion }) {
  const t = useT();
  return (
    <Derived
      derivation={referenceDerivation(coinTicks(conversion))}
      name={t('convert:reference')}
      asset={readablePrices(conversion).in}
    />
  );
}

function useFacts(evidence: ConversionEvidence): readonly KeyValueRow[] {
  const t = useT();
  const { conversion, lines } = evidence;
  const prices = readablePrices(conversion);
  // Of a conversion at the next price, the amount waited in an account of its own.
  const isHeld = lines.some(({ reason, account }) => reason === 'convert.give' && account === 'held');
  return [
    {
      id: 'price',
      name: t('convert:price', { from: prices.of }),
      value: <Figure value={prices.price} asset={prices.in} />,
    },
    { id: 'spread', name: t('convert:spread'), value: <SpreadCost evidence={evidence} /> },
    { id: 'fee', name: t('common:word.fee'), value: '–' },
    {
      id: 'given',
      name: t('convert:given'),
      value: (
        <PaidTo
          asset={conversion.from}
          account={isHeld ? 'held' : 'available'}
          amount={conversion.amount}
          lines={lines}
          reasons={GIVE}
        />
      ),
    },
    {
      id: 'received',
      name: t('convert:received'),
      value: <PaidTo asset={conversion.to} amount={conversion.received} lines={lines} reasons={RECEIVE} />,
    },
  ];
}

function useConversionTerms(evidence: ConversionEvidence): readonly KeyValueRow[] {
  const t = useT();
  const format = useFormat();
  const { conversion } = evidence;
  const prices = readablePrices(conversion);
  const percent = (rate: string) => format.percent(rate, { min: 2, max: 4, rounding: 'ceil' });
  const rows: (KeyValueRow | false)[] = [
    { id: 'given', name: t('convert:given'), value: <Money value={conversion.amount} asset={conversion.from} /> },
    {
      id: 'received',
      name: t('convert:received'),
      value: <Money value={conversion.received} asset={conversion.to} />,
      strong: true,
    },
    {
      id: 'price',
      name: t('convert:price', { from: prices.of }),
      value: <Figure value={prices.price} asset={prices.in} />,
    },
    { id: 'reference', name: t('convert:reference'), value: <Reference conversion={conversion} /> },
    {
      id: 'spread',
      name: t('convert:spread'),
      value: (
        <>
          <Derived
            derivation={costOf(evidence)}
            name={t('convert:spread')}
            asset="USDT"
            text={t('convert:whySpreadText')}
            sources={sourcesOf(evidence)}
          />{' '}
          ({percent(conversion.spreadRate)})
        </>
      ),
    },
    conversion.bandRate !== undefined && {
      id: 'band',
      name: t('convert:band'),
      value: percent(conversion.bandRate),
    },
    { id: 'at', name: t('order:doneAt'), value: format.dateTime(conversion.at) },
  ];
  return rows.filter((row) => row !== false);
}

/** One of its two coins has a market; its price text has that market's places. */
function marketOf({ ticks }: Conversion): { readonly code: string; readonly precision: number } {
  const [first] = ticks;
  return { code: first?.code ?? '', precision: first?.tick.price.split('.')[1]?.length ?? 0 };
}

/** What the conversion used the tick for. */
function roleOf({ conversion, ticks }: ConversionEvidence, { tick }: Proven) {
  const isItsPrice = conversion.ticks.some(({ code, tick: { seq } }) => code === tick.code && seq === tick.seq);
  if (conversion.bandRate !== undefined) {
    if (isItsPrice) return 'convert:tick.held';
    const isBefore = ticks.some(({ tick: { code, seq } }) => code === tick.code && seq === tick.seq + 1);
    return isBefore ? 'convert:tick.before' : 'convert:tick.checked';
  }
  return isItsPrice ? 'convert:tick.made' : 'convert:tick.before';
}
