import { checkCode, checkEmail, checkNewPassword } from '@glasshouse/app/forms/checks';
import { checkFactorCode, FactorCode } from '@glasshouse/app/forms/factor-code.tsx';
import { NewPassword } from '@glasshouse/app/forms/new-password.tsx';
import { useForm } from '@glasshouse/app/forms/use-form';
import { useSending } from '@glasshouse/app/forms/use-sending';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { isRefusal } from '@glasshouse/client/failure';
import { toasts } from '@glasshouse/ui';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { EmailWithCode } from '../../parts/forms/email-with-code.tsx';
import { Submit } from '../../parts/forms/sheet-form.tsx';
import styles from './auth.module.css';
import { AuthFrame } from './auth-frame.tsx';

/** Account and code were right; the authenticator app is asked for. */
const TOTP_REQUIRED = 11028;

/** Recovery by email: a code sent there replaces the forgotten password. */
export function ResetPage() {
  const t = useT();
  const [, navigate] = useLocation();
  const form = useForm(
    { account: '', code: '', newPassword: '', totp: '' },
    {
      account: checkEmail(t),
      code: checkCode(t),
      newPassword: checkNewPassword(t),
      totp: checkFactorCode(t('account:login.enterCode')),
    },
  );
  const [asksCode, setAsksCode] = useState(false);
  const { account, code, newPassword, totp } = form.values;
  const { busy, failure, submit } = useSending({
    check: () => form.check(['account', 'code', 'newPassword', ...(asksCode ? (['totp'] as const) : [])]),
    send: () =>
      call('changePassword', {
        body: { account: account.trim(), code, newPassword, ...(asksCode && { totp: totp.trim() }) },
      }),
    refuse: async (problem) => {
      // The mailed code was right, and the app is on: nothing is wrong, the form goes on.
      if (!asksCode && isRefusal(problem, TOTP_REQUIRED)) {
        setAsksCode(true);
        return true;
      }
      return form.refuse(problem);
    },
    done: () => {
      toasts.show({ title: t('account:reset.done') });
      navigate('/pass/login', { replace: true });
    },
  });
  return (
    <AuthFrame
      title={t('account:reset.title')}
      text={t('account:reset.text')}
      onSubmit={() => void submit()}
      foot={
        <Link href="/pass/login" className={styles.link}>
          {t('account:reset.backToLogin')}
        </Link>
      }
    >
      <EmailWithCode
        email={form.field('account')}
        code={form.field('code')}
        purpose="reset"
        onMissingEmail={() => form.check(['account'])}
      />
      <NewPassword {...form.field('newPassword')} label={t('account:field.newPassword')} />
      {asksCode && <FactorCode {...form.field('totp')} label={t('account:login.codeField')} autoFocus />}
      <Submit label={t('account:reset.submit')} busy={busy} failure={failure} />
    </AuthFrame>
  );
}
