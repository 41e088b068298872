import { checkCode, checkEmail, required } from '@glasshouse/app/forms/checks';
import { checkFactorCode, FactorCode } from '@glasshouse/app/forms/factor-code.tsx';
import { PasswordInput } from '@glasshouse/app/forms/password-input.tsx';
import { useForm } from '@glasshouse/app/forms/use-form';
import { useSending } from '@glasshouse/app/forms/use-sending';
import { useT } from '@glasshouse/app/language/language';
import { updateAccount } from '@glasshouse/app/session/session';
import { Banner, toasts } from '@glasshouse/ui';
import { call } from '../../../api/client.ts';
import { useRefreshed } from '../../../parts/account/use-refreshed.ts';
import { EmailWithCode } from '../../../parts/forms/email-with-code.tsx';
import { SheetForm } from '../../../parts/forms/sheet-form.tsx';
import type { SecurityState } from './next-step.ts';

/** Binds an email address for login and contact, or replaces the current one. */
export function EmailDialog({ state, onClose }: { state: SecurityState; onClose: () => void }) {
  const isBound = state.emailBound;
  // An app that confirms withdrawals already also confirms a first address.
  const waits = isBound || state.step !== 'totp' || state.appServesFrom !== null;
  const t = useT();
  const refreshed = useRefreshed();
  const form = useForm(
    { email: '', code: '', password: '', totp: '' },
    {
      email: checkEmail(t),
      code: checkCode(t),
      password: required(t('account:field.enterPassword')),
      ...(state.totp && { totp: checkFactorCode(t('security:totp.enterCode')) }),
    },
  );
  const { totp, ...values } = form.values;
  const { busy, failure, submit } = useSending({
    check: form.check,
    send: () =>
      call('bindEmail', {
        body: { ...values, email: values.email.trim(), ...(state.totp && { totp: totp.trim() }) },
      }),
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
    <SheetForm
      title={title}
      description={t(isBound ? 'security:email.changeText' : 'account:profile.emailText')}
      label={title}
      busy={busy}
      failure={failure}
      onClose={onClose}
      onSubmit={submit}
    >
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
      {state.totp && <FactorCode {...form.field('totp')} label={t('security:totp.codeOrRecovery')} />}
      {waits && !isBound && <Banner kind="info">{t('security:email.addText')}</Banner>}
    </SheetForm>
  );
}
