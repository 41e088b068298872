import { Button } from '@glasshouse/ui';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { call } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import { useTranslator } from '../../i18n/language.ts';
import { FailureNote } from '../../shared/failure.tsx';
import { CredentialFields, useCredentials } from '../../shared/forms/credentials.tsx';
import { Link } from '../../shared/link.tsx';
import styles from './pass.module.css';
import { PassFrame } from './pass-frame.tsx';
import { useArrive } from './use-arrive.ts';

export function RegisterPage() {
  const { t, language } = useTranslator();
  const search = useSearch();
  const arrive = useArrive();
  const credentials = useCredentials();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  const submit = async () => {
    if (!credentials.check()) return;
    setBusy(true);
    setFailure(undefined);
    const answer = await call('register', { body: { ...credentials.body, language } });
    setBusy(false);
    if (answer.ok) arrive(answer.result, t('account:register.done'));
    else if (!(await credentials.form.refuse(answer.failure))) setFailure(answer.failure);
  };
  return (
    <PassFrame
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
    </PassFrame>
  );
}
