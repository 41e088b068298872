import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { Badge, Button, Page, PageHead, Section, TextField } from '@glasshouse/ui';
import { Pencil } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fetchCall } from '../../api/client.ts';
import { PlainTable } from '../../parts/records/pages-table.tsx';
import { When } from '../../parts/records/when.tsx';
import type { Decision } from '../../queue/decision.ts';
import { useDecision } from '../../queue/use-decision.tsx';
import { useMay } from '../../session/session.ts';
import { useSchedule } from './use-schedule.tsx';
import { useScheduleFile } from './use-schedule-file.tsx';

type Calendar = OperatorResultOf<'listCalendar'>;
type Listed = Calendar['actions'][number];
type HeldPrice = Calendar['held'][number];

const TONES = { scheduled: 'accent', applied: 'success', cancelled: 'neutral', lapsed: 'warning' } as const;

/** Corporate actions, and the prices that wait for somebody to look. Nobody enters a price here. */
export function CalendarPage() {
  const t = useT();
  const may = useMay();
  const query = useQuery({
    queryKey: ['listCalendar'],
    queryFn: ({ signal }) => fetchCall('listCalendar', { signal }),
  });
  const refresh = () => void query.refetch();
  const schedule = useSchedule(refresh);
  const fromFile = useScheduleFile(refresh);
  const cancelling = useDecision(
    ({ action }: Listed): Decision => ({
      kind: 'reject',
      label: t('records:calendar.cancel'),
      title: t('records:calendar.cancelTitle', { code: action.code }),
      text: t('records:calendar.scheduleText'),
      usual: [],
      isUndoable: false,
      stepUp: true,
      done: t('records:users.done'),
      send: ({ reason, idempotencyKey }) =>
        call('cancelCorporateAction', { body: { id: action.id, reason }, idempotencyKey }),
    }),
    refresh,
  );
  return (
    <Page width="wide">
      <PageHead
        title={t('console:page.calendar')}
        note={t('records:calendar.note')}
        actions={
          may('instruments.change') && (
            <>
              <Button onClick={fromFile.ask}>{t('records:calendar.file')}</Button>
              <Button variant="primary" icon={Pencil} onClick={schedule.ask}>
                {t('records:calendar.schedule')}
              </Button>
            </>
          )
        }
      />
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={refresh} />}
      {fromFile.outcome}
      <PlainTable
        caption={t('console:page.calendar')}
        rows={query.data?.actions.toReversed()}
        rowKey={({ action }) => String(action.id)}
        empty={t('common:state.nothingFound')}
        columns={[
          { id: 'code', header: t('records:col.code'), lead: true, cell: ({ action }) => action.code },
          {
            id: 'kind',
            header: t('records:col.kind'),
            cell: ({ action }) => t(`records:calendar.kind.${action.kind}`),
          },
          { id: 'value', header: t('records:col.value'), cell: ({ action }) => <Value action={action} /> },
          { id: 'from', header: t('records:col.effective'), cell: ({ action }) => <When at={action.effectiveAt} /> },
          {
            id: 'state',
            header: t('common:word.state'),
            cell: ({ action }) => (
              <Badge tone={TONES[action.state]}>{t(`records:calendar.state.${action.state}`)}</Badge>
            ),
          },
          { id: 'origin', header: t('records:col.from'), cell: ({ origin }) => t(`records:calendar.origin.${origin}`) },
          { id: 'source', header: t('records:calendar.where'), cell: ({ action }) => action.source },
          {
            id: 'cancel',
            header: t('records:calendar.cancel'),
            hideHeader: true,
            align: 'end',
            cell: (row) =>
              row.action.state === 'scheduled' &&
              may('instruments.change') && (
                <Button size="s" onClick={() => cancelling.ask(row)}>
                  {t('records:calendar.cancel')}
                </Button>
              ),
          },
        ]}
      />
      <HeldPrices held={query.data?.held} onDone={refresh} />
      {schedule.dialog}
      {fromFile.dialog}
      {cancelling.dialog}
    </Page>
  );
}

const Value = ({ action }: { action: Listed['action'] }) => (
  <bdi dir="ltr">
    {action.kind === 'split' ? `${action.numerator}:${action.denominator}` : (action.amount ?? action.symbol ?? '–')}
  </bdi>
);

/** Prices that are held now; a jump can be called the market by two persons. */
function HeldPrices({ held, onDone }: { held: readonly HeldPrice[] | undefined; onDone: () => void }) {
  const t = useT();
  const may = useMay();
  const [source, setSource] = useState('');
  const releasing = useDecision(
    ({ code, price, level }: HeldPrice): Decision => ({
      kind: 'approve',
      label: t('records:calendar.release'),
      title: t('records:calendar.releaseTitle', { code, price: price ?? '' }),
      text: t('records:calendar.releaseText'),
      fields: (
        <TextField
          label={t('records:calendar.where')}
          dir="ltr"
          value={source}
          onChange={(event) => setSource(event.currentTarget.value)}
        />
      ),
      problem: source.trim() === '' ? t('records:calendar.whereMissing') : undefined,
      isUndoable: false,
      stepUp: true,
      done: t('records:users.done'),
      send: ({ reason, idempotencyKey }) =>
        call('releaseHeldPrice', { body: { code, level: level ?? 0, source, reason }, idempotencyKey }),
    }),
    onDone,
  );
  return (
    <Section title={t('records:calendar.held')}>
      <PlainTable
        caption={t('records:calendar.held')}
        rows={held}
        rowKey={({ code }) => code}
        empty={t('records:calendar.heldNone')}
        columns={[
          { id: 'code', header: t('records:col.code'), lead: true, cell: ({ code }) => code },
          {
            id: 'because',
            header: t('records:col.reason'),
            cell: ({ because }) => t(`records:calendar.because.${because as 'jump'}`),
          },
          {
            id: 'last',
            header: t('records:col.last'),
            align: 'end',
            cell: ({ last }) => <bdi dir="ltr">{last ?? '–'}</bdi>,
          },
          {
            id: 'price',
            header: t('common:word.price'),
            align: 'end',
            cell: ({ price }) => <bdi dir="ltr">{price ?? '–'}</bdi>,
          },
          { id: 'at', header: t('common:word.time'), cell: ({ at }) => (at === null ? '–' : <When at={at} />) },
          {
            id: 'release',
            header: t('records:calendar.release'),
            hideHeader: true,
            align: 'end',
            cell: (row) =>
              row.because === 'jump' &&
              row.level !== null &&
              may('instruments.change') && (
                <Button
                  size="s"
                  onClick={() => {
                    setSource('');
                    releasing.ask(row);
                  }}
                >
                  {t('records:calendar.release')}
                </Button>
              ),
          },
        ]}
      />
      {releasing.dialog}
    </Section>
  );
}
