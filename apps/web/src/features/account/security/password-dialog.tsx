import { checkNewPassword, required } from '@glasshouse/app/forms/checks';
import { checkFactorCode, FactorCode } from '@glasshouse/app/forms/factor-code.tsx';
import { NewPassword } from '@glasshouse/app/forms/new-password.tsx';
import { PasswordInput } from '@glasshouse/app/forms/password-input.tsx';
import { useForm } from '@glasshouse/app/forms/use-form';
import { useSending } from '@glasshouse/app/forms/use-sending';
import { useT } from '@glasshouse/app/language/language';
import { toasts } from '@glasshouse/ui';
import { call } from '../../../api/client.ts';
import { useRefreshed } from '../../../parts/account/use-refreshed.ts';
import { SheetForm } from '../../../parts/forms/sheet-form.tsx';

/** By the old password, and by the app's code where it is on. */
export function PasswordDialog({ totp, onClose }: { totp: boolean; onClose: () => void }) {
  const t = useT();
  const refreshed = useRefreshed();
  const form = useForm(
    { oldPassword: '', newPassword: '', totp: '' },
    {
      oldPassword: required(t('account:field.enterPassword')),
      newPassword: checkNewPassword(t),
      ...(totp && { totp: checkFactorCode(t('security:totp.enterCode')) }),
    },
  );
  const { oldPassword, newPassword, totp: code } = form.values;
  const { busy, failure, submit } = useSending({
    check: form.check,
    send: () => call('changePassword', { body: { oldPassword, newPassword, ...(totp && { totp: code.trim() }) } }),
    refuse: form.refuse,
    done: () => {
      toasts.show({ title: t('account:password.done') });
      refreshed();
      onClose();
    },
  });
  return (
    <SheetForm
      title={t('account:password.title')}
      description={t('security:password.changeText')}
      label={t('account:password.submit')}
      busy={busy}
      failure={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      <PasswordInput
        {...form.field('oldPassword')}
        label={t('account:field.oldPassword')}
        autoComplete="current-password"
        size="l"
      />
      <NewPassword {...form.field('newPassword')} label={t('account:field.newPassword')} />
      {totp && <FactorCode {...form.field('totp')} label={t('security:totp.codeOrRecovery')} />}
    </SheetForm>
  );
}
