import { PASSWORD_LENGTH_MIN } from '@glasshouse/contract/constants';
import { Button, TextField, toasts } from '@glasshouse/ui';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import { useT } from '../../i18n/language.ts';
import { FailureNote } from '../../shared/failure.tsx';
import { checkCode, checkEmail, checkNewPassword } from '../../shared/forms/checks.ts';
import { CodeInput } from '../../shared/forms/code-input.tsx';
import { PasswordInput } from '../../shared/forms/password-input.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { Link } from '../../shared/link.tsx';
import styles from './pass.module.css';
import { PassFrame } from './pass-frame.tsx';

/** Recovery by email: the code that was sent there stands for the forgotten password. */
export function ResetPage() {
  const t = useT();
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const form = useForm(
    { account: '', code: '', newPassword: '' },
    { account: checkEmail(t), code: checkCode(t), newPassword: checkNewPassword(t) },
  );
  const account = form.values.account.trim();

  const submit = async () => {
    if (!form.check()) return;
    setBusy(true);
    setFailure(undefined);
    const { code, newPassword } = form.values;
    const answer = await call('repassword', { body: { account, code, newPassword } });
    setBusy(false);
    if (answer.ok) {
      toasts.show({ title: t('account:reset.done') });
      navigate('/pass/login', { replace: true });
    } else if (!(await form.refuse(answer.failure))) setFailure(answer.failure);
  };
  return (
    <PassFrame
      title={t('account:reset.title')}
      text={t('account:reset.text')}
      onSubmit={() => void submit()}
      foot={
        <Link href="/pass/login" className={styles.link}>
          {t('account:reset.backToLogin')}
        </Link>
      }
    >
      <TextField
        {...form.field('account')}
        label={t('account:field.email')}
        type="email"
        autoComplete="email"
        dir="ltr"
        size="l"
      />
      <CodeInput
        {...form.field('code')}
        purpose="reset"
        email={checkEmail(t)(account) === undefined ? account : undefined}
        onMissingEmail={() => form.check(['account'])}
      />
      <PasswordInput
        {...form.field('newPassword')}
        label={t('account:field.newPassword')}
        hint={t('account:register.passwordHint', { min: PASSWORD_LENGTH_MIN })}
        autoComplete="new-password"
        size="l"
      />
      {failure && <FailureNote failure={failure} />}
      <Button type="submit" variant="primary" size="l" full loading={busy}>
        {t('account:reset.submit')}
      </Button>
    </PassFrame>
  );
}
