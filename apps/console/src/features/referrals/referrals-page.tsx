import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { failureOf } from '@glasshouse/client/failure';
import { Badge, Card, KeyValue, Page, PageHead, Section, Segmented, SkeletonBlock } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchCall } from '../../api/client.ts';
import { Filters } from '../../parts/fields/filters.tsx';
import { Money } from '../../parts/fields/money.tsx';
import { SearchBox } from '../../parts/fields/search-box.tsx';
import { useUrlState } from '../../parts/page/use-url-state.ts';
import { Person } from '../../parts/people/person.tsx';
import { PagesTable, usePages } from '../../parts/records/pages-table.tsx';
import { useMay } from '../../session/session.ts';
import { InviterRecords } from './inviter-records.tsx';
import styles from './referrals.module.css';

type Totals = OperatorResultOf<'getReferralTotals'>;
/** They change as all terms do: by two persons, from a moment on. */
const TERMS = '/instruments/referrals/FRIENDS';
const VIEWS = ['all', 'suspicious'] as const;

/** Who invites whom, what it costs, and whose accounts look like one person's. */
export function ReferralsPage() {
  const t = useT();
  const format = useFormat();
  const may = useMay();
  const [url, setUrl] = useUrlState();
  const view = VIEWS.find((known) => known === url.view) ?? 'all';
  const { q } = url;
  const inviter = /^\d{1,15}$/.test(url.person ?? '') ? Number(url.person) : undefined;
  const totals = useQuery({
    queryKey: ['getReferralTotals'],
    queryFn: ({ signal }) => fetchCall('getReferralTotals', { signal }),
  });
  const inviters = usePages(['listInviters', view, q], (page, signal) =>
    fetchCall('listInviters', { query: { view, ...(q !== undefined && { q }), ...page }, signal }),
  );
  const again = (): void => {
    void totals.refetch();
    void inviters.refetch();
  };
  return (
    <Page width="wide">
      <PageHead
        title={t('console:page.referrals')}
        note={totals.data && format.dateTime(totals.data.at)}
        actions={may('instruments.read') && <LinkButton href={TERMS}>{t('records:referrals.terms')}</LinkButton>}
      />
      {totals.error !== null && <FailureNote failure={failureOf(totals.error)} retry={again} />}
      {totals.data === undefined ? (
        totals.error === null && <SkeletonBlock height="2.4rem" />
      ) : (
        <Sums totals={totals.data} />
      )}
      <Section
        className={styles.first}
        title={t('records:referrals.inviters')}
        note={t('records:referrals.sharingText')}
      >
        <Filters>
          <Segmented
            label={t('records:referrals.inviters')}
            value={view}
            onChange={(next) => setUrl({ view: next === 'all' ? undefined : next, person: undefined })}
            options={VIEWS.map((value) => ({ value, label: t(`records:referrals.view.${value}`) }))}
          />
          <SearchBox value={q} label={t('records:referrals.search')} onChange={(next) => setUrl({ q: next })} />
        </Filters>
        <PagesTable
          caption={t('records:referrals.inviters')}
          pages={inviters}
          rowKey={({ user }) => String(user.id)}
          empty={t(view === 'all' ? 'records:referrals.none' : 'records:referrals.noneSuspicious')}
          onOpen={({ user }) => setUrl({ person: String(user.id) })}
          columns={[
            { id: 'who', header: t('records:col.inviter'), lead: true, cell: ({ user }) => <Person person={user} /> },
            { id: 'code', header: t('records:users.code'), cell: ({ code }) => <bdi dir="ltr">{code ?? '–'}</bdi> },
            {
              id: 'friends',
              header: t('records:referrals.friends'),
              align: 'end',
              cell: ({ friends }) => format.number(friends),
            },
            {
              id: 'active',
              header: t('records:referrals.active'),
              align: 'end',
              cell: ({ active }) => format.number(active),
            },
            {
              id: 'fees',
              header: t('records:referrals.fees'),
              align: 'end',
              cell: ({ fees }) => <Money value={fees} asset="USDT" />,
            },
            {
              id: 'earned',
              header: t('records:referrals.earned'),
              align: 'end',
              cell: ({ earned }) => <Money value={earned} asset="USDT" />,
            },
            {
              id: 'sharing',
              header: t('records:referrals.sharing'),
              align: 'end',
              cell: ({ sharing }) =>
                sharing === 0 ? format.number(0) : <Badge tone="warning">{format.number(sharing)}</Badge>,
            },
            {
              id: 'addresses',
              header: t('records:col.sameAddresses'),
              align: 'end',
              cell: ({ sameAddresses }) => format.number(sameAddresses),
            },
            {
              id: 'devices',
              header: t('records:col.sameDevices'),
              align: 'end',
              cell: ({ sameDevices }) => format.number(sameDevices),
            },
          ]}
        />
      </Section>
      <InviterRecords
        key={inviter ?? 0}
        inviter={inviter}
        onAll={() => setUrl({ person: undefined })}
        onStopped={again}
      />
    </Page>
  );
}

function Sums({ totals }: { totals: Totals }) {
  const t = useT();
  const format = useFormat();
  return (
    <Card>
      <KeyValue
        rows={[
          { id: 'inviters', name: t('records:referrals.inviters'), value: format.number(totals.inviters) },
          { id: 'friends', name: t('records:referrals.friends'), value: format.number(totals.friends) },
          { id: 'active', name: t('records:referrals.active'), value: format.number(totals.active) },
          { id: 'stopped', name: t('records:referrals.state.stopped'), value: format.number(totals.stopped) },
          { id: 'fees', name: t('records:referrals.fees'), value: <Money value={totals.fees} asset="USDT" /> },
          {
            id: 'earned',
            name: t('records:referrals.earned'),
            value: <Money value={totals.earned} asset="USDT" />,
            strong: true,
          },
          {
            id: 'suspicious',
            name: t('records:referrals.rings'),
            value:
              totals.suspicious === 0 ? (
                format.number(0)
              ) : (
                <Badge tone="warning">{format.number(totals.suspicious)}</Badge>
              ),
          },
        ]}
      />
    </Card>
  );
}
