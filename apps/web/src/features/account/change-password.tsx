import { PASSWORD_LENGTH_MIN } from '@glasshouse/contract/constants';
import { Button, Stack, toasts } from '@glasshouse/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import { useT } from '../../i18n/language.ts';
import { FailureNote } from '../../shared/failure.tsx';
import { checkNewPassword, required } from '../../shared/forms/checks.ts';
import { PasswordInput } from '../../shared/forms/password-input.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { Part } from './part.tsx';

export function ChangePassword() {
  const t = useT();
  // A new key empties the fields once the password is changed.
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
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const form = useForm(
    { oldPassword: '', newPassword: '' },
    { oldPassword: required(t('account:field.enterPassword')), newPassword: checkNewPassword(t) },
  );
  const submit = async () => {
    if (!form.check()) return;
    setBusy(true);
    setFailure(undefined);
    const answer = await call('repassword', { body: form.values });
    setBusy(false);
    if (answer.ok) {
      toasts.show({ title: t('account:password.done') });
      void client.invalidateQueries({ queryKey: ['private'] });
      onDone();
    } else if (!(await form.refuse(answer.failure))) setFailure(answer.failure);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap={4}>
        <PasswordInput
          {...form.field('oldPassword')}
          label={t('account:field.oldPassword')}
          autoComplete="current-password"
        />
        <PasswordInput
          {...form.field('newPassword')}
          label={t('account:field.newPassword')}
          hint={t('account:register.passwordHint', { min: PASSWORD_LENGTH_MIN })}
          autoComplete="new-password"
        />
        {failure && <FailureNote failure={failure} />}
        <Button type="submit" loading={busy}>
          {t('account:password.submit')}
        </Button>
      </Stack>
    </form>
  );
}
