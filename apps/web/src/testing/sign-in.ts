import type { ResultOf } from '@glasshouse/api';
import { CUSTOMER } from '@glasshouse/app/testing/show.tsx';
import { afterEach } from 'vitest';

/** Who has logged in, on a browser that the server knows from now on. */
export const LOGGED_IN: ResultOf<'login'> = {
  token: 'token-of-anna',
  device: 'device-of-anna',
  expiresAt: '2026-12-30T01:00:00.000Z',
  user: CUSTOMER,
};

/** An installation with passwords and passkeys alone. */
export const NO_OTHER_WAYS: ResultOf<'listSignInWays'> = { providers: [], wallet: false, walletGate: 'off' };

/** One provider, and wallets. */
export const ALL_METHODS: ResultOf<'listSignInWays'> = {
  providers: [{ id: 'school', name: 'School' }],
  wallet: true,
  walletGate: 'warn',
};

/** Takes the wallets of a test out again. */
const unplugs: (() => void)[] = [];
afterEach(() => {
  for (const unplug of unplugs.splice(0)) unplug();
});

/** What a browser offers to pages as its wallet, and what it was asked for. */
export class FakeWallet {
  readonly requests: { readonly method: string; readonly params?: readonly string[] }[] = [];
  /** A method that its owner declines. */
  declines: string | undefined;

  /** Stands in the window as wallets of old pages do, or announces itself under a name. */
  plugIn(name?: string): this {
    if (name === undefined) {
      Object.assign(window, { ethereum: this });
      unplugs.push(() => Reflect.deleteProperty(window, 'ethereum'));
      return this;
    }
    const detail = { info: { uuid: name, name }, provider: this };
    const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    window.addEventListener('eip6963:requestProvider', announce);
    unplugs.push(() => window.removeEventListener('eip6963:requestProvider', announce));
    return this;
  }

  async request(request: { readonly method: string; readonly params?: readonly string[] }): Promise<unknown> {
    this.requests.push(request);
    if (request.method === this.declines) throw new Error('User rejected the request.');
    if (request.method === 'eth_requestAccounts') return [WALLET_ADDRESS];
    return request.method === 'eth_chainId' ? '0x1' : `0x${'5a'.repeat(65)}`;
  }
}

export const WALLET_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
