import { Button, toasts } from '@glasshouse/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useT } from '../../i18n/language.ts';
import { updateAccount } from '../../session/session.ts';
import { FailureNote } from '../../shared/failure.tsx';
import { checkCode, checkEmail, required } from '../../shared/forms/checks.ts';
import { EmailWithCode } from '../../shared/forms/email-with-code.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { PasswordInput } from '../../shared/forms/password-input.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { useSending } from '../../shared/forms/use-sending.ts';
import { useUserInfo } from '../../shared/use-user-info.ts';
import { Part } from './part.tsx';

/** Binds an email address for login and contact, or replaces the current one. */
export function BindEmail() {
  const t = useT();
  const bound = useUserInfo().data?.security.emailBound === true;
  // A new key clears the fields once the address is bound.
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
  const form = useForm(
    { email: '', code: '', password: '' },
    { email: checkEmail(t), code: checkCode(t), password: required(t('account:field.enterPassword')) },
  );
  const { busy, failure, submit } = useSending({
    check: form.check,
    send: () => call('bindEmail', { body: { ...form.values, email: form.values.email.trim() } }),
    refuse: form.refuse,
    done: (user) => {
      updateAccount(user);
      void client.invalidateQueries({ queryKey: ['private'] });
      toasts.show({ title: t('account:profile.emailBound') });
      onDone();
    },
  });
  return (
    <Form onSubmit={submit}>
      <EmailWithCode
        email={form.field('email')}
        code={form.field('code')}
        purpose="bind"
        onMissingEmail={() => form.check(['email'])}
      />
      <PasswordInput
        {...form.field('password')}
        label={t('account:field.password')}
        autoComplete="current-password"
        size="l"
      />
      {failure && <FailureNote failure={failure} />}
      <Button type="submit" loading={busy}>
        {title}
      </Button>
    </Form>
  );
}
