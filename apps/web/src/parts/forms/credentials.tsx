import type { BodyOf } from '@glasshouse/api';
import { checkCode, checkEmail, checkNewPassword, checkRepeated, checkUsername } from '@glasshouse/app/forms/checks';
import { NewPassword } from '@glasshouse/app/forms/new-password.tsx';
import { PasswordInput } from '@glasshouse/app/forms/password-input.tsx';
import { useForm } from '@glasshouse/app/forms/use-form';
import { useT } from '@glasshouse/app/language/language';
import { Segmented, TextField } from '@glasshouse/ui';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { EmailWithCode } from './email-with-code.tsx';

type CredentialKind = 'username' | 'email';

/**
 * New credentials: a user name, or an email with a code, and a password. For sign-up and for
 * upgrading guests.
 */
export function useCredentials() {
  const t = useT();
  const [kind, setKind] = useState<CredentialKind>('username');
  const [password, setPassword] = useState('');
  const form = useForm(
    { username: '', email: '', code: '', password: '', confirmPassword: '' },
    {
      username: checkUsername(t),
      email: checkEmail(t),
      code: checkCode(t),
      password: checkNewPassword(t),
      confirmPassword: checkRepeated(t, password),
    },
  );
  const { username, email, code, confirmPassword } = form.values;
  const body = {
    ...(kind === 'username' ? { username } : { email: email.trim(), code }),
    password: form.values.password,
    confirmPassword,
  } satisfies BodyOf<'upgradeGuest'>;
  const check = () =>
    form.check([
      ...(kind === 'username' ? (['username'] as const) : (['email', 'code'] as const)),
      'password',
      'confirmPassword',
    ]);
  return { kind, setWay: setKind, form, body, check, setPassword };
}

interface CredentialFieldsProps {
  readonly credentials: ReturnType<typeof useCredentials>;
  readonly purpose: 'register' | 'bind';
}

export function CredentialFields({ credentials, purpose }: CredentialFieldsProps) {
  const t = useT();
  const { kind, setWay: setKind, form, setPassword } = credentials;
  const [isTaken, setIsTaken] = useState<boolean>();
  const username = form.field('username');
  const password = form.field('password');

  const lookUp = async () => {
    username.onBlur();
    if (checkUsername(t)(form.values.username) !== undefined) return;
    const answer = await call('checkAccountExists', { query: { username: form.values.username } });
    if (answer.ok) setIsTaken(answer.result.exists);
  };
  return (
    <>
      <Segmented
        full
        label={t('account:field.account')}
        value={kind}
        onChange={setKind}
        options={[
          { value: 'username', label: t('account:register.byUsername') },
          { value: 'email', label: t('account:register.byEmail') },
        ]}
      />
      {kind === 'username' ? (
        <TextField
          {...username}
          error={username.error ?? (isTaken === true ? t('account:register.taken') : undefined)}
          hint={isTaken === false ? t('account:register.free') : t('account:register.usernameHint')}
          onChange={(event) => {
            setIsTaken(undefined);
            username.onChange(event);
          }}
          onBlur={() => void lookUp()}
          label={t('account:field.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          size="l"
        />
      ) : (
        <EmailWithCode
          email={form.field('email')}
          code={form.field('code')}
          purpose={purpose}
          onMissingEmail={() => form.check(['email'])}
        />
      )}
      <NewPassword
        {...password}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          password.onChange(event);
        }}
        label={t('account:field.password')}
      />
      <PasswordInput
        {...form.field('confirmPassword')}
        label={t('account:field.confirmPassword')}
        autoComplete="new-password"
        size="l"
      />
    </>
  );
}
