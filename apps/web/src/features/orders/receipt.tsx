import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import { optionNet } from '@glasshouse/trade/options/result';
import { Banner, Card, KeyValue, Section } from '@glasshouse/ui';
import { type ReactNode, useMemo } from 'react';
import { Cents } from '../../parts/money/cents.tsx';
import type { Proven } from '../../parts/proofs/verify-ticks.ts';
import styles from './order.module.css';
import { Proof } from './proof.tsx';
import { Records } from './records.tsx';
import { useReplayEvidence } from './replay/evidence-of.ts';
import { optionReplay } from './replay/of-order.ts';
import { ReplayCard } from './replay/replay-card.tsx';
import { ruleWords } from './rule-words.ts';
import { TicksTable } from './ticks-table.tsx';
import { useReceiptPictures } from './use-receipt-pictures.ts';
import type { Order } from './verify-order.ts';

const NO_TICKS: readonly Proven[] = [];

interface ReceiptProps {
  readonly order: Order;
  readonly refresh: () => void;
  /** What was ordered, between the picture and the proofs. */
  readonly children: ReactNode;
}

/** The picture, what was ordered, the prices used with their proofs, log entries, ledger lines. */
export function Receipt({ order, refresh, children }: ReceiptProps) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const { receipt } = order;
  const pictures = useReceiptPictures(order.book);
  const replay = useMemo(() => optionReplay(order, t), [order, t]);
  const shown = useReplayEvidence(receipt?.ticks ?? NO_TICKS, order.proof);
  if (receipt === null)
    return (
      <>
        {children}
        <Banner kind="info" className={styles.receipt}>
          {t('trade:order.pending')}
        </Banner>
      </>
    );
  const head = (trusted: readonly string[] | undefined) => (
    <>
      <ReplayCard
        replay={replay}
        evidence={shown}
        trusted={trusted}
        result={<Cents value={optionNet(order) ?? '0'} asset={order.asset} name={t('order:net')} coloured />}
        rule={ruleWords(translator, order)}
      />
      {children}
    </>
  );
  const role = ({ tick }: Proven): string => {
    if (tick.seq === order.entry?.seq) return t('trade:receipt.entryTick');
    return t(tick.seq === order.exit?.seq ? 'trade:receipt.exitTick' : 'trade:receipt.nextTick');
  };
  return (
    <Proof
      id={order.id}
      evidence={order}
      ticks={receipt.ticks}
      refresh={refresh}
      picture={pictures.option(order)}
      shareAs="option"
      head={head}
    >
      {(verdict) => (
        <>
          <Section title={t('trade:receipt.ticks')}>
            <Card flush>
              <TicksTable ticks={receipt.ticks} role={role} precision={order.precision} verdict={verdict} />
              <KeyValue
                className={styles.facts ?? ''}
                rows={[
                  { id: 'count', name: t('trade:order.ticksInWindow'), value: receipt.ticksInWindow },
                  { id: 'gap', name: t('trade:order.gapLimit'), value: format.duration(receipt.gapLimitMs / 1000) },
                ]}
              />
            </Card>
          </Section>
          <Records lines={receipt.lines} log={receipt.log} />
        </>
      )}
    </Proof>
  );
}
