import { useSending } from '@glasshouse/app/forms/use-sending';
import { useTranslator } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { TextField } from '@glasshouse/ui';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { call } from '../../api/client.ts';
import { CredentialFields, useCredentials } from '../../parts/forms/credentials.tsx';
import { Submit } from '../../parts/forms/sheet-form.tsx';
import styles from './auth.module.css';
import { AuthFrame } from './auth-frame.tsx';
import { SignInMethods } from './sign-in/sign-in-methods.tsx';
import { WalletGate } from './sign-in/wallet-gate.tsx';
import { SignedInGate } from './signed-in-gate.tsx';
import { useArrive } from './use-after-login.ts';

export const RegisterPage = () => (
  <SignedInGate>
    <WalletGate>
      <RegisterForm />
    </WalletGate>
  </SignedInGate>
);

function RegisterForm() {
  const { t, language } = useTranslator();
  const search = useSearch();
  const arrive = useArrive();
  const credentials = useCredentials();
  const [invite, setInvite] = useState(() => new URLSearchParams(search).get('invite') ?? '');
  const inviteCode = invite.trim();
  const { busy, failure, submit } = useSending({
    check: credentials.check,
    send: () => call('register', { body: { ...credentials.body, language, ...(inviteCode !== '' && { inviteCode }) } }),
    refuse: credentials.form.refuse,
    done: (result) => arrive(result, t('account:register.done')),
  });
  return (
    <AuthFrame
      title={t('account:register.title')}
      text={t('account:register.demoHint')}
      onSubmit={() => void submit()}
      foot={
        <p>
          {t('account:register.haveAccount')}{' '}
          <Link href={`/pass/login?${search}`} className={styles.link}>
            {t('account:register.login')}
          </Link>
        </p>
      }
    >
      <CredentialFields credentials={credentials} purpose="register" />
      <TextField
        label={t('account:register.inviteCode')}
        value={invite}
        onChange={(event) => setInvite(event.currentTarget.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        dir="ltr"
        size="l"
      />
      <Submit label={t('account:register.submit')} busy={busy} failure={failure} />
      <SignInMethods inviteCode={inviteCode} onDone={(result) => arrive(result, t('account:register.done'))} />
    </AuthFrame>
  );
}
