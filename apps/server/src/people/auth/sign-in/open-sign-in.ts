import type { WalletGate } from '@glasshouse/api/constants';
import type { ChainSettings } from '../../../chains/settings.ts';
import type { Log } from '../../../platform/log.ts';
import { createProvider, type Provider } from './providers.ts';
import type { SignInSettings } from './settings.ts';
import { type ChainNodes, chainNodes } from './wallet-signature.ts';

/** The ways to sign in besides name and password that this installation offers. */
export interface SignIn {
  readonly providers: readonly Provider[];
  readonly wallet: boolean;
  /** Where contract wallets are asked about. */
  readonly nodes: ChainNodes;
  readonly walletGate: () => Promise<WalletGate>;
}

export const openSignIn = (
  settings: SignInSettings,
  options: {
    readonly site: string;
    readonly log: Pick<Log, 'warn'>;
    readonly chains: Pick<ChainSettings, 'networks' | 'watch'>;
    readonly readGate: () => Promise<string>;
  },
): SignIn => ({
  providers: settings.providers.map((provider) => createProvider(provider, options)),
  wallet: settings.wallet,
  nodes: chainNodes(options.chains),
  walletGate: async () => {
    const gate = await options.readGate();
    return gate === 'off' || gate === 'require' ? gate : 'warn';
  },
});
