import { Badge, KeyValue, Skeleton } from '@glasshouse/ui';
import { loadable } from '../../api/loadable.ts';
import { useT } from '../../i18n/language.ts';
import { useSession } from '../../session/session.ts';
import { displayName } from '../../shared/display-name.ts';
import { FailureNote } from '../../shared/failure.tsx';
import { useFormat } from '../../shared/format.ts';
import { useUserInfo } from '../../shared/use-user-info.ts';
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
  // An account created with an email has no user name, which is known before the server answers.
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
