import { BottomSheet, Button, toasts } from '@glasshouse/ui';
import { call } from '../../../api/client.ts';
import { useT } from '../../../i18n/language.ts';
import { updateAccount } from '../../../session/session.ts';
import { FailureNote } from '../../../shared/failure.tsx';
import { checkCode, checkEmail, required } from '../../../shared/forms/checks.ts';
import { EmailWithCode } from '../../../shared/forms/email-with-code.tsx';
import { Form } from '../../../shared/forms/form.tsx';
import { PasswordInput } from '../../../shared/forms/password-input.tsx';
import { useForm } from '../../../shared/forms/use-form.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { useRefreshed } from './use-refreshed.ts';

/** Binds an email address for login and contact, or replaces the current one. */
export function EmailDialog({ isBound, onClose }: { isBound: boolean; onClose: () => void }) {
  const t = useT();
  const refreshed = useRefreshed();
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
      refreshed();
      toasts.show({ title: t('account:profile.emailBound') });
      onClose();
    },
  });
  const title = t(isBound ? 'account:profile.changeEmail' : 'account:profile.bindEmail');
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={title}
      description={t(isBound ? 'security:email.changeText' : 'account:profile.emailText')}
      closeLabel={t('common:action.close')}
    >
      <Form onSubmit={submit}>
        <EmailWithCode
          email={form.field('email')}
          code={form.field('code')}
          purpose="bind"
          onMissingEmail={() => form.check(['email'])}
        />
        <PasswordInput
          {...form.field('password')}
          label={t('security:password.login')}
          autoComplete="current-password"
          size="l"
        />
        {failure && <FailureNote failure={failure} />}
        <Button type="submit" variant="primary" size="l" full loading={busy}>
          {title}
        </Button>
      </Form>
    </BottomSheet>
  );
}
