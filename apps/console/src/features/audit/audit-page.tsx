import { useT, useTranslator } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { Page, PageHead, Select, Tabs } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callFile, fetchCall } from '../../api/client.ts';
import { Filters } from '../../parts/fields/filters.tsx';
import { SearchBox } from '../../parts/fields/search-box.tsx';
import { useUrlState } from '../../parts/page/use-url-state.ts';
import { Person } from '../../parts/people/person.tsx';
import { useActionWords } from '../../parts/records/action-words.ts';
import { CsvButton } from '../../parts/records/csv-button.tsx';
import { unitsOf } from '../../parts/records/money-fields.ts';
import { PagesTable, usePages } from '../../parts/records/pages-table.tsx';
import { isRecord } from '../../parts/records/records.ts';
import { ValueText } from '../../parts/records/value-text.tsx';
import { When } from '../../parts/records/when.tsx';
import { useMay } from '../../session/session.ts';
import styles from './audit-page.module.css';

interface Filter {
  readonly operator?: number;
  readonly user?: number;
  readonly type?: string;
}

/** What operators did, and at whom they looked. */
export function AuditPage() {
  const t = useT();
  const { nameOf } = useActionWords();
  const [url, setUrl] = useUrlState();
  const view = url.view === 'views' ? 'views' : 'actions';
  const filters = useQuery({
    queryKey: ['getAuditFilters'],
    queryFn: ({ signal }) => fetchCall('getAuditFilters', { signal }),
  });
  const number = (text: string | undefined) => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : undefined);
  const operator = number(url.operator);
  const user = number(url.user);
  const people: Filter = { ...(operator !== undefined && { operator }), ...(user !== undefined && { user }) };
  const filter: Filter = { ...people, ...(url.type !== undefined && { type: url.type }) };
  return (
    <Page width="wide">
      <PageHead
        title={t('console:page.audit')}
        actions={view === 'actions' && <CsvButton read={() => callFile('exportAudit', { query: filter })} />}
      />
      <Filters>
        <Select
          hideLabel
          label={t('console:field.operator')}
          className={styles.filter}
          value={operator === undefined ? 'all' : String(operator)}
          onChange={(next) => setUrl({ operator: next === 'all' ? undefined : next })}
          options={[
            { value: 'all', label: t('records:audit.operator') },
            ...(filters.data?.operators ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        {view === 'actions' && (
          <Select
            hideLabel
            label={t('records:col.action')}
            className={styles.filter}
            value={url.type ?? 'all'}
            onChange={(next) => setUrl({ type: next === 'all' ? undefined : next })}
            options={[
              { value: 'all', label: t('records:audit.type') },
              ...(filters.data?.types ?? []).map((type) => ({ value: type, label: nameOf(type) })),
            ]}
          />
        )}
        <SearchBox
          key={url.user}
          value={url.user}
          label={t('records:audit.person')}
          onChange={(next) => setUrl({ user: next })}
        />
      </Filters>
      <Tabs
        label={t('console:page.audit')}
        value={view}
        onChange={(next) => setUrl({ view: next === 'actions' ? undefined : next })}
        tabs={[
          { value: 'actions', label: t('records:audit.actions') },
          { value: 'views', label: t('records:audit.views') },
        ]}
      >
        {view === 'actions' ? <Actions filter={filter} /> : <Views filter={people} />}
      </Tabs>
    </Page>
  );
}

/** The values of a state that another one has not; what stays is in the log entry. */
function onlyChanged(state: unknown, counterpart: unknown): unknown {
  if (!isRecord(state) || !isRecord(counterpart)) return state;
  return Object.fromEntries(
    Object.entries(state).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(counterpart[name])),
  );
}

function EntryLink({ seq }: { seq: number }) {
  const may = useMay();
  if (!may('ledger.read')) return seq;
  return (
    <Link href={`/ledger/entries/${seq}`} className={styles.link}>
      {seq}
    </Link>
  );
}

/** A fact, and a smaller one that belongs to it. */
const Two = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className={styles.two}>
    {first}
    <span className={styles.quiet}>{second}</span>
  </span>
);

function Actions({ filter }: { filter: Filter }) {
  const t = useT();
  const { nameOf, detailOf, subjectOf } = useActionWords();
  const pages = usePages(['listAudit', filter], (page, signal) =>
    fetchCall('listAudit', { query: { ...filter, ...page }, signal }),
  );
  return (
    <PagesTable
      caption={t('records:audit.actions')}
      pages={pages}
      rowKey={(row) => `${row.seq} ${row.operator.id}`}
      empty={t('records:audit.empty')}
      columns={[
        { id: 'at', header: t('common:word.time'), cell: (row) => <When at={row.at} /> },
        {
          id: 'operator',
          header: t('console:field.operator'),
          cell: (row) => (
            <Two
              first={row.operator.name}
              second={
                <bdi dir="ltr" className={styles.address}>
                  {row.address}
                </bdi>
              }
            />
          ),
        },
        {
          id: 'type',
          header: t('records:col.action'),
          lead: true,
          width: '22%',
          cell: (row) => (
            <Two
              first={
                <>
                  <span>{nameOf(row.type)}</span>
                  <span>{detailOf({ ...row, user: row.userId })}</span>
                </>
              }
              second={row.request === null ? t('records:audit.alone') : t('records:audit.pair', { id: row.request })}
            />
          ),
        },
        {
          id: 'subject',
          header: t('records:col.subject'),
          cell: (row) => (row.userId === null ? subjectOf(row.subject) : <Person person={{ id: row.userId }} />),
        },
        {
          id: 'before',
          header: t('records:col.before'),
          width: '16%',
          cell: (row) => <ValueText value={onlyChanged(row.before, row.after)} unitOf={unitsOf(row)} />,
        },
        {
          id: 'after',
          header: t('records:col.after'),
          width: '18%',
          cell: (row) => <ValueText value={onlyChanged(row.after, row.before)} unitOf={unitsOf(row)} />,
        },
        { id: 'reason', header: t('records:col.reason'), cell: (row) => <bdi>{row.reason}</bdi> },
        { id: 'entry', header: t('records:col.entry'), align: 'end', cell: (row) => <EntryLink seq={row.seq} /> },
      ]}
    />
  );
}

function Views({ filter }: { filter: Filter }) {
  const { t, find } = useTranslator();
  const { subjectOf } = useActionWords();
  const pages = usePages(['listAuditViews', filter], (page, signal) =>
    fetchCall('listAuditViews', { query: { ...filter, ...page }, signal }),
  );
  return (
    <PagesTable
      caption={t('records:audit.views')}
      pages={pages}
      rowKey={(row) => String(row.seq)}
      empty={t('records:audit.empty')}
      columns={[
        { id: 'at', header: t('common:word.time'), cell: (row) => <When at={row.at} /> },
        { id: 'operator', header: t('console:field.operator'), lead: true, cell: (row) => row.operator.name },
        { id: 'person', header: t('console:field.person'), cell: (row) => <Person person={{ id: row.userId }} /> },
        {
          id: 'kind',
          header: t('records:col.kind'),
          cell: (row) => find(`security:views.kind.${row.kind}`) ?? row.kind,
        },
        { id: 'subject', header: t('records:col.subject'), cell: (row) => subjectOf(row.subject) },
        { id: 'entry', header: t('records:col.entry'), align: 'end', cell: (row) => <EntryLink seq={row.seq} /> },
      ]}
    />
  );
}
