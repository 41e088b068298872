import type { Book } from '@glasshouse/api/constants';
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { failureOf } from '@glasshouse/client/failure';
import { Badge, Button, Page, PageHead, Section, Segmented, Stack, TextField } from '@glasshouse/ui';
import { X } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { fetchCall } from '../../api/client.ts';
import { Filters } from '../../parts/fields/filters.tsx';
import { SearchBox } from '../../parts/fields/search-box.tsx';
import { useUrlState } from '../../parts/page/use-url-state.ts';
import { PagesTable, ShortTable, usePages } from '../../parts/records/pages-table.tsx';
import styles from './ledger.module.css';

const BOOKS = ['all', 'real', 'demo'] as const;

const SUMS_FIRST = 10;
type Sum = OperatorResultOf<'getLedgerSums'>[number];
/** What does not add up first, then what people have. */
const rank = ({ sum, people }: Sum): number => (sum !== '0' ? 0 : people !== '0' ? 1 : 2);
const byOddness = (left: Sum, right: Sum): number => rank(left) - rank(right);

/** From sums that must be zero to any account, and from there to every posting. */
export function LedgerPage() {
  const t = useT();
  const format = useFormat();
  const [, navigate] = useLocation();
  const [url, setUrl] = useUrlState();
  const book = BOOKS.find((known) => known === url.book) ?? 'all';
  const owner = /^\d{1,15}$/.test(url.owner ?? '') ? Number(url.owner) : undefined;
  const kind = /^[a-zA-Z.\d]{1,32}$/.test(url.kind ?? '') ? url.kind : undefined;
  const sums = useQuery({
    queryKey: ['getLedgerSums'],
    queryFn: ({ signal }) => fetchCall('getLedgerSums', { signal }),
  });
  const query = {
    ...(book !== 'all' && { book: book as Book }),
    ...(owner !== undefined && { owner }),
    ...(kind !== undefined && { kind }),
  };
  const pages = usePages(['listLedgerAccounts', query], (page, signal) =>
    fetchCall('listLedgerAccounts', { query: { ...query, ...page }, signal }),
  );
  // The asset has a column of its own.
  const sum = (value: string) => format.number(value, { min: 2, max: 8 });
  return (
    <Page width="wide">
      <PageHead title={t('console:page.ledger')} actions={<EntryNumber />} />
      <Section title={t('records:ledger.sums')}>
        {sums.error !== null && <FailureNote failure={failureOf(sums.error)} retry={() => void sums.refetch()} />}
        <ShortTable
          first={SUMS_FIRST}
          caption={t('records:ledger.sums')}
          rows={sums.data?.toSorted(byOddness)}
          rowKey={(row) => `${row.book} ${row.asset}`}
          columns={[
            { id: 'asset', header: t('records:col.asset'), lead: true, cell: (row) => row.asset },
            { id: 'book', header: t('records:col.book'), cell: (row) => t(`common:book.${row.book}`) },
            {
              id: 'people',
              header: t('records:col.people'),
              align: 'end',
              cell: (row) => sum(row.people),
            },
            { id: 'house', header: t('records:col.house'), align: 'end', cell: (row) => sum(row.house) },
            {
              id: 'outside',
              header: t('records:col.outside'),
              align: 'end',
              cell: (row) => sum(row.external),
            },
            {
              id: 'sum',
              header: t('records:col.sum'),
              align: 'end',
              cell: (row) =>
                row.sum === '0' ? (
                  <Badge tone="success">{t('records:ledger.even')}</Badge>
                ) : (
                  <Badge tone="danger">
                    {t('records:ledger.uneven')}: {format.signedMoney(row.sum, row.asset)}
                  </Badge>
                ),
            },
          ]}
        />
      </Section>
      <Section title={t('records:ledger.accounts')}>
        <Filters>
          <SearchBox
            key={url.owner}
            value={url.owner}
            label={t('records:ledger.owner')}
            onChange={(next) => setUrl({ owner: next })}
          />
          <Segmented
            label={t('records:col.book')}
            value={book}
            onChange={(next) => setUrl({ book: next === 'all' ? undefined : next })}
            options={BOOKS.map((value) => ({
              value,
              label: value === 'all' ? t('common:word.all') : t(`common:book.${value}`),
            }))}
          />
          {kind !== undefined && (
            <Button icon={X} onClick={() => setUrl({ kind: undefined })}>
              {kind}
            </Button>
          )}
        </Filters>
        <PagesTable
          caption={t('records:ledger.accounts')}
          pages={pages}
          rowKey={(row) => String(row.id)}
          onOpen={(row) => navigate(`/ledger/accounts/${row.id}`)}
          empty={t('common:state.nothingFound')}
          columns={[
            {
              id: 'account',
              header: t('records:col.account'),
              lead: true,
              cell: (row) => (
                <Link href={`/ledger/accounts/${row.id}`} className={styles.link}>
                  <code>
                    {row.owner === 0 ? 'house' : `u${row.owner}`}/{row.kind}
                  </code>
                </Link>
              ),
            },
            { id: 'book', header: t('records:col.book'), cell: (row) => t(`common:book.${row.book}`) },
            { id: 'asset', header: t('records:col.asset'), cell: (row) => row.asset },
            {
              id: 'balance',
              header: t('records:col.balance'),
              align: 'end',
              cell: (row) => format.signedMoney(row.balance, row.asset),
            },
          ]}
        />
      </Section>
    </Page>
  );
}

function EntryNumber() {
  const t = useT();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const isNumber = /^[1-9]\d{0,15}$/.test(typed);
  const open = (event: FormEvent) => {
    event.preventDefault();
    if (isNumber) navigate(`/ledger/entries/${typed}`);
  };
  return (
    <form onSubmit={open}>
      <Stack row gap={2} align="end">
        <TextField
          hideLabel
          label={t('records:ledger.entryNumber')}
          placeholder={t('records:ledger.entryNumber')}
          inputMode="numeric"
          dir="ltr"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value.trim())}
        />
        <Button type="submit" disabled={!isNumber}>
          {t('records:ledger.go')}
        </Button>
      </Stack>
    </form>
  );
}
