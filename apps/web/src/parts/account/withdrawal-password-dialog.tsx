import type { ResultOf } from '@glasshouse/api';
import { checkCode, checkNewPassword, checkRepeated, required } from '@glasshouse/app/forms/checks';
import { checkFactorCode, FactorCode } from '@glasshouse/app/forms/factor-code.tsx';
import { NewPassword } from '@glasshouse/app/forms/new-password.tsx';
import { PasswordInput } from '@glasshouse/app/forms/password-input.tsx';
import { useForm } from '@glasshouse/app/forms/use-form';
import { useSending } from '@glasshouse/app/forms/use-sending';
import { useT } from '@glasshouse/app/language/language';
import { Banner, Button, toasts } from '@glasshouse/ui';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { CodeInput } from '../forms/code-input.tsx';
import { SheetForm } from '../forms/sheet-form.tsx';
import { useRefreshed } from './use-refreshed.ts';

type Proof = 'password' | 'oldPassword' | 'totp' | 'code';

interface WithdrawalPasswordDialogProps {
  readonly state: ResultOf<'getUserInfo'>['security'];
  readonly email: string | null;
  readonly onClose: () => void;
}

/**
 * The first one, confirmed by the login password and a code where there is an app or an address;
 * later by the old one or by a code.
 */
export function WithdrawalPasswordDialog({ state, email, onClose }: WithdrawalPasswordDialogProps) {
  const t = useT();
  const refreshed = useRefreshed();
  const isSet = state.withdrawalPassword;
  const [proof, setProof] = useState<Proof>(isSet ? 'oldPassword' : 'password');
  const [password, setPassword] = useState('');
  const form = useForm(
    { newPassword: '', confirmPassword: '', password: '', oldPassword: '', totp: '', code: '' },
    {
      newPassword: checkNewPassword(t),
      confirmPassword: checkRepeated(t, password),
      password: required(t('account:field.enterPassword')),
      oldPassword: required(t('account:field.enterPassword')),
      totp: checkFactorCode(t('security:totp.enterCode')),
      code: checkCode(t),
    },
  );
  const byCode: Proof | undefined = state.step === null ? undefined : state.step === 'totp' ? 'totp' : 'code';
  const proofs = isSet || byCode === undefined ? [proof] : [proof, byCode];
  const { busy, failure, submit } = useSending({
    check: () => form.check([...proofs, 'newPassword', 'confirmPassword']),
    send: () =>
      call('setWithdrawalPassword', {
        body: {
          newPassword: form.values.newPassword,
          ...Object.fromEntries(proofs.map((name) => [name, form.values[name].trim()])),
        },
      }),
    refuse: form.refuse,
    done: () => {
      toasts.show({ title: t('security:withdrawal.done') });
      refreshed();
      onClose();
    },
  });
  const newPassword = form.field('newPassword');
  return (
    <SheetForm
      title={t(isSet ? 'security:withdrawal.changeTitle' : 'security:withdrawal.setTitle')}
      description={t(isSet ? 'security:withdrawal.changeText' : 'security:withdrawal.text')}
      label={t(isSet ? 'security:withdrawal.change' : 'security:withdrawal.set')}
      busy={busy}
      failure={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      {proof === 'password' && (
        <PasswordInput
          {...form.field('password')}
          label={t('security:password.login')}
          autoComplete="current-password"
          size="l"
        />
      )}
      {proof === 'oldPassword' && (
        <PasswordInput
          {...form.field('oldPassword')}
          label={t('security:withdrawal.old')}
          autoComplete="off"
          size="l"
        />
      )}
      {proofs.includes('totp') && <FactorCode {...form.field('totp')} label={t('security:totp.codeOrRecovery')} />}
      {proofs.includes('code') && (
        <CodeInput
          {...form.field('code')}
          purpose="withdraw"
          email={email ?? undefined}
          onMissingEmail={() => undefined}
        />
      )}
      {isSet && byCode !== undefined && (
        <Button variant="quiet" size="s" onClick={() => setProof(proof === 'oldPassword' ? byCode : 'oldPassword')}>
          {t(proof === 'oldPassword' ? 'security:withdrawal.forgot' : 'security:withdrawal.byOld')}
        </Button>
      )}
      <NewPassword
        {...newPassword}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          newPassword.onChange(event);
        }}
        label={t('security:withdrawal.new')}
      />
      <PasswordInput
        {...form.field('confirmPassword')}
        label={t('security:withdrawal.repeat')}
        autoComplete="new-password"
        size="l"
      />
      {!isSet && byCode === undefined && <Banner kind="info">{t('security:withdrawal.noStepText')}</Banner>}
    </SheetForm>
  );
}
