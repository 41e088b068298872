import { Banner, Button, TextField } from '@glasshouse/ui';
import { useSearch } from 'wouter';
import { call } from '../../api/client.ts';
import { useT } from '../../i18n/language.ts';
import { FailureNote } from '../../shared/failure.tsx';
import { required } from '../../shared/forms/checks.ts';
import { PasswordInput } from '../../shared/forms/password-input.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { useSending } from '../../shared/forms/use-sending.ts';
import { Link } from '../../shared/link.tsx';
import { useTryDemo } from '../../shared/use-try-demo.ts';
import styles from './auth.module.css';
import { AuthFrame } from './auth-frame.tsx';
import { useArrive } from './use-after-login.ts';

export function LoginPage() {
  const t = useT();
  const search = useSearch();
  const arrive = useArrive();
  const demo = useTryDemo('/market');
  const form = useForm(
    { account: '', password: '' },
    { account: required(t('account:field.enterAccount')), password: required(t('account:field.enterPassword')) },
  );

  const { account, password } = form.values;
  const { busy, failure, submit } = useSending({
    check: form.check,
    send: () => call('login', { body: { account: account.trim(), password } }),
    refuse: form.refuse,
    done: (result) => arrive(result, t('account:login.done')),
  });
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
      <Button type="submit" variant="primary" size="l" full loading={busy}>
        {t('account:login.submit')}
      </Button>
    </AuthFrame>
  );
}
