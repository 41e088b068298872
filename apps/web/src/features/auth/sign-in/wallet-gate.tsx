import { useT } from '@glasshouse/app/language/language';
import { pageAddress } from '@glasshouse/app/page-host';
import { readStored, writeStored } from '@glasshouse/app/session/storage';
import { Button, ButtonLink, Card, Page, SkeletonBlock, Stack } from '@glasshouse/ui';
import { ExternalLink } from '@glasshouse/ui/icon/icons';
import { type ReactNode, useState } from 'react';
import { useSignInMethods } from '../../../parts/sign-in/use-sign-in-methods.ts';
import { useWallets } from '../../../parts/sign-in/wallets.ts';
import styles from '../auth.module.css';
import { AuthFrame } from '../auth-frame.tsx';
import own from './sign-in.module.css';

const KEY = 'walletGate';
const CONTINUED = 'continued';

/** Browsers that bring a wallet, and the addresses by which they open a page. */
const WALLET_BROWSERS = [
  {
    name: 'MetaMask',
    href: (page: URL) => `https://metamask.app.link/dapp/${page.host}${page.pathname}${page.search}`,
  },
  {
    name: 'Trust Wallet',
    href: (page: URL) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(page.href)}`,
  },
];

/**
 * Before a browser without a wallet logs in for the first time: what a wallet is for, and the risk
 * of having one. The answer is remembered; where a wallet is required, there is no way past.
 */
export function WalletGate({ children }: { children: ReactNode }) {
  const t = useT();
  const methods = useSignInMethods();
  const wallets = useWallets();
  const [continued, setContinued] = useState(() => readStored(KEY) === CONTINUED);
  // The form waits too: buttons that came later would move what somebody is about to press.
  if (methods.isPending && methods.failureCount === 0) {
    return (
      <Page width="reading" className={styles.page}>
        <Card aria-busy>
          <SkeletonBlock height="3.2rem" />
        </Card>
      </Page>
    );
  }
  const gate = methods.data?.walletGate ?? 'off';
  if (gate === 'off' || 0 < wallets.length || (continued && gate !== 'require')) return children;
  const page = new URL(pageAddress().href);
  return (
    <AuthFrame
      title={t('signin:gate.title')}
      text={
        <Stack gap={2}>
          <p>{t('signin:gate.text')}</p>
          <p>{t('signin:gate.risk')}</p>
          {gate === 'require' && <p>{t('signin:gate.required')}</p>}
        </Stack>
      }
    >
      <div className={own.ways}>
        {gate === 'warn' && (
          <Button
            variant="primary"
            size="l"
            full
            onClick={() => {
              writeStored(KEY, CONTINUED);
              setContinued(true);
            }}
          >
            {t('signin:gate.continue')}
          </Button>
        )}
        {WALLET_BROWSERS.map(({ name, href }) => (
          <ButtonLink key={name} size="l" full icon={ExternalLink} href={href(page)} rel="noreferrer">
            {t('signin:gate.open', { name })}
          </ButtonLink>
        ))}
      </div>
    </AuthFrame>
  );
}
