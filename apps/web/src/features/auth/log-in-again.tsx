import { required } from '@glasshouse/app/forms/checks';
import { checkFactorCode, FactorCode } from '@glasshouse/app/forms/factor-code.tsx';
import { PasswordInput } from '@glasshouse/app/forms/password-input.tsx';
import { useForm } from '@glasshouse/app/forms/use-form';
import { useSending } from '@glasshouse/app/forms/use-sending';
import { useT } from '@glasshouse/app/language/language';
import { endSession, type Session, startSession, useSession } from '@glasshouse/app/session/session';
import type { Failure } from '@glasshouse/client/failure';
import { Button, Dialog, Stack, TextField, toasts } from '@glasshouse/ui';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { displayName } from '../../parts/account/display-name.ts';
import { loginHref } from '../../parts/account/login-href.ts';
import { Submit } from '../../parts/forms/sheet-form.tsx';
import { rememberDevice } from './known-devices.ts';
import { logIn } from './login-work.ts';
import { PasskeyLogin } from './passkey-login.tsx';

/** Password and account were right; the authenticator app is asked for. */
const TOTP_REQUIRED = 11028;

/**
 * The session ended while somebody was at work: they log in on top of the page, which stays as it
 * is with all that was typed. The other ways to log in leave it.
 */
export function LogInAgain() {
  const t = useT();
  const [, navigate] = useLocation();
  const user = useSession()?.user;
  const [asksCode, setAsksCode] = useState(false);
  const form = useForm(
    { account: user?.username ?? user?.email ?? '', password: '', totp: '' },
    {
      account: required(t('account:field.enterAccount')),
      password: required(t('account:field.enterPassword')),
      totp: checkFactorCode(t('account:login.enterCode')),
    },
  );
  const leave = () => {
    const href = loginHref({ ended: true });
    endSession();
    navigate(href);
  };
  const arrive = ({ device, ...session }: Session & { readonly device: string }) => {
    rememberDevice(device);
    startSession(session);
    // The page of one person is nothing for another, nor is what it holds in its memory.
    if (session.user.id !== user?.id) return window.location.replace('/');
    toasts.show({ title: t('account:login.done') });
  };
  const { account, password, totp } = form.values;
  const { busy, failure, submit } = useSending({
    check: () => form.check(asksCode ? ['account', 'password', 'totp'] : ['account', 'password']),
    send: () => logIn({ account: account.trim(), password, ...(asksCode && { totp: totp.trim() }) }),
    refuse: async (problem: Failure) => {
      if (!asksCode && problem.kind === 'refused' && problem.code === TOTP_REQUIRED) {
        setAsksCode(true);
        return true;
      }
      return form.refuse(problem);
    },
    done: arrive,
  });
  if (user === undefined) return null;
  return (
    <Dialog
      open
      dismissable={false}
      onClose={leave}
      width="s"
      title={t('guide:session.title')}
      description={t('guide:session.text', { name: displayName(t, user) })}
      closeLabel={t('common:action.close')}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap={4}>
          <TextField
            {...form.field('account')}
            label={t('account:field.account')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
          />
          <PasswordInput
            {...form.field('password')}
            label={t('account:field.password')}
            autoComplete="current-password"
            autoFocus
          />
          {asksCode && <FactorCode {...form.field('totp')} label={t('account:login.codeField')} autoFocus />}
          <Submit label={t('account:login.submit')} busy={busy} failure={failure} />
          <PasskeyLogin onDone={arrive} />
          <Button variant="quiet" full onClick={leave}>
            {t('guide:session.other')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
