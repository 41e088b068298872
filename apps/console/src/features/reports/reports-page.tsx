import { type Book, REPORTS } from '@glasshouse/api/constants';
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import { reasonWords } from '@glasshouse/app/statement-words';
import { failureOf } from '@glasshouse/client/failure';
import { Banner, Page, PageHead, Segmented, Select } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { callFile, fetchCall } from '../../api/client.ts';
import { Filters } from '../../parts/fields/filters.tsx';
import { RANGES, rangeIn, startOf } from '../../parts/fields/ranges.ts';
import { useUrlState } from '../../parts/page/use-url-state.ts';
import { useActionWords } from '../../parts/records/action-words.ts';
import { CsvButton } from '../../parts/records/csv-button.tsx';
import { PlainTable } from '../../parts/records/pages-table.tsx';
import { useMay } from '../../session/session.ts';
import styles from './reports-page.module.css';

type Report = OperatorResultOf<'getReport'>;
const BOOKS = ['real', 'demo'] as const;

/** Tables for the books of the operator, each with its file. */
export function ReportsPage() {
  const t = useT();
  const { find } = useTranslator();
  const translator = useTranslator();
  const format = useFormat();
  const { nameOf } = useActionWords();
  const may = useMay();
  const [url, setUrl] = useUrlState();
  const name = REPORTS.find((known) => known === url.report) ?? 'movements';
  const range = rangeIn(url.range, '30');
  const book: Book = BOOKS.find((known) => known === url.book) ?? 'real';
  const query = { book, ...(range !== 'all' && { from: startOf(range) }) };
  const report = useQuery({
    queryKey: ['getReport', name, query],
    queryFn: ({ signal }) => fetchCall('getReport', { params: { name }, query, signal }),
  });
  const cell = (column: Report['columns'][number], text: string, asset: string | undefined) => {
    if (text === '') return '–';
    switch (column.kind) {
      case 'amount':
        return asset === undefined ? format.number(text) : format.money(text, asset);
      case 'number':
        return format.number(text);
      default:
        if (column.id === 'book') return find(`common:book.${text}`) ?? text;
        if (column.id === 'product') return find(`records:product.${text}`) ?? text;
        if (column.id === 'action') return actionWords(text);
        return column.id === 'reason' ? reasonWords(translator, text) : text;
    }
  };
  // Of an identity check, the state that it ended in follows.
  const actionWords = (text: string): string => {
    const [type = '', state] = text.split(' ');
    return state === undefined ? nameOf(type) : `${nameOf(type)} · ${find(`console:state.${state}`) ?? state}`;
  };
  const columns = report.data?.columns ?? [];
  const assetAt = columns.findIndex(({ id }) => id === 'asset');
  return (
    <Page width="wide">
      <PageHead
        title={t('console:page.reports')}
        note={report.data && format.dateTime(report.data.at)}
        actions={
          may('reports.export') && <CsvButton read={() => callFile('exportReport', { params: { name }, query })} />
        }
      />
      <Filters>
        <Select
          hideLabel
          label={t('console:page.reports')}
          className={styles.report}
          value={name}
          onChange={(next) => setUrl({ report: next })}
          options={REPORTS.map((value) => ({ value, label: t(`records:reports.${value}`) }))}
        />
        <Segmented
          label={t('records:reports.range')}
          value={range}
          onChange={(next) => setUrl({ range: next })}
          options={RANGES.map((value) => ({
            value,
            label: value === 'all' ? t('records:reports.all') : t('records:reports.days', { count: Number(value) }),
          }))}
        />
        <Segmented
          label={t('records:col.book')}
          value={book}
          onChange={(next) => setUrl({ book: next })}
          options={BOOKS.map((value) => ({ value, label: t(`common:book.${value}`) }))}
        />
      </Filters>
      {report.error !== null && <FailureNote failure={failureOf(report.error)} retry={() => void report.refetch()} />}
      {report.data?.more === true && <Banner kind="info">{t('records:reports.more')}</Banner>}
      <PlainTable
        caption={t(`records:reports.${name}`)}
        rows={report.data?.rows}
        rowKey={(row) => row.join(' ')}
        empty={t('records:reports.empty')}
        columns={columns.map((column, index) => ({
          id: column.id,
          header: find(`records:col.${column.id}`) ?? find(`console:field.${column.id}`) ?? column.id,
          align: column.kind === 'amount' || column.kind === 'number' ? ('end' as const) : ('start' as const),
          lead: index === 0,
          cell: (row: readonly string[]) => cell(column, row[index] ?? '', assetAt < 0 ? undefined : row[assetAt]),
        }))}
      />
    </Page>
  );
}
