import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { Badge, Button, Card, EmptyState, Section, Table } from '@glasshouse/ui';
import { useT } from '@glasshouse/web/i18n/language';
import { useFormat } from '@glasshouse/web/shared/format';
import { Link } from '@glasshouse/web/shared/link.tsx';
import { call } from '../../api/client.ts';
import { useDecision } from '../../queue/use-decision.tsx';
import { useMay } from '../../session/session.ts';
import { LongText } from '../../shared/long-text.tsx';
import styles from './payouts.module.css';

type PayoutFile = OperatorResultOf<'getPayoutBatch'>['files'][number];

/** What was handed over to be signed, with the digests to compare on a second device. */
export function BatchFiles({ files, onDone }: { files: readonly PayoutFile[]; onDone: () => void }) {
  const t = useT();
  const format = useFormat();
  const may = useMay();
  const voided = useDecision(
    (file: PayoutFile) => ({
      kind: 'reject',
      label: t('console:payouts.void'),
      title: t('console:payouts.voidTitle'),
      text: t('console:payouts.voidText'),
      usual: [],
      isUndoable: false,
      stepUp: true,
      done: t('console:decision.done'),
      send: ({ reason, idempotencyKey }) =>
        call('voidPayoutFile', { params: { number: file.number }, body: { reason }, idempotencyKey }),
    }),
    onDone,
  );
  return (
    <Section title={t('console:payouts.files')} className={styles.batches}>
      {0 < files.length && <p>{t('console:payouts.compare')}</p>}
      <Card flush>
        <Table
          caption={t('console:payouts.files')}
          rows={files}
          rowKey={(file) => String(file.number)}
          empty={<EmptyState compact title={t('console:payouts.noFiles')} />}
          columns={[
            {
              id: 'number',
              header: t('console:payouts.number'),
              lead: true,
              cell: (file) => t('console:payouts.file', { number: file.number }),
            },
            {
              id: 'format',
              header: t('console:payouts.pay'),
              cell: (file) => t(`console:payouts.format.${file.format}`),
            },
            { id: 'digest', header: t('console:payouts.digest'), cell: (file) => <LongText value={file.digest} /> },
            {
              id: 'payments',
              header: t('console:payouts.payments'),
              cell: (file) => <LongText value={file.payments} />,
            },
            { id: 'by', header: t('console:field.operator'), cell: (file) => file.madeBy },
            { id: 'at', header: t('common:word.time'), cell: (file) => format.dateTime(file.madeAt) },
            {
              id: 'state',
              header: t('common:word.state'),
              cell: (file) =>
                file.request !== null ? (
                  <Link href={`/requests?item=${file.request}`} className={styles.link}>
                    {t('console:withdrawals.waitsSecond')}
                  </Link>
                ) : file.voidedAt !== null ? (
                  <Badge tone="neutral">{t('console:payouts.voided')}</Badge>
                ) : (
                  <>
                    <Badge tone="success">{t('console:payouts.valid')}</Badge>{' '}
                    {may('withdrawals.pay') && (
                      <Button size="s" onClick={() => voided.ask(file)}>
                        {t('console:payouts.void')}
                      </Button>
                    )}
                  </>
                ),
            },
          ]}
        />
      </Card>
      {voided.dialog}
    </Section>
  );
}
