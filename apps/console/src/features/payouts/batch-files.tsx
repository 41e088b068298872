import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { Badge, Button, Card, EmptyState, Section, Table } from '@glasshouse/ui';
import { call } from '../../api/client.ts';
import { LongText } from '../../parts/records/long-text.tsx';
import { useDecision } from '../../queue/use-decision.tsx';
import { useMay } from '../../session/session.ts';
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
      label: t('records:payments.void'),
      title: t('records:payments.voidTitle'),
      text: t('records:payments.voidText'),
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
    <Section title={t('records:payments.files')} className={styles.batches}>
      {0 < files.length && <p>{t('records:payments.compare')}</p>}
      <Card flush>
        <Table
          caption={t('records:payments.files')}
          rows={files}
          rowKey={(file) => String(file.number)}
          empty={<EmptyState compact title={t('records:payments.noFiles')} />}
          columns={[
            {
              id: 'number',
              header: t('console:payouts.number'),
              lead: true,
              cell: (file) => t('records:payments.file', { number: file.number }),
            },
            {
              id: 'format',
              header: t('records:payments.format'),
              cell: (file) => t(`console:payouts.format.${file.format}`),
            },
            { id: 'digest', header: t('records:payments.digest'), cell: (file) => <LongText value={file.digest} /> },
            {
              id: 'payments',
              header: t('records:payments.payments'),
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
                  <Badge tone="neutral">{t('records:payments.voided')}</Badge>
                ) : (
                  <>
                    <Badge tone="success">{t('records:payments.valid')}</Badge>{' '}
                    {may('withdrawals.pay') && (
                      <Button size="s" onClick={() => voided.ask(file)}>
                        {t('records:payments.void')}
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
