import { checkNewPassword, checkRepeated, required } from '@glasshouse/app/forms/checks';
import { NewPassword } from '@glasshouse/app/forms/new-password.tsx';
import { PasswordInput } from '@glasshouse/app/forms/password-input.tsx';
import { useForm } from '@glasshouse/app/forms/use-form';
import { useSending } from '@glasshouse/app/forms/use-sending';
import { useT } from '@glasshouse/app/language/language';
import type { Failure } from '@glasshouse/client/failure';
import { Banner, TextField, toasts } from '@glasshouse/ui';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useRefreshed } from '../../../parts/account/use-refreshed.ts';
import { SheetForm } from '../../../parts/forms/sheet-form.tsx';
import { goToProvider } from '../../../parts/sign-in/provider-flow.ts';
import { accountOf, signed, type Wallet } from '../../../parts/sign-in/wallets.ts';
import { ProofFields, useProof } from './proof-fields.tsx';

interface DialogProps {
  readonly totp: boolean;
  readonly onClose: () => void;
}

/** The owner's proof, then the way to the provider. */
export function LinkProvider({
  id,
  name,
  totp,
  onClose,
}: DialogProps & { readonly id: string; readonly name: string }) {
  const t = useT();
  const proof = useProof(totp);
  const { busy, failure, submit } = useSending({
    check: proof.form.check,
    send: () =>
      goToProvider({ provider: id, next: '/profile/info#logins', links: true }, (codeChallenge) =>
        call('startProviderLink', { body: { provider: id, codeChallenge, ...proof.body } }),
      ),
    refuse: proof.form.refuse,
    // The page is being left.
    done: () => undefined,
  });
  return (
    <SheetForm
      title={t('signin:ways.link', { name })}
      label={t('security:action.continue')}
      busy={busy}
      failure={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      <ProofFields proof={proof} />
    </SheetForm>
  );
}

/** The owner's proof, then the wallet's own dialog. */
export function LinkWallet({ wallet, totp, onClose }: DialogProps & { readonly wallet: Wallet }) {
  const t = useT();
  const refreshed = useRefreshed();
  const proof = useProof(totp);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [refused, setRefused] = useState(false);

  const link = async () => {
    const account = await accountOf(wallet);
    if (account === undefined) return setRefused(true);
    const nonce = await call('startWalletLink', { body: { ...account, ...proof.body } });
    if (!nonce.ok) {
      if (!(await proof.form.refuse(nonce.failure))) setFailure(nonce.failure);
      return;
    }
    const signature = await signed(wallet, account, nonce.result);
    if (signature === undefined) return setRefused(true);
    const answer = await call('linkWallet', { body: signature });
    if (!answer.ok) return setFailure(answer.failure);
    toasts.show({ title: t('signin:ways.linked') });
    refreshed();
    onClose();
  };
  const submit = async () => {
    if (busy || !proof.form.check()) return;
    setBusy(true);
    setFailure(undefined);
    setRefused(false);
    await link().finally(() => setBusy(false));
  };
  return (
    <SheetForm
      title={t('signin:wallet.link')}
      description={t('signin:wallet.note')}
      label={t('security:action.continue')}
      busy={busy}
      failure={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      <ProofFields proof={proof} />
      {refused && <Banner kind="warning">{t('signin:wallet.rejected')}</Banner>}
    </SheetForm>
  );
}

interface RemoveProps extends DialogProps {
  readonly kind: 'provider' | 'wallet';
  readonly id: number;
  readonly name: string;
}

export function RemoveSignIn({ kind, id, name, totp, onClose }: RemoveProps) {
  const t = useT();
  const refreshed = useRefreshed();
  const proof = useProof(totp);
  const { busy, failure, submit } = useSending({
    check: proof.form.check,
    send: () => call('removeSignIn', { body: { kind, id, ...proof.body } }),
    refuse: proof.form.refuse,
    done: () => {
      toasts.show({ title: t('signin:ways.removed') });
      refreshed();
      onClose();
    },
  });
  return (
    <SheetForm
      title={t('signin:ways.removeTitle', { name })}
      description={t('signin:ways.removeText')}
      label={t('signin:ways.remove')}
      variant="danger"
      busy={busy}
      failure={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      <ProofFields proof={proof} />
    </SheetForm>
  );
}

/** For who registered by a provider or a wallet. */
export function FirstPassword({ needsName, onClose }: { readonly needsName: boolean; readonly onClose: () => void }) {
  const t = useT();
  const refreshed = useRefreshed();
  const [password, setPassword] = useState('');
  const form = useForm(
    { username: '', newPassword: '', confirmPassword: '' },
    {
      username: needsName ? required(t('account:field.usernameWrong')) : () => undefined,
      newPassword: checkNewPassword(t),
      confirmPassword: checkRepeated(t, password),
    },
  );
  const { username, newPassword, confirmPassword } = form.values;
  const { busy, failure, submit } = useSending({
    check: form.check,
    send: () =>
      call('setFirstPassword', {
        body: { newPassword, confirmPassword, ...(needsName && { username: username.trim() }) },
      }),
    refuse: form.refuse,
    done: () => {
      toasts.show({ title: t('signin:password.done') });
      refreshed();
      onClose();
    },
  });
  const field = form.field('newPassword');
  return (
    <SheetForm
      title={t('signin:password.set')}
      description={t('signin:password.text')}
      label={t('signin:password.set')}
      busy={busy}
      failure={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      {needsName && (
        <TextField
          {...form.field('username')}
          label={t('account:field.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          size="l"
        />
      )}
      <NewPassword
        {...field}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          field.onChange(event);
        }}
        label={t('account:field.newPassword')}
      />
      <PasswordInput
        {...form.field('confirmPassword')}
        label={t('account:field.confirmPassword')}
        autoComplete="new-password"
        size="l"
      />
    </SheetForm>
  );
}
