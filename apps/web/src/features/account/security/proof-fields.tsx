import { required } from '@glasshouse/app/forms/checks';
import { checkFactorCode, FactorCode } from '@glasshouse/app/forms/factor-code.tsx';
import { PasswordInput } from '@glasshouse/app/forms/password-input.tsx';
import { useForm } from '@glasshouse/app/forms/use-form';
import { useT } from '@glasshouse/app/language/language';

/** What the server asks of whoever changes the protection: the password, and the app's code. */
export function useProof(totp: boolean) {
  const t = useT();
  const form = useForm(
    { password: '', totp: '' },
    {
      password: required(t('account:field.enterPassword')),
      ...(totp ? { totp: checkFactorCode(t('security:totp.enterCode')) } : {}),
    },
  );
  const { password, totp: code } = form.values;
  const body = totp ? { password, totp: code.trim() } : { password };
  return { form, totp, body };
}

export function ProofFields({ proof: { form, totp } }: { proof: ReturnType<typeof useProof> }) {
  const t = useT();
  return (
    <>
      <PasswordInput
        {...form.field('password')}
        label={t('security:password.login')}
        autoComplete="current-password"
        size="l"
      />
      {totp && <FactorCode {...form.field('totp')} label={t('security:totp.codeOrRecovery')} />}
    </>
  );
}
