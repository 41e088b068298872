import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { failureOf } from '@glasshouse/client/failure';
import { Page, PageHead, Section, Segmented } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchCall } from '../../api/client.ts';
import { Filters } from '../../parts/fields/filters.tsx';
import { RANGES, rangeIn, startOf } from '../../parts/fields/ranges.ts';
import { useUrlState } from '../../parts/page/use-url-state.ts';
import { PlainTable } from '../../parts/records/pages-table.tsx';

/** How customers rated what they got, by who answered. */
export function RatingsPage() {
  const t = useT();
  const format = useFormat();
  const [url, setUrl] = useUrlState();
  const range = rangeIn(url.range, 'all');
  const query = range === 'all' ? {} : { from: startOf(range) };
  const report = useQuery({
    queryKey: ['getSupportRatings', query],
    queryFn: ({ signal }) => fetchCall('getSupportRatings', { query, signal }),
  });
  const nobody = t('support:op.view.unassigned');
  return (
    <Page width="page">
      <PageHead title={t('console:page.supportRatings')} />
      <Filters>
        <Segmented
          label={t('records:reports.range')}
          value={range}
          onChange={(next) => setUrl({ range: next })}
          options={RANGES.map((value) => ({
            value,
            label: value === 'all' ? t('records:reports.all') : t('records:reports.days', { count: Number(value) }),
          }))}
        />
      </Filters>
      {report.error !== null && <FailureNote failure={failureOf(report.error)} retry={() => void report.refetch()} />}
      <Section title={t('support:op.byOperator')}>
        <PlainTable
          caption={t('support:op.byOperator')}
          rows={report.data?.operators}
          rowKey={(row) => String(row.operator?.id ?? 0)}
          columns={[
            { id: 'who', header: t('support:op.to'), lead: true, cell: (row) => row.operator?.name ?? nobody },
            { id: 'count', header: t('support:op.count'), align: 'end', cell: (row) => format.number(row.count) },
            { id: 'average', header: t('support:op.average'), align: 'end', cell: (row) => row.average },
            { id: 'scores', header: '1 – 5', align: 'end', cell: (row) => row.scores.join(' · ') },
          ]}
        />
      </Section>
      <Section title={t('support:op.last')}>
        <PlainTable
          caption={t('support:op.last')}
          rows={report.data?.last}
          rowKey={(row) => `${row.conversation} ${row.at}`}
          columns={[
            {
              id: 'chat',
              header: t('console:page.support'),
              lead: true,
              cell: (row) => <Link href={`/support?view=all&item=${row.conversation}`}>#{row.conversation}</Link>,
            },
            { id: 'who', header: t('support:op.to'), cell: (row) => row.operator?.name ?? nobody },
            { id: 'score', header: t('support:op.score'), align: 'end', cell: (row) => row.score },
            { id: 'comment', header: t('support:op.comment'), cell: (row) => <span dir="auto">{row.comment}</span> },
            { id: 'at', header: t('common:word.time'), cell: (row) => format.dateTime(row.at) },
          ]}
        />
      </Section>
    </Page>
  );
}
