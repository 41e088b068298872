import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { required } from '@glasshouse/app/forms/checks';
import { PasswordInput } from '@glasshouse/app/forms/password-input.tsx';
import { useForm } from '@glasshouse/app/forms/use-form';
import { useSending } from '@glasshouse/app/forms/use-sending';
import { useT } from '@glasshouse/app/language/language';
import { Button, TextField } from '@glasshouse/ui';
import { setSession } from '../../api/session-cell.ts';
import { EntranceFrame } from './entrance-frame.tsx';
import { signIn } from './sign-in-work.ts';

export function SignIn() {
  const t = useT();
  const form = useForm(
    { name: '', password: '' },
    { name: required(t('console:signIn.enterName')), password: required(t('console:signIn.enterPassword')) },
  );
  const { busy, failure, submit } = useSending({
    check: form.check,
    send: () => signIn({ name: form.values.name.trim(), password: form.values.password }),
    refuse: form.refuse,
    done: setSession,
  });
  return (
    <EntranceFrame title={t('console:signIn.title')} onSubmit={() => void submit()}>
      <TextField
        {...form.field('name')}
        label={t('console:field.name')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        size="l"
      />
      <PasswordInput
        {...form.field('password')}
        label={t('console:field.password')}
        autoComplete="current-password"
        size="l"
      />
      {failure && <FailureNote failure={failure} />}
      <Button type="submit" variant="primary" size="l" full loading={busy}>
        {t('console:signIn.next')}
      </Button>
    </EntranceFrame>
  );
}
