import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { Badge, Button, Card, KeyValue, Page, PageHead, Section, Stack } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fetchCall } from '../../api/client.ts';
import { Money } from '../../parts/fields/money.tsx';
import { ShortTable } from '../../parts/records/pages-table.tsx';
import type { Decision } from '../../queue/decision.ts';
import { useDecision } from '../../queue/use-decision.tsx';
import { useMay } from '../../session/session.ts';
import type { Reserve } from './draft.ts';
import styles from './plans.module.css';
import { useDefinition } from './use-definition.tsx';
import { useMovement } from './use-movement.tsx';

type Change = OperatorResultOf<'listPlanReserves'>['changes'][number];
const ROWS_FIRST = 50;

/** Products, what they promised, what covers it, and the terms that come next. */
export function PlansPage() {
  const t = useT();
  const format = useFormat();
  const may = useMay();
  const query = useQuery({
    queryKey: ['listPlanReserves'],
    queryFn: ({ signal }) => fetchCall('listPlanReserves', { signal }),
  });
  const again = (): void => void query.refetch();
  const definition = useDefinition(again);
  const movement = useMovement(again);
  const money = (amount: string, { asset }: Reserve) => <Money value={amount} asset={asset} />;
  return (
    <Page width="wide">
      <PageHead
        title={t('console:page.plans')}
        note={query.data && format.dateTime(query.data.at)}
        actions={
          may('plans.change') && (
            <Button variant="primary" onClick={() => definition.ask(undefined)}>
              {t('plans:op.new')}
            </Button>
          )
        }
      />
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={again} />}
      <ShortTable
        first={ROWS_FIRST}
        caption={t('console:page.plans')}
        rows={query.data?.items}
        rowKey={({ id }) => String(id)}
        empty={t('common:state.nothingFound')}
        columns={[
          {
            id: 'plan',
            header: t('plans:mine.plan'),
            lead: true,
            cell: (row) => (
              <span className={styles.name}>
                {`${row.id} · ${row.name}`}
                <Badge tone={row.onSale ? 'success' : 'neutral'}>
                  {t(row.onSale ? 'plans:op.onSale' : 'plans:sale.off')}
                </Badge>
              </span>
            ),
          },
          {
            id: 'rate',
            header: t('plans:daily'),
            align: 'end',
            cell: ({ dailyRate }) => format.percent(dailyRate, { max: 4 }),
          },
          { id: 'days', header: t('plans:days'), align: 'end', cell: ({ days }) => days },
          { id: 'plans', header: t('plans:op.sold'), align: 'end', cell: ({ plans }) => plans },
          { id: 'taken', header: t('plans:op.taken'), align: 'end', cell: (row) => money(row.taken, row) },
          {
            id: 'promised',
            header: t('plans:promised'),
            align: 'end',
            cell: (row) => money(row.reserve.promised, row),
          },
          { id: 'free', header: t('plans:free'), align: 'end', cell: (row) => money(row.reserve.free, row) },
          { id: 'paid', header: t('plans:paid'), align: 'end', cell: (row) => money(row.reserve.paid, row) },
          {
            id: 'actions',
            header: t('plans:mine.details'),
            hideHeader: true,
            align: 'end',
            cell: (row) => (
              <Stack row wrap gap={1} className={styles.actions}>
                {may('house.fund') && (
                  <Button size="s" onClick={() => movement.ask('fund', row)}>
                    {t('plans:op.fund')}
                  </Button>
                )}
                {may('house.draw') && (
                  <Button size="s" onClick={() => movement.ask('draw', row)}>
                    {t('plans:op.draw')}
                  </Button>
                )}
                {may('plans.change') && (
                  <Button size="s" onClick={() => definition.ask(row)}>
                    {t('plans:op.change')}
                  </Button>
                )}
              </Stack>
            ),
          },
        ]}
      />
      {query.data !== undefined && 0 < query.data.changes.length && (
        <Scheduled changes={query.data.changes} onDone={again} />
      )}
      {query.data !== undefined && <Capital rows={query.data.items} />}
      {definition.dialog}
      {movement.dialog}
    </Page>
  );
}

/** What reserves can be funded from, coin by coin. */
function Capital({ rows }: { rows: readonly Reserve[] }) {
  const t = useT();
  const capital = new Map(rows.map((row) => [row.asset, row.capital]));
  if (capital.size === 0) return null;
  return (
    <Section title={t('plans:op.capital')} className={styles.capital}>
      <Card>
        <KeyValue
          rows={[...capital].map(([asset, amount]) => ({
            id: asset,
            name: asset,
            value: <Money value={amount} asset={asset} />,
          }))}
        />
      </Card>
    </Section>
  );
}

/** What was agreed on and is not in force yet; one person may call it off. */
function Scheduled({ changes, onDone }: { changes: readonly Change[]; onDone: () => void }) {
  const t = useT();
  const format = useFormat();
  const may = useMay();
  const [change, setChange] = useState<Change>();
  const make = (): Decision => ({
    kind: 'reject',
    label: t('plans:op.cancel'),
    title: t('plans:op.cancel'),
    text: change?.name ?? '',
    usual: [t('console:usual.agreed')],
    isUndoable: false,
    stepUp: true,
    done: t('records:users.done'),
    send: ({ reason, idempotencyKey }) =>
      call('cancelPlanChange', { body: { id: change?.id ?? 0, reason }, idempotencyKey }),
  });
  const decision = useDecision(make, onDone);
  return (
    <Section title={t('plans:op.scheduled')}>
      <ShortTable
        first={ROWS_FIRST}
        caption={t('plans:op.scheduled')}
        rows={changes}
        rowKey={({ id }) => String(id)}
        empty={t('common:state.nothingFound')}
        columns={[
          { id: 'plan', header: t('plans:mine.plan'), lead: true, cell: ({ name }) => name },
          {
            id: 'rate',
            header: t('plans:daily'),
            align: 'end',
            cell: ({ dailyRate }) => format.percent(dailyRate, { max: 4 }),
          },
          { id: 'days', header: t('plans:days'), align: 'end', cell: ({ days }) => days },
          {
            id: 'from',
            header: t('plans:calendar.at'),
            align: 'end',
            cell: ({ effectiveFrom }) => format.dateTime(effectiveFrom),
          },
          {
            id: 'actions',
            header: t('plans:op.cancel'),
            hideHeader: true,
            align: 'end',
            cell: (row) =>
              may('plans.change') && (
                <Button
                  onClick={() => {
                    setChange(row);
                    decision.ask(undefined);
                  }}
                >
                  {t('plans:op.cancel')}
                </Button>
              ),
          },
        ]}
      />
      {decision.dialog}
    </Section>
  );
}
