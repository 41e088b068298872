import type { ResultOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { checkFactorCode, FactorCode } from '@glasshouse/app/forms/factor-code.tsx';
import { useForm } from '@glasshouse/app/forms/use-form';
import { useSending } from '@glasshouse/app/forms/use-sending';
import { useTranslator } from '@glasshouse/app/language/language';
import type { Failure } from '@glasshouse/client/failure';
import { Banner, Button, useIsHydrating } from '@glasshouse/ui';
import { ExternalLink, Wallet as WalletIcon } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { call } from '../../../api/client.ts';
import { canUseProviders, goToProvider } from '../../../parts/sign-in/provider-flow.ts';
import { useSignInMethods } from '../../../parts/sign-in/use-sign-in-methods.ts';
import { accountOf, signed, useWallets, type Wallet } from '../../../parts/sign-in/wallets.ts';
import styles from './sign-in.module.css';

type Arrived = ResultOf<'loginWithWallet'>;
type Signed = NonNullable<Awaited<ReturnType<typeof signed>>>;

const TOTP_REQUIRED = 11028;

interface SignInMethodsProps {
  readonly onDone: (result: Arrived) => void;
  readonly inviteCode?: string | undefined;
}

/** A button for each way that works here and now; nothing where there is none. */
export function SignInMethods({ onDone, inviteCode }: SignInMethodsProps) {
  const { t, language } = useTranslator();
  const methods = useSignInMethods().data;
  const wallets = useWallets();
  const next = new URLSearchParams(useSearch()).get('next') ?? '/';
  const [busy, setBusy] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const [refused, setRefused] = useState(false);
  const [asking, setAsking] = useState<Signed>();
  const invited = inviteCode === undefined || inviteCode === '' ? {} : { inviteCode };

  const during = async (id: string, work: () => Promise<void>) => {
    setBusy(id);
    setFailure(undefined);
    setRefused(false);
    await work().finally(() => setBusy(undefined));
  };
  const toProvider = async (provider: string) => {
    const answer = await goToProvider({ provider, next, links: false, ...invited }, (codeChallenge) =>
      call('startProviderLogin', { body: { provider, codeChallenge } }),
    );
    if (!answer.ok) setFailure(answer.failure);
  };
  const byWallet = async (wallet: Wallet) => {
    const account = await accountOf(wallet);
    if (account === undefined) return setRefused(true);
    const nonce = await call('getWalletNonce', { query: account });
    if (!nonce.ok) return setFailure(nonce.failure);
    const signature = await signed(wallet, account, nonce.result);
    if (signature === undefined) return setRefused(true);
    const answer = await call('loginWithWallet', { body: { ...signature, ...invited, language } });
    if (answer.ok) onDone(answer.result);
    else if (answer.failure.kind === 'refused' && answer.failure.code === TOTP_REQUIRED) setAsking(signature);
    else setFailure(answer.failure);
  };

  const isHydrating = useIsHydrating();
  const providers = isHydrating || canUseProviders() ? (methods?.providers ?? []) : [];
  const offered = methods?.wallet === true ? wallets : [];
  if (providers.length === 0 && offered.length === 0) return null;
  if (asking !== undefined) return <WalletCode signature={asking} onDone={onDone} />;
  return (
    <div className={styles.ways}>
      <p className={styles.or}>
        <span>{t('signin:or')}</span>
      </p>
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          size="l"
          full
          icon={ExternalLink}
          loading={busy === id}
          onClick={() => void during(id, () => toProvider(id))}
        >
          {t('signin:with', { name })}
        </Button>
      ))}
      {offered.map((wallet) => (
        <Button
          key={wallet.id}
          size="l"
          full
          icon={WalletIcon}
          loading={busy === wallet.id}
          onClick={() => void during(wallet.id, () => byWallet(wallet))}
        >
          {wallet.id === 'injected' ? t('signin:wallet.any') : t('signin:with', { name: wallet.name })}
        </Button>
      ))}
      {0 < offered.length && <p className={styles.note}>{t('signin:wallet.note')}</p>}
      {refused && <Banner kind="warning">{t('signin:wallet.rejected')}</Banner>}
      {failure && <FailureNote failure={failure} />}
    </div>
  );
}

/** The wallet signed; the authenticator app is asked for. The signature serves for it too. */
function WalletCode({ signature, onDone }: { signature: Signed; onDone: (result: Arrived) => void }) {
  const { t } = useTranslator();
  const form = useForm({ totp: '' }, { totp: checkFactorCode(t('account:login.enterCode')) });
  const { busy, failure, submit } = useSending({
    check: form.check,
    send: () => call('loginWithWallet', { body: { ...signature, totp: form.values.totp.trim() } }),
    refuse: form.refuse,
    done: onDone,
  });
  return (
    <div className={styles.ways}>
      <FactorCode {...form.field('totp')} label={t('account:login.codeField')} autoFocus />
      {failure && <FailureNote failure={failure} />}
      <Button variant="primary" size="l" full loading={busy} onClick={() => void submit()}>
        {t('account:login.submit')}
      </Button>
    </div>
  );
}
