import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { Banner, Button, Card, Page, PageHead, SkeletonBlock, Table, TextField, toasts } from '@glasshouse/ui';
import { Download, ExternalLink, Send } from '@glasshouse/ui/icon/icons';
import { type Failure, failureOf } from '@glasshouse/web/api/failure';
import { useTranslator } from '@glasshouse/web/i18n/language';
import { FailureNote } from '@glasshouse/web/shared/failure.tsx';
import { useFormat } from '@glasshouse/web/shared/format';
import { LinkButton } from '@glasshouse/web/shared/link-button.tsx';
import { saveFile } from '@glasshouse/web/shared/save-file';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call, callFile, fetchCall } from '../../api/client.ts';
import { useDecision } from '../../queue/use-decision.tsx';
import { useMay } from '../../session/session.ts';
import { Person } from '../../shared/person.tsx';
import { StateBadge } from '../../shared/state-badge.tsx';
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
      usual: [t('console:usual.paid')],
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
            .join(' · ')}`
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
      {refused.map((one) => (
        <Banner key={one.id} kind="warning">
          #{one.id}: {error(one.code)}
        </Banner>
      ))}
      {found && may('withdrawals.pay') && <Exports id={id} formats={found.batch.formats} />}
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
                cell: (row) => format.money(row.received, row.symbol),
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
              { id: 'state', header: t('common:word.state'), cell: (row) => <StateBadge state={row.state} /> },
              {
                id: 'link',
                header: t('console:payouts.pay'),
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

function Exports({ id, formats }: { id: number; formats: readonly Format[] }) {
  const { t } = useTranslator();
  const [busy, setBusy] = useState<Format>();
  const [failure, setFailure] = useState<Failure>();
  const save = async (format: Format) => {
    setBusy(format);
    setFailure(undefined);
    const answer = await callFile('exportPayoutBatch', { params: { id }, query: { format } });
    setBusy(undefined);
    if (!answer.ok) return setFailure(answer.failure);
    saveFile(answer.result.name, answer.result.blob);
    toasts.show({ title: t('console:payouts.saved', { name: answer.result.name }) });
  };
  return (
    <>
      <div className={styles.formats}>
        {formats.map((format) => (
          <Button key={format} icon={Download} loading={busy === format} onClick={() => void save(format)}>
            {t(`console:payouts.format.${format}`)}
          </Button>
        ))}
      </div>
      {failure && <FailureNote failure={failure} />}
    </>
  );
}
