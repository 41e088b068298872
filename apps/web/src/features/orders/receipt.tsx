import { Banner, Card, KeyValue, Section } from '@glasshouse/ui';
import { useT } from '../../i18n/language.ts';
import { useFormat } from '../../shared/format.ts';
import styles from './order.module.css';
import { Proof } from './proof.tsx';
import { Records } from './records.tsx';
import { TicksTable } from './ticks-table.tsx';
import { useReceiptPictures } from './use-receipt-pictures.ts';
import type { Order } from './verify-order.ts';
import type { Proven } from './verify-ticks.ts';

/** The prices used with their proofs, log entries and ledger lines. */
export function Receipt({ order, refresh }: { order: Order; refresh: () => void }) {
  const t = useT();
  const format = useFormat();
  const { receipt } = order;
  const pictures = useReceiptPictures();
  if (receipt === null)
    return (
      <Banner kind="info" className={styles.receipt}>
        {t('trade:order.pending')}
      </Banner>
    );
  const role = ({ tick }: Proven): string => {
    if (tick.seq === order.entry?.seq) return t('trade:receipt.entryTick');
    return t(tick.seq === order.exit?.seq ? 'trade:receipt.exitTick' : 'trade:receipt.nextTick');
  };
  return (
    <Proof id={order.id} evidence={order} ticks={receipt.ticks} refresh={refresh} picture={pictures.option(order)}>
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
