import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useBook } from '@glasshouse/app/session/session';
import { referenceDerivation, spreadCostDerivation } from '@glasshouse/rules/derivations/markets';
import { coinTicks, isMade, readablePrices } from '@glasshouse/trade/ticket/readable-prices';
import { Badge, Card, Figure, KeyValue, type KeyValueRow, Section } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { Money } from '../../parts/money/money.tsx';
import type { Proven } from '../../parts/proofs/verify-ticks.ts';
import { Derived } from '../../parts/reasons/derived.tsx';
import { bookedLines } from './booked-lines.ts';
import styles from './order.module.css';
import { OrderFrame, useOrderId } from './order-frame.tsx';
import { Proof } from './proof.tsx';
import { Records } from './records.tsx';
import { useReplayEvidence } from './replay/evidence-of.ts';
import { conversionReplay } from './replay/of-order.ts';
import { ReplayCard } from './replay/replay-card.tsx';
import { TicksTable } from './ticks-table.tsx';
import { useReceiptPictures } from './use-receipt-pictures.ts';
import type { ConversionEvidence } from './verify-order.ts';

type Conversion = ConversionEvidence['conversion'];

/** One conversion, the prices that made it, and every ledger line. */
export function ConversionPage() {
  const t = useT();
  const book = useBook();
  const pictures = useReceiptPictures(book);
  const id = useOrderId('/order/convert/:id');
  const query = useQuery({
    queryKey: privateKey('conversion', book, id),
    queryFn: ({ signal }) => fetchResult('getConversion', { params: { id }, signal }),
  });
  return (
    <OrderFrame
      id={id}
      query={query}
      market={({ conversion }) => marketOf(conversion)}
      title={({ conversion }) => (
        <bdi dir="ltr">
          {conversion.from} → {conversion.to}
        </bdi>
      )}
      badge={() => <Badge tone="success">{t('order:spotState.filled')}</Badge>}
    >
      {(evidence) => (
        <Proof
          id={evidence.conversion.id}
          evidence={evidence}
          ticks={evidence.ticks}
          refresh={() => void query.refetch()}
          picture={pictures.conversion(evidence.conversion)}
          shareAs={isMade(evidence.conversion) ? 'conversion' : undefined}
          head={(trusted) => <ConversionHead evidence={evidence} trusted={trusted} />}
        >
          {(verdict) => (
            <>
              <Section
                title={t('trade:receipt.ticks')}
                note={t('convert:rule', { from: evidence.conversion.from, to: evidence.conversion.to })}
              >
                <Card flush>
                  <TicksTable
                    sides
                    ticks={evidence.ticks}
                    role={(proven) => t(roleOf(evidence, proven), { market: proven.tick.code })}
                    verdict={verdict}
                  />
                </Card>
              </Section>
              <Records lines={evidence.lines} log={evidence.log} />
            </>
          )}
        </Proof>
      )}
    </OrderFrame>
  );
}

interface HeadProps {
  readonly evidence: ConversionEvidence;
  readonly trusted: readonly string[] | undefined;
}

function ConversionHead({ evidence, trusted }: HeadProps) {
  const t = useT();
  const { conversion } = evidence;
  const shown = useReplayEvidence(evidence.ticks, evidence.proof);
  const replay = useMemo(() => conversionReplay(conversion, t('order:mid')), [conversion, t]);
  return (
    <>
      <ReplayCard
        replay={replay}
        evidence={shown}
        trusted={trusted}
        result={<Money value={conversion.received} asset={conversion.to} />}
        rule={
          <bdi dir="ltr">
            <Money value={conversion.amount} asset={conversion.from} /> →{' '}
            <Money value={conversion.received} asset={conversion.to} />
          </bdi>
        }
      />
      <Summary evidence={evidence} />
    </>
  );
}

function Summary({ evidence }: { evidence: ConversionEvidence }) {
  const t = useT();
  const format = useFormat();
  const { conversion } = evidence;
  const lines = bookedLines(evidence.lines, {
    given: { amount: conversion.amount, reasons: ['convert.give'] },
    received: { amount: conversion.received, reasons: ['convert.receive'] },
  });
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
    {
      id: 'reference',
      name: t('convert:reference'),
      value: (
        <Derived
          derivation={referenceDerivation(coinTicks(conversion))}
          name={t('convert:reference')}
          asset={prices.in}
        />
      ),
    },
    {
      id: 'spread',
      name: t('convert:spread'),
      value: (
        <>
          <Derived
            derivation={
              isMade(conversion) ? spreadCostDerivation({ ...conversion, ...coinTicks(conversion) }) : undefined
            }
            name={t('convert:spread')}
            asset="USDT"
            text={t('convert:whySpreadText')}
            sources={{ ledger: '#lines', lines }}
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
  return (
    <Card>
      <KeyValue rows={rows.filter((row) => row !== false)} />
      <div className={styles.actions}>
        <LinkButton href="/profile/exchange">{t('convert:history')}</LinkButton>
      </div>
    </Card>
  );
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
