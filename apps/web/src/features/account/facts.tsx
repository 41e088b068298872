import type { ResultOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { useSession } from '@glasshouse/app/session/session';
import { Badge, Icon, KeyValue, Skeleton } from '@glasshouse/ui';
import { ChevronRight } from '@glasshouse/ui/icon/icons';
import { displayName } from '../../parts/account/display-name.ts';
import { useUserInfo } from '../../parts/account/use-user-info.ts';
import styles from './facts.module.css';
import { Part } from './part.tsx';

const STATUS = {
  active: { tone: 'success', label: 'account:profile.statusActive' },
  frozen: { tone: 'warning', label: 'account:profile.statusFrozen' },
  disabled: { tone: 'danger', label: 'account:profile.statusDisabled' },
} as const;

/** The user's details, as the server knows them. */
export function Facts() {
  const t = useT();
  const format = useFormat();
  // Guests have no identity check, and an account created with an email has no user name: both are
  // known before the server answers, so that no row comes or goes with its answer.
  const known = useSession()?.user;
  const named = known?.guest === true || typeof known?.username === 'string';
  const info = loadable(useUserInfo());
  if (info.state === 'error') return <FailureNote failure={info.failure} retry={info.retry} />;
  const user = info.state === 'ready' ? info.value.user : undefined;
  const wait = <Skeleton width="1.2rem" />;
  return (
    <Part title={t('shell:tool.account')}>
      <KeyValue
        rows={[
          ...(named
            ? [
                {
                  id: 'name',
                  name: t('account:field.username'),
                  value: user === undefined ? wait : displayName(t, user),
                },
              ]
            : []),
          {
            id: 'email',
            name: t('account:field.email'),
            value: user === undefined ? wait : <bdi>{user.email ?? t('account:profile.notBound')}</bdi>,
          },
          { id: 'number', name: t('account:profile.userNumber'), value: user === undefined ? wait : user.id },
          {
            id: 'since',
            name: t('account:profile.memberSince'),
            value: user === undefined ? wait : format.date(user.createdAt),
          },
          ...(known?.guest === true
            ? []
            : [
                {
                  id: 'identity',
                  name: t('security:identity.name'),
                  value: info.state === 'ready' ? <KycFacts kyc={info.value.kyc} /> : wait,
                },
              ]),
          {
            id: 'status',
            name: t('account:profile.status'),
            value:
              user === undefined ? wait : <Badge tone={STATUS[user.status].tone}>{t(STATUS[user.status].label)}</Badge>,
          },
        ]}
      />
    </Part>
  );
}

const IDENTITY = {
  none: { tone: 'neutral', label: 'security:identity.none' },
  pending: { tone: 'accent', label: 'security:identity.pending' },
  notPassed: { tone: 'danger', label: 'security:identity.notPassed' },
  basic: { tone: 'success', label: 'security:identity.basic' },
  full: { tone: 'success', label: 'security:identity.full' },
} as const;

/** What is furthest along, unless something needs its owner. */
function kycState({ basic, full }: ResultOf<'getUserInfo'>['kyc']): keyof typeof IDENTITY {
  if (full.state === 'verified') return 'full';
  if (full.state !== 'none') return full.state;
  return basic.state === 'verified' ? 'basic' : basic.state;
}

/** Where the identity check stands, and the way to it. */
function KycFacts({ kyc }: { kyc: ResultOf<'getUserInfo'>['kyc'] }) {
  const t = useT();
  const { tone, label } = IDENTITY[kycState(kyc)];
  return (
    <Link href="/profile/identity" className={styles.link}>
      <Badge tone={tone}>{t(label)}</Badge>
      <Icon of={ChevronRight} size="s" mirror />
    </Link>
  );
}
