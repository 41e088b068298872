import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Page, PageHead } from '@glasshouse/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callFile, fetchCall } from '../../api/client.ts';
import { usePathPart } from '../../parts/page/use-path-part.ts';
import { CsvButton } from '../../parts/records/csv-button.tsx';
import { PagesTable } from '../../parts/records/pages-table.tsx';
import { useMay } from '../../session/session.ts';
import { usePostingColumns } from './postings-columns.tsx';

/** One account and everything that moved on it. */
export function AccountPage() {
  const t = useT();
  const format = useFormat();
  const may = useMay();
  const id = usePathPart(2);
  const columns = usePostingColumns();
  const query = useInfiniteQuery({
    queryKey: ['listLedgerPostings', id],
    queryFn: ({ pageParam, signal }) =>
      fetchCall('listLedgerPostings', {
        params: { id },
        query: pageParam === undefined ? {} : { cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ page }) => page.next ?? undefined,
    select: (data) => ({ ...data, account: data.pages[0]?.account, pages: data.pages.map(({ page }) => page) }),
  });
  const account = query.data?.account;
  return (
    <Page width="wide">
      <PageHead
        title={account === undefined ? t('records:ledger.postings') : `${account.kind} · ${account.asset}`}
        note={
          account &&
          `${account.owner === 0 ? t('records:col.house') : t('console:person', { id: account.owner })} · ${t(
            `common:book.${account.book}`,
          )} · ${format.signedMoney(account.balance, account.asset)}`
        }
        actions={
          may('reports.export') && (
            <CsvButton read={() => callFile('exportLedgerPostings', { params: { id }, query: {} })} />
          )
        }
      />
      <PagesTable
        caption={t('records:ledger.postings')}
        pages={query}
        rowKey={(row) => `${row.seq}.${row.idx}`}
        columns={columns}
        empty={t('records:dashboard.nothing')}
      />
    </Page>
  );
}
