import { Button, toasts } from '@glasshouse/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useT } from '../../i18n/language.ts';
import { FailureNote } from '../../shared/failure.tsx';
import { checkNewPassword, required } from '../../shared/forms/checks.ts';
import { Form } from '../../shared/forms/form.tsx';
import { NewPassword } from '../../shared/forms/new-password.tsx';
import { PasswordInput } from '../../shared/forms/password-input.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { useSending } from '../../shared/forms/use-sending.ts';
import { Part } from './part.tsx';

export function ChangePassword() {
  const t = useT();
  // A new key clears the fields once the password is changed.
  const [round, setRound] = useState(0);
  return (
    <Part id="security" title={t('account:password.title')}>
      <PasswordForm key={round} onDone={() => setRound(round + 1)} />
    </Part>
  );
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const form = useForm(
    { oldPassword: '', newPassword: '' },
    { oldPassword: required(t('account:field.enterPassword')), newPassword: checkNewPassword(t) },
  );
  const { busy, failure, submit } = useSending({
    check: form.check,
    send: () => call('changePassword', { body: form.values }),
    refuse: form.refuse,
    done: () => {
      toasts.show({ title: t('account:password.done') });
      void client.invalidateQueries({ queryKey: ['private'] });
      onDone();
    },
  });
  return (
    <Form onSubmit={submit}>
      <PasswordInput
        {...form.field('oldPassword')}
        label={t('account:field.oldPassword')}
        autoComplete="current-password"
        size="l"
      />
      <NewPassword {...form.field('newPassword')} label={t('account:field.newPassword')} />
      {failure && <FailureNote failure={failure} />}
      <Button type="submit" loading={busy}>
        {t('account:password.submit')}
      </Button>
    </Form>
  );
}
