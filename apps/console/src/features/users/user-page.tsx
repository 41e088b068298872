import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { LANGUAGE_LIST } from '@glasshouse/i18n/languages';
import { KeyValue, Page, PageHead, SkeletonBlock, Tabs } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchCall } from '../../api/client.ts';
import { usePathPart } from '../../parts/page/use-path-part.ts';
import { useUrlState } from '../../parts/page/use-url-state.ts';
import { Person } from '../../parts/people/person.tsx';
import { Evidence, Panel } from '../../parts/records/evidence.tsx';
import { StateBadge } from '../../parts/records/state-badge.tsx';
import { useMay } from '../../session/session.ts';
import { UserActions } from './user-actions.tsx';
import { UserEvents } from './user-events.tsx';
import { UserLimits } from './user-limits.tsx';
import { UserMoney, UserStatement } from './user-money.tsx';
import { UserSessions } from './user-sessions.tsx';
import styles from './users.module.css';

type Profile = OperatorResultOf<'getUser'>;
const TABS = ['events', 'money', 'limits', 'statement', 'sessions'] as const;

/** Tabs that only those see who may read balances. */
const OF_BALANCES: readonly string[] = ['money', 'limits', 'statement'];

/** Everything about one person. */
export function UserPage() {
  const t = useT();
  const may = useMay();
  const id = usePathPart(1);
  const [url, setUrl] = useUrlState();
  const query = useQuery({
    queryKey: ['getUser', id],
    queryFn: ({ signal }) => fetchCall('getUser', { params: { id }, signal }),
  });
  const profile = query.data;
  const shown = TABS.filter((tab) => may('balances.read') || !OF_BALANCES.includes(tab));
  const tab = shown.find((known) => known === url.tab) ?? 'events';
  const names = {
    events: t('records:users.events'),
    money: t('records:users.money'),
    limits: t('records:users.limits'),
    statement: t('records:users.statement'),
    sessions: t('records:col.sessions'),
  };
  return (
    <Page>
      <PageHead
        title={profile?.user.username ?? profile?.user.email ?? t('console:person', { id })}
        note={t('records:users.seen')}
        actions={profile && <UserActions profile={profile} onDone={() => void query.refetch()} />}
      />
      {query.isPending && <SkeletonBlock height="3.2rem" />}
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />}
      {profile && (
        <div className={styles.facts}>
          <Facts profile={profile} />
        </div>
      )}
      {profile && (
        <Tabs
          label={t('records:users.account')}
          value={tab}
          onChange={(next) => setUrl({ tab: next })}
          tabs={shown.map((value) => ({ value, label: names[value] }))}
        >
          {tab === 'events' && <UserEvents id={id} />}
          {tab === 'money' && <UserMoney id={id} />}
          {tab === 'limits' && <UserLimits id={id} />}
          {tab === 'statement' && <UserStatement id={id} />}
          {tab === 'sessions' && <UserSessions id={id} />}
        </Tabs>
      )}
    </Page>
  );
}

const languageName = (code: string): string => LANGUAGE_LIST.find((language) => language.code === code)?.name ?? code;

function Facts({ profile }: { profile: Profile }) {
  const t = useT();
  const format = useFormat();
  const { user } = profile;
  return (
    <Evidence>
      <Panel level={2} title={t('records:users.account')} aside={<StateBadge state={user.status} />}>
        <KeyValue
          dense
          rows={[
            { id: 'id', name: t('records:col.number'), value: user.id },
            { id: 'email', name: t('records:col.email'), value: <bdi>{user.email ?? '–'}</bdi> },
            ...(profile.statusReason === null
              ? []
              : [{ id: 'why', name: t('records:col.reason'), value: <bdi>{profile.statusReason}</bdi> }]),
            { id: 'language', name: t('records:col.language'), value: <bdi>{languageName(user.language)}</bdi> },
            { id: 'created', name: t('records:col.created'), value: format.dateTime(user.createdAt) },
            {
              id: 'seen',
              name: t('records:col.seen'),
              value: profile.lastSeenAt === null ? '–' : format.dateTime(profile.lastSeenAt),
            },
            { id: 'sessions', name: t('records:col.sessions'), value: format.number(profile.sessions) },
          ]}
        />
      </Panel>
      <Panel level={2} title={t('records:col.identity')}>
        <KeyValue
          dense
          rows={[
            {
              id: 'basic',
              name: t('records:users.basic'),
              value: profile.identity.basic === 'none' ? '–' : <StateBadge state={profile.identity.basic} />,
            },
            {
              id: 'full',
              name: t('records:users.full'),
              value: profile.identity.full === 'none' ? '–' : <StateBadge state={profile.identity.full} />,
            },
            ...profile.levels.map(({ book, level }) => ({
              id: `level ${book}`,
              name: `${t('records:col.level')} · ${t(`common:book.${book}`)}`,
              value: format.number(level),
            })),
            { id: 'notes', name: t('records:col.notes'), value: format.number(profile.notes) },
            { id: 'code', name: t('records:users.code'), value: <bdi dir="ltr">{profile.inviteCode}</bdi> },
            {
              id: 'by',
              name: t('records:users.invitedBy'),
              value: profile.invitedBy === null ? '–' : <Person person={{ id: profile.invitedBy }} />,
            },
            { id: 'invited', name: t('records:users.invited'), value: format.number(profile.invited) },
          ]}
        />
      </Panel>
    </Evidence>
  );
}
