import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { saveFile } from '@glasshouse/app/save-file';
import { failureOf } from '@glasshouse/client/failure';
import { Badge, Banner, Button, Card, Page, PageHead, SkeletonBlock, Table, TextField } from '@glasshouse/ui';
import { Download, ExternalLink, Send } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call, fetchCall } from '../../api/client.ts';
import { Person } from '../../parts/people/person.tsx';
import { StateBadge } from '../../parts/records/state-badge.tsx';
import { useDecision } from '../../queue/use-decision.tsx';
import { useMay } from '../../session/session.ts';
import { batchCounts } from './batch-counts.ts';
import { BatchFiles } from './batch-files.tsx';
import styles from './payouts.module.css';

type Batch = OperatorResultOf<'getPayoutBatch'>;
type Format = Batch['batch']['formats'][number];

/** One batch: its files for the treasury, and what was paid of it. */
export function BatchPage() {
  const { t, error } = useTranslator();
  const format = useFormat();
  const may = useMay();
  const [path] = useLocation();
  const id = Number(path.split('/').at(-1));
  const [hash, setHash] = useState('');
  const [refused, setRefused] = useState<readonly { readonly id: number; readonly code: number }[]>([]);
  const query = useQuery({
    queryKey: ['getPayoutBatch', id],
    queryFn: ({ signal }) => fetchCall('getPayoutBatch', { params: { id }, signal }),
  });
  const found = query.data;
  const sent = useDecision(
    () => ({
      kind: 'approve',
      label: t('console:payouts.markSent'),
      title: t('console:payouts.markSentTitle'),
      text: t('console:payouts.markSentText'),
      fields: (
        <TextField
          label={t(found?.batch.method === 'bank' ? 'console:deposits.reference' : 'console:deposits.hash')}
          dir="ltr"
          maxLength={128}
          value={hash}
          onChange={(event) => setHash(event.currentTarget.value)}
        />
      ),
      problem: hash.trim() === '' ? t('console:withdrawals.enterHash') : undefined,
      isUndoable: false,
      stepUp: true,
      done: t('console:payouts.marked'),
      send: async ({ reason, idempotencyKey }) => {
        const answer = await call('markBatchSent', {
          params: { id },
          body: { hash: hash.trim(), reason },
          idempotencyKey,
        });
        if (!answer.ok) return answer;
        setRefused(answer.result.refused);
        return { ok: true, result: {}, notice: undefined };
      },
    }),
    () => void query.refetch(),
  );
  return (
    <Page>
      <PageHead
        title={t('console:payouts.batch', { id })}
        note={
          found &&
          `${found.batch.network ?? t('console:method.bank')} · ${found.batch.totals
            .map((total) => format.money(total.amount, total.symbol))
            .join(' · ')} · ${batchCounts(found.batch, t).join(' · ')}`
        }
        actions={
          <>
            <LinkButton href="/payouts">{t('console:payouts.all')}</LinkButton>
            {found && may('withdrawals.pay') && 0 < found.batch.open && (
              <Button variant="primary" icon={Send} onClick={() => sent.ask(undefined)}>
                {t('console:payouts.markSent')}
              </Button>
            )}
          </>
        }
      />
      {query.isPending && <SkeletonBlock height="3rem" />}
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />}
      {refused.map((refusal) => (
        <Banner key={refusal.id} kind="warning">
          #{refusal.id}: {error(refusal.code)}
        </Banner>
      ))}
      {found && may('withdrawals.pay') && 0 < found.batch.exportable && (
        <Exports id={id} formats={found.batch.formats} onDone={() => void query.refetch()} />
      )}
      {found && <BatchFiles files={found.files} onDone={() => void query.refetch()} />}
      {found && (
        <Card flush className={styles.after}>
          <Table
            caption={t('console:payouts.batch', { id })}
            rows={found.payouts}
            rowKey={(row) => String(row.id)}
            columns={[
              {
                id: 'amount',
                header: t('console:risk.receives'),
                lead: true,
                cell: (row) => format.money(row.currencyAmount, row.currency),
              },
              { id: 'who', header: t('console:field.person'), cell: (row) => <Person person={row.user} /> },
              {
                id: 'to',
                header: t('console:deposits.to'),
                cell: (row) => (
                  <bdi dir="ltr" className={styles.address}>
                    {row.address ?? '–'}
                  </bdi>
                ),
              },
              {
                id: 'state',
                header: t('common:word.state'),
                cell: (row) => (
                  <>
                    <StateBadge state={row.state} />
                    {row.trouble !== null && <Badge tone="danger">{t(`console:withdrawals.${row.trouble}`)}</Badge>}
                  </>
                ),
              },
              {
                id: 'payers',
                header: t('records:payments.payers'),
                cell: (row) =>
                  row.state === 'approved' ? row.payers.join(', ') || t('records:payments.noPayer') : '–',
              },
              {
                id: 'file',
                header: t('records:payments.files'),
                cell: (row) => (row.file === null ? '–' : t('records:payments.file', { number: row.file })),
              },
              {
                id: 'link',
                header: t('records:payments.link'),
                cell: (row) => <PayLink uri={found.links.find((link) => link.id === row.id)?.uri} />,
              },
            ]}
          />
        </Card>
      )}
      {sent.dialog}
    </Page>
  );
}

/** Opens the wallet of this device with everything filled in. */
function PayLink({ uri }: { uri: string | undefined }) {
  const { t } = useTranslator();
  if (uri === undefined || !/^(ethereum|bitcoin):/.test(uri)) return '–';
  return (
    <a href={uri} className={styles.link}>
      {t('console:payouts.openWallet')} <ExternalLink size={14} aria-hidden="true" />
    </a>
  );
}

function Exports({ id, formats, onDone }: { id: number; formats: readonly Format[]; onDone: () => void }) {
  const { t } = useTranslator();
  const ask = useDecision(
    (format: Format) => ({
      kind: 'approve',
      label: t(`console:payouts.format.${format}`),
      title: t('records:payments.exportTitle'),
      text: t('records:payments.exportText'),
      isUndoable: false,
      stepUp: true,
      done: t('console:decision.done'),
      send: async ({ reason, idempotencyKey }) => {
        const answer = await call('exportPayoutBatch', { params: { id }, body: { format, reason }, idempotencyKey });
        if (!answer.ok) return answer;
        const { name, content, mediaType } = answer.result;
        saveFile(name, new Blob([content], { type: mediaType }));
        return { ok: true, result: {}, notice: undefined };
      },
    }),
    onDone,
  );
  return (
    <div className={styles.formats}>
      {formats.map((format) => (
        <Button key={format} icon={Download} onClick={() => ask.ask(format)}>
          {t(`console:payouts.format.${format}`)}
        </Button>
      ))}
      {ask.dialog}
    </div>
  );
}
