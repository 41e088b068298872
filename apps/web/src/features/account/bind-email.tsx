import { Button, Stack, TextField, toasts } from '@glasshouse/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import { useT } from '../../i18n/language.ts';
import { updateAccount } from '../../session/session.ts';
import { FailureNote } from '../../shared/failure.tsx';
import { checkCode, checkEmail, required } from '../../shared/forms/checks.ts';
import { CodeInput } from '../../shared/forms/code-input.tsx';
import { PasswordInput } from '../../shared/forms/password-input.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { useUserInfo } from '../../shared/use-user-info.ts';
import { Part } from './part.tsx';

/** An address to log in with and to be reached at: the first one, or another in its place. */
export function BindEmail() {
  const t = useT();
  const bound = useUserInfo().data?.security.emailBound === true;
  // A new key empties the fields once the address is bound.
  const [round, setRound] = useState(0);
  const title = t(bound ? 'account:profile.changeEmail' : 'account:profile.bindEmail');
  return (
    <Part id="email" title={title} note={t('account:profile.emailText')}>
      <EmailForm key={round} title={title} onDone={() => setRound(round + 1)} />
    </Part>
  );
}

function EmailForm({ title, onDone }: { title: string; onDone: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const form = useForm(
    { email: '', code: '', password: '' },
    { email: checkEmail(t), code: checkCode(t), password: required(t('account:field.enterPassword')) },
  );
  const email = form.values.email.trim();
  const submit = async () => {
    if (!form.check()) return;
    setBusy(true);
    setFailure(undefined);
    const answer = await call('bindEmail', { body: { ...form.values, email } });
    setBusy(false);
    if (answer.ok) {
      updateAccount(answer.result);
      void client.invalidateQueries({ queryKey: ['private'] });
      toasts.show({ title: t('account:profile.emailBound') });
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
        <TextField
          {...form.field('email')}
          label={t('account:field.email')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
        />
        <CodeInput
          {...form.field('code')}
          purpose="bind"
          email={checkEmail(t)(email) === undefined ? email : undefined}
          onMissingEmail={() => form.check(['email'])}
        />
        <PasswordInput
          {...form.field('password')}
          label={t('account:field.oldPassword')}
          autoComplete="current-password"
        />
        {failure && <FailureNote failure={failure} />}
        <Button type="submit" loading={busy}>
          {title}
        </Button>
      </Stack>
    </form>
  );
}
