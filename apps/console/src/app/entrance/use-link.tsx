import { PASSWORD_LENGTH_MIN } from '@glasshouse/api/constants';
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { isOperatorName } from '@glasshouse/api/operator/names';
import { passwordLength } from '@glasshouse/api/typed-text';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { required } from '@glasshouse/app/forms/checks';
import { PasswordInput } from '@glasshouse/app/forms/password-input.tsx';
import { useForm } from '@glasshouse/app/forms/use-form';
import { useSending } from '@glasshouse/app/forms/use-sending';
import { useT } from '@glasshouse/app/language/language';
import type { Failure } from '@glasshouse/client/failure';
import { Banner, Button, SkeletonText, TextField } from '@glasshouse/ui';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { setSession } from '../../api/session-cell.ts';
import { RoleNames } from '../../parts/people/role-names.tsx';
import { EntranceFrame } from './entrance-frame.tsx';

interface UseLinkProps {
  readonly token: string;
  readonly onDone: () => void;
}

/** A one-time link: whose it is, then a password for it. */
export function UseLink({ token, onDone }: UseLinkProps) {
  const t = useT();
  const [invitation, setInvitation] = useState<OperatorResultOf<'readOperatorLink'>>();
  const [failure, setFailure] = useState<Failure>();
  const read = useCallback(async () => {
    setFailure(undefined);
    const answer = await call('readOperatorLink', { body: { link: token } });
    if (answer.ok) setInvitation(answer.result);
    else setFailure(answer.failure);
  }, [token]);
  useEffect(() => void read(), [read]);

  if (invitation !== undefined) return <SetPassword token={token} invitation={invitation} onDone={onDone} />;
  const isDecided = failure?.kind === 'refused';
  return (
    <EntranceFrame title={t('console:link.title')}>
      {failure === undefined ? (
        <SkeletonText lines={4} />
      ) : (
        <FailureNote failure={failure} retry={isDecided ? undefined : () => void read()} />
      )}
      {isDecided && (
        <Button full size="l" onClick={onDone}>
          {t('console:link.toSignIn')}
        </Button>
      )}
    </EntranceFrame>
  );
}

function SetPassword({
  token,
  invitation,
  onDone,
}: UseLinkProps & { invitation: OperatorResultOf<'readOperatorLink'> }) {
  const t = useT();
  const choosesName = invitation.name === '';
  const long = (value: string) =>
    passwordLength(value) < PASSWORD_LENGTH_MIN
      ? t('console:link.passwordShort', { min: PASSWORD_LENGTH_MIN })
      : undefined;
  const form = useForm(
    { name: '', code: '', password: '' },
    {
      password: long,
      ...(choosesName && {
        name: (value: string) => (isOperatorName(value.trim()) ? undefined : t('console:link.nameHint')),
      }),
      ...(invitation.needsCode && { code: required(t('console:link.enterCode')) }),
    },
  );
  const { busy, failure, submit } = useSending({
    check: form.check,
    send: () =>
      call('useOperatorLink', {
        body: {
          link: token,
          password: form.values.password,
          ...(choosesName && { name: form.values.name.trim() }),
          ...(invitation.needsCode && { code: form.values.code.trim() }),
        },
      }),
    refuse: form.refuse,
    done: (session) => {
      setSession(session);
      onDone();
    },
  });
  return (
    <EntranceFrame
      title={choosesName ? t('console:link.welcomeFirst') : t('console:link.welcome', { name: invitation.name })}
      text={<RoleNames roles={invitation.roles} />}
      onSubmit={() => void submit()}
    >
      {choosesName ? (
        <TextField
          {...form.field('name')}
          label={t('console:field.name')}
          hint={t('console:link.nameHint')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          size="l"
          maxLength={32}
        />
      ) : (
        <input type="text" hidden readOnly autoComplete="username" value={invitation.name} />
      )}
      {invitation.needsCode && (
        <>
          <Banner kind="info">{t('console:link.codeHint')}</Banner>
          <TextField
            {...form.field('code')}
            label={t('console:link.code')}
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            size="l"
            maxLength={24}
          />
        </>
      )}
      <PasswordInput
        {...form.field('password')}
        label={t('console:link.password')}
        hint={t('console:link.passwordHint', { min: PASSWORD_LENGTH_MIN })}
        autoComplete="new-password"
        size="l"
      />
      {failure && <FailureNote failure={failure} />}
      <Button type="submit" variant="primary" size="l" full loading={busy}>
        {t('console:signIn.next')}
      </Button>
    </EntranceFrame>
  );
}
