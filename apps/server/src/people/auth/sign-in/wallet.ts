import type { BodyOf, QueryOf, ResultOf } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { getAddress, isAddress } from 'viem';
import { createSiweMessage, parseSiweMessage } from 'viem/siwe';
import { type CallAnswer, type Caller, done, refuse } from '../../../platform/call.ts';
import type { AuthDeps } from '../deps.ts';
import { proveOwner } from '../factors/proof.ts';
import { userById } from '../users.ts';
import type { LoginResult } from '../view.ts';
import { arrive, type From, link, registerBy } from './arrival.ts';
import { beginFlow, endFlow, FLOW_VALID_MS, newFlowKey, walletFlow } from './flows.ts';
import { canLinkMore, ownerOf, type WalletKey } from './methods.ts';
import { signerOf } from './wallet-signature.ts';

type Wallet = QueryOf<'getWalletNonce'>;
type WalletNonce = ResultOf<'getWalletNonce'>;

/** What the wallet shows its owner. English, since the standard allows only ASCII here. */
const STATEMENTS = {
  login: 'Sign in to Glasshouse. This costs nothing and moves nothing.',
  link: 'Let this wallet sign in to my Glasshouse account. This costs nothing and moves nothing.',
};

/** A message of the server's own making; what is signed must be exactly this. */
export async function askWallet(deps: AuthDeps, wallet: Wallet, userId?: number): Promise<CallAnswer<WalletNonce>> {
  if (!deps.signIn.wallet) return refuse(code.loginMethodOff);
  const site = new URL(deps.site);
  const now = deps.clock.now();
  const nonce = newFlowKey();
  const address = getAddress(wallet.address.toLowerCase());
  const message = createSiweMessage({
    domain: site.host,
    uri: site.origin,
    scheme: site.protocol.replace(':', ''),
    version: '1',
    address,
    chainId: wallet.chainId,
    nonce,
    statement: userId === undefined ? STATEMENTS.login : STATEMENTS.link,
    issuedAt: new Date(now),
    expirationTime: new Date(now + FLOW_VALID_MS),
  });
  const about = { message, address, chainId: wallet.chainId };
  await beginFlow(deps.pool, { key: nonce, kind: 'wallet', userId, about, now });
  return done({ nonce, message });
}

export async function startWalletLink(
  deps: AuthDeps,
  { userId }: Caller,
  body: BodyOf<'startWalletLink'>,
): Promise<CallAnswer<WalletNonce>> {
  const owner = await proveOwner(deps, userId, body);
  if (!owner.ok) return owner;
  if (!(await canLinkMore(deps.pool, userId, 'wallet'))) return refuse(code.tooManySignIns);
  return askWallet(deps, body, userId);
}

interface Signed {
  readonly key: WalletKey;
  /** Ends the message's only use; false when it was used meanwhile. */
  readonly spend: () => Promise<boolean>;
}

/** The wallet that signed a message of ours that still counts, made for this purpose and person. */
async function takeSigned(deps: AuthDeps, body: BodyOf<'linkWallet'>, userId?: number): Promise<CallAnswer<Signed>> {
  if (!deps.signIn.wallet) return refuse(code.loginMethodOff);
  const { nonce = '' } = parseSiweMessage(body.message);
  const about = await walletFlow(deps.pool, { nonce, userId, now: deps.clock.now() });
  // To the letter: so domain, address, chain, uri and times are the server's.
  if (about === undefined || about.message !== body.message || !isAddress(about.address)) {
    return refuse(code.walletSignatureWrong);
  }
  const signer = await signerOf({ ...about, signature: body.signature }, deps.signIn.nodes);
  if (signer === undefined) return refuse(code.walletSignatureWrong);
  const key = { address: about.address, chainId: signer === 'key' ? 0 : about.chainId };
  return done({ key, spend: () => endFlow(deps.pool, nonce) });
}

export async function linkWallet(
  deps: AuthDeps,
  { userId }: Caller,
  body: BodyOf<'linkWallet'>,
): Promise<CallAnswer<null>> {
  const signed = await takeSigned(deps, body, userId);
  if (!signed.ok) return signed;
  const user = await userById(deps.pool, userId);
  if (user === undefined || !(await signed.result.spend())) return refuse(code.walletSignatureWrong);
  return link(deps, user, { wallet: signed.result.key });
}

/** Signs in the owner of the wallet; a wallet that nobody has linked registers one. */
export async function loginWithWallet(
  deps: AuthDeps,
  body: BodyOf<'loginWithWallet'>,
  from: From,
): Promise<CallAnswer<LoginResult>> {
  const signed = await takeSigned(deps, body);
  if (!signed.ok) return signed;
  const { key, spend } = signed.result;
  const visit = { extras: body, from, spend };
  const ownerId = await ownerOf(deps.pool, { wallet: key }, deps.clock.now());
  const owner = ownerId === undefined ? undefined : await userById(deps.pool, ownerId);
  const answer =
    owner === undefined
      ? await registerBy(deps, { wallet: key }, visit)
      : await arrive(deps, owner, { ...visit, method: { wallet: key } });
  return typeof answer === 'string' ? refuse(code.walletSignatureWrong) : answer;
}
