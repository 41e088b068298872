import type { Book } from '@glasshouse/api/constants';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import { otherSideWords, reasonWords } from '@glasshouse/app/statement-words';
import { failureOf } from '@glasshouse/client/failure';
import { Segmented } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { callFile, fetchCall } from '../../api/client.ts';
import { Filters } from '../../parts/fields/filters.tsx';
import { Money } from '../../parts/fields/money.tsx';
import { useUrlState } from '../../parts/page/use-url-state.ts';
import { CsvButton } from '../../parts/records/csv-button.tsx';
import { PagesTable, PlainTable, usePages } from '../../parts/records/pages-table.tsx';
import { useMay } from '../../session/session.ts';

/** Balances of both books. */
export function UserMoney({ id }: { id: string }) {
  const t = useT();
  const format = useFormat();
  const query = useQuery({
    queryKey: ['getUserBalances', id],
    queryFn: ({ signal }) => fetchCall('getUserBalances', { params: { id }, signal }),
  });
  return (
    <>
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />}
      <PlainTable
        caption={t('records:users.money')}
        rows={query.data?.items}
        rowKey={(row) => `${row.book} ${row.asset}`}
        columns={[
          { id: 'asset', header: t('records:col.asset'), lead: true, cell: (row) => row.asset },
          { id: 'book', header: t('records:col.book'), cell: (row) => t(`common:book.${row.book}`) },
          ...(['available', 'held', 'margin', 'inOptions'] as const).map((kind) => ({
            id: kind,
            header: t(`account:balances.${kind}`),
            align: 'end' as const,
            cell: (row: { readonly [Name in typeof kind]: string }) => format.number(row[kind]),
          })),
          {
            id: 'total',
            header: t('common:word.total'),
            align: 'end',
            cell: (row) => <Money value={row.total} asset={row.asset} />,
          },
          {
            id: 'value',
            header: t('account:balances.value'),
            align: 'end',
            cell: (row) => (row.valueUsdt === null ? '–' : <Money value={row.valueUsdt} asset="USDT" />),
          },
        ]}
      />
    </>
  );
}

const BOOKS: readonly Book[] = ['real', 'demo'];

/** Every line of the person's accounts, as they see it themselves. */
export function UserStatement({ id }: { id: string }) {
  const t = useT();
  const translator = useTranslator();
  const format = useFormat();
  const may = useMay();
  const [url, setUrl] = useUrlState();
  const book = BOOKS.find((known) => known === url.book) ?? 'real';
  const pages = usePages(['listUserStatement', id, book], (page, signal) =>
    fetchCall('listUserStatement', { params: { id }, query: { book, ...page }, signal }),
  );
  return (
    <>
      <Filters>
        <Segmented
          label={t('records:col.book')}
          value={book}
          onChange={(next) => setUrl({ book: next })}
          options={BOOKS.map((value) => ({ value, label: t(`common:book.${value}`) }))}
        />
        {may('reports.export') && (
          <CsvButton read={() => callFile('exportUserStatement', { params: { id }, query: { book } })} />
        )}
      </Filters>
      <PagesTable
        caption={t('records:users.statement')}
        pages={pages}
        rowKey={(row) => row.id}
        empty={t('records:dashboard.nothing')}
        columns={[
          { id: 'at', header: t('common:word.time'), cell: (row) => format.dateTime(row.at) },
          {
            id: 'reason',
            header: t('records:col.reason'),
            lead: true,
            cell: (row) => reasonWords(translator, row.reason),
          },
          { id: 'account', header: t('records:col.account'), cell: (row) => t(`account:accountKind.${row.account}`) },
          { id: 'other', header: t('records:col.to'), cell: (row) => otherSideWords(translator, row.counterparty) },
          {
            id: 'amount',
            header: t('records:col.amount'),
            align: 'end',
            cell: (row) => format.signedMoney(row.amount, row.asset),
          },
          {
            id: 'after',
            header: t('records:col.balance'),
            align: 'end',
            cell: (row) => <Money value={row.balanceAfter} asset={row.asset} />,
          },
          { id: 'entry', header: t('records:col.entry'), align: 'end', cell: (row) => row.seq },
        ]}
      />
    </>
  );
}
