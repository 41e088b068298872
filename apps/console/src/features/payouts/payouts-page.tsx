import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { failureOf } from '@glasshouse/client/failure';
import { Badge, Button, Card, Checkbox, EmptyState, Page, PageHead, Section, Table } from '@glasshouse/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call, fetchCall } from '../../api/client.ts';
import { Person } from '../../parts/people/person.tsx';
import { useDecision } from '../../queue/use-decision.tsx';
import { useMay } from '../../session/session.ts';
import { batchCounts } from './batch-counts.ts';
import styles from './payouts.module.css';

type Payable = OperatorResultOf<'listWithdrawalQueue'>['items'][number];
type Batch = OperatorResultOf<'listPayoutBatches'>['items'][number];

/** One page of what can be paid; more than this does not fit into a batch anyway. */
const BATCH_MAX = 100;
const groupOf = (row: Payable): string => row.network ?? row.method;

/** Approved withdrawals become batches for the treasury; nothing here can move money itself. */
export function PayoutsPage() {
  const t = useT();
  return (
    <Page>
      <PageHead title={t('console:page.payouts')} note={t('console:payouts.note')} />
      <PayableList />
      <BatchList />
    </Page>
  );
}

function PayableList() {
  const t = useT();
  const format = useFormat();
  const may = useMay();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const query = useQuery({
    queryKey: ['payable'],
    queryFn: ({ signal }) =>
      fetchCall('listWithdrawalQueue', { query: { queue: 'payable', limit: BATCH_MAX }, signal }),
  });
  const rows = query.data?.items ?? [];
  const chosen = rows.filter((row) => picked.has(row.id));
  const group = chosen[0] === undefined ? undefined : groupOf(chosen[0]);
  const batch = useDecision(
    () => ({
      kind: 'approve',
      label: t('console:payouts.make', { count: chosen.length }),
      title: t('console:payouts.makeTitle'),
      text: t('console:payouts.makeText'),
      isUndoable: false,
      stepUp: true,
      done: t('console:payouts.made'),
      send: ({ reason, idempotencyKey }) =>
        call('makePayoutBatch', { body: { ids: chosen.map((row) => row.id), reason }, idempotencyKey }),
    }),
    async () => {
      setPicked(new Set());
      await Promise.all([
        client.invalidateQueries({ queryKey: ['payable'] }),
        client.invalidateQueries({ queryKey: ['listPayoutBatches'] }),
      ]);
    },
  );
  const pick = (row: Payable, on: boolean) => {
    const next = new Set(picked);
    if (on) next.add(row.id);
    else next.delete(row.id);
    setPicked(next);
  };
  const pickAll = (name: string) =>
    setPicked(
      new Set(
        rows
          .filter((row) => groupOf(row) === name)
          .slice(0, BATCH_MAX)
          .map((row) => row.id),
      ),
    );
  const groups = [...new Set(rows.map(groupOf))];
  const mayPay = may('withdrawals.pay');
  return (
    <Section
      title={t('console:payouts.payable')}
      actions={
        mayPay && (
          <>
            {groups.map((name) => (
              <Button key={name} size="s" onClick={() => pickAll(name)}>
                {t('console:payouts.pickAll', { group: name === 'bank' ? t('console:method.bank') : name })}
              </Button>
            ))}
            <Button size="s" variant="primary" disabled={chosen.length === 0} onClick={() => batch.ask(undefined)}>
              {t('console:payouts.make', { count: chosen.length })}
            </Button>
          </>
        )
      }
    >
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />}
      <Card flush>
        <Table
          caption={t('console:payouts.payable')}
          rows={rows}
          rowKey={(row) => String(row.id)}
          skeletonRows={query.isPending ? 4 : 0}
          empty={
            <EmptyState compact title={t('console:payouts.empty')}>
              {t('console:payouts.emptyText')}
            </EmptyState>
          }
          onOpen={(row) => navigate(`/withdrawals?view=payable&item=${row.id}`)}
          columns={[
            {
              id: 'amount',
              header: t('console:risk.receives'),
              lead: true,
              cell: (row) =>
                mayPay ? (
                  <Checkbox
                    label={format.money(row.currencyAmount, row.currency)}
                    checked={picked.has(row.id)}
                    // A batch is of one network, or of the bank.
                    disabled={group !== undefined && groupOf(row) !== group}
                    onChange={(on) => pick(row, on)}
                  />
                ) : (
                  format.money(row.currencyAmount, row.currency)
                ),
            },
            { id: 'who', header: t('console:field.person'), cell: (row) => <Person person={row.user} /> },
            {
              id: 'network',
              header: t('console:payouts.network'),
              cell: (row) => row.network ?? t('console:method.bank'),
            },
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
              id: 'payers',
              header: t('records:payments.payers'),
              cell: (row) => row.payers.join(', ') || t('records:payments.noPayer'),
            },
            { id: 'at', header: t('common:word.time'), cell: (row) => format.dateTime(row.createdAt) },
          ]}
        />
      </Card>
      {batch.dialog}
    </Section>
  );
}

function BatchList() {
  const t = useT();
  const format = useFormat();
  const [, navigate] = useLocation();
  const query = useQuery({
    queryKey: ['listPayoutBatches'],
    queryFn: ({ signal }) => fetchCall('listPayoutBatches', { query: {}, signal }),
  });
  return (
    <Section title={t('console:payouts.batches')} className={styles.batches}>
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />}
      <Card flush>
        <Table<Batch>
          caption={t('console:payouts.batches')}
          rows={query.data?.items ?? []}
          rowKey={(row) => String(row.id)}
          skeletonRows={query.isPending ? 3 : 0}
          empty={<EmptyState compact title={t('console:payouts.noBatches')} />}
          onOpen={(row) => navigate(`/payouts/${row.id}`)}
          columns={[
            {
              id: 'id',
              header: t('console:payouts.number'),
              lead: true,
              cell: (row) => (
                <Link href={`/payouts/${row.id}`} className={styles.link}>
                  {t('console:payouts.batch', { id: row.id })}
                </Link>
              ),
            },
            {
              id: 'network',
              header: t('console:payouts.network'),
              cell: (row) => row.network ?? t('console:method.bank'),
            },
            {
              id: 'totals',
              header: t('common:word.total'),
              align: 'end',
              cell: (row) => row.totals.map((total) => format.money(total.amount, total.symbol)).join(' · '),
            },
            {
              id: 'open',
              header: t('common:word.state'),
              cell: (row) => (
                <Badge tone={0 < row.failed ? 'danger' : row.open === 0 ? 'success' : 'accent'}>
                  {batchCounts(row, t).join(' · ')}
                </Badge>
              ),
            },
            { id: 'by', header: t('console:field.operator'), cell: (row) => row.madeBy },
            { id: 'at', header: t('common:word.time'), cell: (row) => format.dateTime(row.madeAt) },
          ]}
        />
      </Card>
    </Section>
  );
}
