import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { required } from '@glasshouse/app/forms/checks';
import { checkFactorCode, FactorCode } from '@glasshouse/app/forms/factor-code.tsx';
import { PasswordInput } from '@glasshouse/app/forms/password-input.tsx';
import { useForm } from '@glasshouse/app/forms/use-form';
import { useSending } from '@glasshouse/app/forms/use-sending';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { isRefusal } from '@glasshouse/client/failure';
import { Banner, Button, TextField } from '@glasshouse/ui';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { useTryDemo } from '../../parts/account/use-try-demo.ts';
import { Submit } from '../../parts/forms/sheet-form.tsx';
import styles from './auth.module.css';
import { AuthFrame } from './auth-frame.tsx';
import { logIn } from './login-work.ts';
import { PasskeyLogin } from './passkey-login.tsx';
import { SignInMethods } from './sign-in/sign-in-methods.tsx';
import { WalletGate } from './sign-in/wallet-gate.tsx';
import { SignedInGate } from './signed-in-gate.tsx';
import { useArrive } from './use-after-login.ts';

/** Password and account were right; the authenticator app is asked for. */
const TOTP_REQUIRED = 11028;
/** Account and password were right; whoever closed the account may come back. */
const CLOSED = 11346;

export const LoginPage = () => (
  <SignedInGate>
    <WalletGate>
      <LoginForm />
    </WalletGate>
  </SignedInGate>
);

function LoginForm() {
  const t = useT();
  const search = useSearch();
  const arrive = useArrive();
  const demo = useTryDemo('/cruuency');
  const [asksCode, setAsksCode] = useState(false);
  const [closed, setClosed] = useState<string>();
  const form = useForm(
    { account: '', password: '', totp: '' },
    {
      account: required(t('account:field.enterAccount')),
      password: required(t('account:field.enterPassword')),
      totp: checkFactorCode(t('account:login.enterCode')),
    },
  );

  const { account, password, totp } = form.values;
  const comesBack = closed === account.trim();
  const { busy, failure, submit } = useSending({
    check: () => form.check(asksCode ? ['account', 'password', 'totp'] : ['account', 'password']),
    send: () =>
      logIn({
        account: account.trim(),
        password,
        ...(asksCode && { totp: totp.trim() }),
        ...(comesBack && { reopen: true }),
      }),
    refuse: async (problem) => {
      // The account asks for its second step: nothing is wrong, the form goes on.
      if (!asksCode && isRefusal(problem, TOTP_REQUIRED)) {
        setAsksCode(true);
        return true;
      }
      if (isRefusal(problem, CLOSED)) setClosed(account.trim());
      return form.refuse(problem);
    },
    done: (result) => arrive(result, t('account:login.done')),
  });
  if (asksCode) {
    return (
      <AuthFrame
        title={t('account:login.codeTitle')}
        text={t('account:login.codeText')}
        onSubmit={() => void submit()}
        foot={
          <Button variant="quiet" onClick={() => setAsksCode(false)}>
            {t('account:reset.backToLogin')}
          </Button>
        }
      >
        <FactorCode {...form.field('totp')} label={t('account:login.codeField')} autoFocus />
        <Submit label={t('account:login.submit')} busy={busy} failure={failure} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={t('account:login.title')}
      onSubmit={() => void submit()}
      foot={
        <>
          <p>
            {t('account:login.noAccount')}{' '}
            <Link href={`/pass/register?${search}`} className={styles.link}>
              {t('account:login.register')}
            </Link>
          </p>
          <Button variant="quiet" loading={demo.busy} onClick={() => void demo.start()}>
            {t('account:login.tryDemo')}
          </Button>
          {demo.failure && <FailureNote failure={demo.failure} />}
        </>
      }
    >
      {new URLSearchParams(search).has('ended') && <Banner kind="info">{t('account:login.sessionEnded')}</Banner>}
      <TextField
        {...form.field('account')}
        label={t('account:field.account')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        size="l"
      />
      <PasswordInput
        {...form.field('password')}
        label={t('account:field.password')}
        autoComplete="current-password"
        size="l"
        aside={
          <Link href="/pass/reset" className={styles.link}>
            {t('account:login.forgot')}
          </Link>
        }
      />
      {failure && <FailureNote failure={failure} />}
      {comesBack && <Banner kind="info">{t('signin:closing.reopenText')}</Banner>}
      <Button type="submit" variant="primary" size="l" full loading={busy}>
        {t(comesBack ? 'signin:closing.reopen' : 'account:login.submit')}
      </Button>
      <PasskeyLogin onDone={(result) => arrive(result, t('account:login.done'))} />
      <SignInMethods onDone={(result) => arrive(result, t('account:login.done'))} />
    </AuthFrame>
  );
}
