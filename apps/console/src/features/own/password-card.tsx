import { PASSWORD_LENGTH_MIN } from '@glasshouse/api/constants';
import { passwordLength } from '@glasshouse/api/typed-text';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { required } from '@glasshouse/app/forms/checks';
import { Form } from '@glasshouse/app/forms/form.tsx';
import { PasswordInput } from '@glasshouse/app/forms/password-input.tsx';
import { useForm } from '@glasshouse/app/forms/use-form';
import { useSending } from '@glasshouse/app/forms/use-sending';
import { useT } from '@glasshouse/app/language/language';
import { Button, toasts } from '@glasshouse/ui';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Panel } from '../../parts/records/evidence.tsx';

export function PasswordCard() {
  // Another key empties the form once the password is changed.
  const [version, setVersion] = useState(0);
  return <PasswordForm key={version} onDone={() => setVersion(version + 1)} />;
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const form = useForm(
    { oldPassword: '', newPassword: '' },
    {
      oldPassword: required(t('console:signIn.enterPassword')),
      newPassword: (value) =>
        passwordLength(value) < PASSWORD_LENGTH_MIN
          ? t('console:link.passwordShort', { min: PASSWORD_LENGTH_MIN })
          : undefined,
    },
  );
  const { busy, failure, submit } = useSending({
    check: form.check,
    send: () => call('changeOperatorPassword', { body: form.values }),
    refuse: form.refuse,
    done: () => {
      toasts.show({ title: t('console:password.done') });
      onDone();
    },
  });
  return (
    <Panel level={2} title={t('console:password.title')}>
      <Form onSubmit={submit}>
        <PasswordInput
          {...form.field('oldPassword')}
          label={t('console:password.old')}
          autoComplete="current-password"
        />
        <PasswordInput
          {...form.field('newPassword')}
          label={t('console:link.password')}
          hint={t('console:password.hint')}
          autoComplete="new-password"
        />
        {failure && <FailureNote failure={failure} />}
        <Button type="submit" loading={busy}>
          {t('console:password.change')}
        </Button>
      </Form>
    </Panel>
  );
}
