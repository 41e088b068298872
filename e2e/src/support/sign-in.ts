/** Other ways in: a real OpenID provider, and wallets that sign with real keys. */
import { CLIENT_ID, CLIENT_SECRET, LocalProvider } from '@glasshouse/server/people/auth/sign-in/testing/local-provider';
import { type LocalWallet, newLocalWallet } from '@glasshouse/server/people/auth/sign-in/testing/local-wallet';
import { scratchPort } from '@glasshouse/server/platform/scratch-port';
import type { Person } from './person.ts';
import { sharedServer } from './shared-server.ts';

const PORT_VARIABLE = 'GLASSHOUSE_E2E_PROVIDER_PORT';
export const PROVIDER = { id: 'school', name: 'Example School' };
export const WALLET_NAME = 'Glass Wallet';

/** Settings of the shared server. The provider itself runs only while a test needs it. */
export async function signInEnv(): Promise<Readonly<Record<string, string>>> {
  const port = await scratchPort();
  process.env[PORT_VARIABLE] = String(port);
  return {
    OIDC_PROVIDERS: PROVIDER.id,
    OIDC_SCHOOL_NAME: PROVIDER.name,
    OIDC_SCHOOL_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_SCHOOL_CLIENT_ID: CLIENT_ID,
    OIDC_SCHOOL_CLIENT_SECRET: CLIENT_SECRET,
  };
}

/** One at a time, at the address that the shared server knows. */
export const startProvider = (): Promise<LocalProvider> =>
  LocalProvider.start([`${sharedServer().url}${callbackPath()}`], Number(process.env[PORT_VARIABLE]));

export const callbackPath = (): string => `/api/loginCallback/${PROVIDER.id}`;

interface PluggedWallet extends Pick<LocalWallet, 'address'> {
  /** Its owner closes the wallet's next dialog without agreeing. */
  decline(): void;
}

/** Gives the browser a wallet that announces itself (EIP-6963) and signs what it is asked to. */
export async function plugWallet({ context, page }: Person): Promise<PluggedWallet> {
  const wallet = newLocalWallet();
  let declines = false;
  await context.exposeFunction('signByTestWallet', (message: string) => {
    const declined = declines;
    declines = false;
    return declined ? Promise.reject(new Error('the owner declined')) : wallet.sign(message);
  });
  const inject = ({ address, name }: { readonly address: string; readonly name: string }) => {
    const { signByTestWallet } = window as unknown as { signByTestWallet: (message: string) => Promise<string> };
    const provider = {
      request: async ({ method, params }: { method: string; params?: readonly string[] }) => {
        if (method === 'eth_requestAccounts') return [address];
        if (method === 'eth_chainId') return '0x1';
        if (method === 'personal_sign') return signByTestWallet(params?.[0] ?? '');
        throw new Error(`the wallet was asked for ${method}`);
      },
    };
    const detail = Object.freeze({
      info: { uuid: 'a-test-wallet', name, rdns: 'org.example.wallet', icon: '' },
      provider,
    });
    const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    window.addEventListener('eip6963:requestProvider', announce);
    announce();
  };
  const about = { address: wallet.address, name: WALLET_NAME };
  await context.addInitScript(inject, about);
  await page.evaluate(inject, about);
  return {
    address: wallet.address,
    decline: () => {
      declines = true;
    },
  };
}
