import { type CallContext, type CallHandlers, callerOf, done } from '../../../platform/call.ts';
import type { AuthDeps } from '../deps.ts';
import { linkProvider, loginWithProvider, startProvider, startProviderLink } from './oidc.ts';
import { listLinked, removeSignIn, setFirstPassword } from './own-methods.ts';
import { askWallet, linkWallet, loginWithWallet, startWalletLink } from './wallet.ts';

const from = ({ userAgent, ip, language }: CallContext) => ({ userAgent, ip, language });

/** Signing in by OpenID providers and wallets, and linking them. */
export function signInCalls(deps: AuthDeps) {
  return {
    async listSignInWays() {
      const { providers, wallet, walletGate } = deps.signIn;
      return done({
        providers: providers.map(({ id, name }) => ({ id, name })),
        wallet,
        walletGate: wallet ? await walletGate() : 'off',
      });
    },
    startProviderLogin: ({ body }) => startProvider(deps, body),
    loginWithGoogle: ({ body }, context) => loginWithProvider(deps, { ...body, provider: 'google' }, from(context)),
    loginWithProvider: ({ body }, context) => loginWithProvider(deps, body, from(context)),
    getWalletNonce: ({ query }) => askWallet(deps, query),
    loginWithWallet: ({ body }, context) => loginWithWallet(deps, body, from(context)),
    listLinkedSignIns: (_input, context) => listLinked(deps, callerOf(context)),
    startProviderLink: ({ body }, context) => startProviderLink(deps, callerOf(context), body),
    linkProvider: ({ body }, context) => linkProvider(deps, callerOf(context), body),
    startWalletLink: ({ body }, context) => startWalletLink(deps, callerOf(context), body),
    linkWallet: ({ body }, context) => linkWallet(deps, callerOf(context), body),
    removeSignIn: ({ body }, context) => removeSignIn(deps, callerOf(context), body),
    setFirstPassword: ({ body }, context) => setFirstPassword(deps, callerOf(context), body),
  } satisfies CallHandlers;
}
