import type { BodyOf, ResultOf } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { type CallAnswer, type Caller, done, refuse } from '../../../platform/call.ts';
import { useCode } from '../codes.ts';
import type { AuthDeps } from '../deps.ts';
import { proveOwner } from '../factors/proof.ts';
import { BUSY } from '../password-hash.ts';
import { type User, userByEmail, userById } from '../users.ts';
import type { LoginResult } from '../view.ts';
import { arrive, type From, link, registerBy } from './arrival.ts';
import { beginFlow, claimProviderFlow, countGuess, endFlow, newFlowKey, proveFlow } from './flows.ts';
import { canLinkMore, ownerOf } from './methods.ts';
import type { Provider, ProviderIdentity } from './providers.ts';

type Started = ResultOf<'startProviderLogin'>;
type Answer = BodyOf<'loginWithProvider'>;

const providerOf = ({ signIn }: AuthDeps, id: string): Provider | undefined =>
  signIn.providers.find((provider) => provider.id === id);

/** Only the hash of the verifier comes here: whoever sees the callback cannot finish. */
export async function startProvider(
  deps: AuthDeps,
  body: BodyOf<'startProviderLogin'>,
  userId?: number,
): Promise<CallAnswer<Started>> {
  const provider = providerOf(deps, body.provider);
  if (provider === undefined) return refuse(code.loginMethodOff);
  const { codeChallenge } = body;
  const state = newFlowKey();
  const nonce = newFlowKey();
  const url = await provider.authorizationUrl({ state, nonce, codeChallenge });
  if (url === undefined) return refuse(code.socialLoginFailed);
  const about = { provider: provider.id, codeChallenge, nonce };
  await beginFlow(deps.pool, { key: state, kind: 'provider', userId, about, now: deps.clock.now() });
  return done({ url, state, redirectUri: provider.redirectUri });
}

export async function startProviderLink(
  deps: AuthDeps,
  { userId }: Caller,
  body: BodyOf<'startProviderLink'>,
): Promise<CallAnswer<Started>> {
  const owner = await proveOwner(deps, userId, body);
  if (!owner.ok) return owner;
  if (!(await canLinkMore(deps.pool, userId, 'provider'))) return refuse(code.tooManySignIns);
  return startProvider(deps, body, userId);
}

/** Whom the provider names, once for a code, or again while more is asked for. */
async function identityOf(
  deps: AuthDeps,
  answer: Pick<Answer, 'provider' | 'code' | 'codeVerifier' | 'redirectUri' | 'state' | 'iss'>,
  userId?: number,
): Promise<CallAnswer<ProviderIdentity>> {
  const provider = providerOf(deps, answer.provider);
  if (provider === undefined) return refuse(code.loginMethodOff);
  if (answer.redirectUri !== provider.redirectUri) return refuse(code.socialLoginFailed);
  const now = deps.clock.now();
  const flow = await claimProviderFlow(deps.pool, { ...answer, userId, now });
  if (flow === undefined) return refuse(code.socialLoginFailed);
  if (flow.proven !== undefined) return done(flow.proven);
  const identity = await provider.identityOf({ ...answer, nonce: flow.nonce, iss: answer.iss });
  if (identity === undefined) {
    await endFlow(deps.pool, answer.state);
    return refuse(code.socialLoginFailed);
  }
  await proveFlow(deps.pool, answer.state, identity);
  return done(identity);
}

export async function linkProvider(
  deps: AuthDeps,
  { userId }: Caller,
  body: BodyOf<'linkProvider'>,
): Promise<CallAnswer<null>> {
  const found = await identityOf(deps, body, userId);
  if (!found.ok) return found;
  const user = await userById(deps.pool, userId);
  if (user === undefined || !(await endFlow(deps.pool, body.state))) return refuse(code.socialLoginFailed);
  return link(deps, user, { identity: found.result, provider: body.provider });
}

/**
 * Who is linked is signed in. Who is not, and brings a verified address that somebody here has,
 * proves to be that person by password or by a code to the address. Everybody else is new; an
 * address that the provider did not verify is not taken for theirs.
 */
export async function loginWithProvider(deps: AuthDeps, body: Answer, from: From): Promise<CallAnswer<LoginResult>> {
  const found = await identityOf(deps, body);
  if (!found.ok) return found;
  const identity = found.result;
  const method = { identity, provider: body.provider };
  const visit = { extras: body, from, spend: () => endFlow(deps.pool, body.state) };
  const answered = (answer: CallAnswer<LoginResult> | 'spent' | 'taken'): CallAnswer<LoginResult> =>
    typeof answer === 'string' ? refuse(code.socialLoginFailed) : answer;

  const ownerId = await ownerOf(deps.pool, method, deps.clock.now());
  const owner = ownerId === undefined ? undefined : await userById(deps.pool, ownerId);
  if (owner !== undefined) return answered(await arrive(deps, owner, { ...visit, method }));

  const { email } = identity;
  const namesake = email !== null && identity.isVerified ? await userByEmail(deps.pool, email) : undefined;
  if (namesake === undefined) return answered(await registerBy(deps, method, visit));

  const problem = await linkProblem(deps, namesake, body);
  if (problem !== undefined) return problem;
  const arrived = await arrive(deps, namesake, {
    ...visit,
    method: undefined,
    spend: async () => (await visit.spend()) && (await link(deps, namesake, method)).ok,
  });
  return answered(arrived);
}

/** The refusal, unless whoever signs in has the account of that address too. */
async function linkProblem(deps: AuthDeps, user: User, answer: Answer): Promise<CallAnswer<never> | undefined> {
  const { password, emailCode } = answer;
  if (password === undefined && emailCode === undefined) return refuse(code.signInLinkFirst);
  if (!(await countGuess(deps.pool, answer.state))) return refuse(code.socialLoginFailed);
  if (password !== undefined) {
    const matches = await deps.hasher.verify(user.passwordHash ?? undefined, password);
    if (matches === 'busy') return BUSY;
    return matches ? undefined : refuse(code.passwordWrong, 'password');
  }
  // The app's code comes first: a code by mail that was right is used up.
  if (answer.totp === undefined && (await deps.factors.totpOf(user.id)) !== undefined) {
    return refuse(code.totpRequired, 'totp');
  }
  const account = (user.email ?? '').toLowerCase();
  const used = await useCode(deps.pool, { account, purpose: 'link', code: emailCode!, now: deps.clock.now() });
  if (used === 'missing') return refuse(code.sendCodeFirst, 'emailCode');
  return used === 'right' ? undefined : refuse(code.codeWrong, 'emailCode');
}
