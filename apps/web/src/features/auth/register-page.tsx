import { Button } from '@glasshouse/ui';
import { useSearch } from 'wouter';
import { call } from '../../api/client.ts';
import { useTranslator } from '../../i18n/language.ts';
import { FailureNote } from '../../shared/failure.tsx';
import { CredentialFields, useCredentials } from '../../shared/forms/credentials.tsx';
import { useSending } from '../../shared/forms/use-sending.ts';
import { Link } from '../../shared/link.tsx';
import styles from './auth.module.css';
import { AuthFrame } from './auth-frame.tsx';
import { useArrive } from './use-after-login.ts';

export function RegisterPage() {
  const { t, language } = useTranslator();
  const search = useSearch();
  const arrive = useArrive();
  const credentials = useCredentials();
  const { busy, failure, submit } = useSending({
    check: credentials.check,
    send: () => call('register', { body: { ...credentials.body, language } }),
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
      {failure && <FailureNote failure={failure} />}
      <Button type="submit" variant="primary" size="l" full loading={busy}>
        {t('account:register.submit')}
      </Button>
    </AuthFrame>
  );
}
