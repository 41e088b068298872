import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { code } from '@glasshouse/api/codes';
import { base32 } from '@scure/base';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NO_CHAINS } from '../../../chains/settings.ts';
import { TOTP_PERIOD_MS, totpCode } from '../../../factors/totp.ts';
import { openTestGateway, TEST_SITE, type TestGateway } from '../../../http/testing/gateway.ts';
import { manualClock } from '../../../platform/clock.ts';
import { EnvReader } from '../../../platform/env-reader.ts';
import { createLog } from '../../../platform/log.ts';
import { withTestDatabase } from '../../../platform/test-database.ts';
import { FLOW_VALID_MS } from './flows.ts';
import { openSignIn } from './open-sign-in.ts';
import { FRESH_SESSION_MS } from './own-methods.ts';
import { readSignInSettings } from './settings.ts';
import { LocalProvider } from './testing/local-provider.ts';

/** Signing in by an OpenID provider: over HTTP, on a real database, at a real provider. */
const database = withTestDatabase();
const PASSWORD = 'nine brown owls';
const REDIRECT = `${TEST_SITE}/api/loginCallback`;
// The provider's tokens carry the real time.
const clock = manualClock(Date.now());
let local: LocalProvider;
let gateway: TestGateway;

beforeAll(async () => {
  local = await LocalProvider.start([`${REDIRECT}/google`, `${REDIRECT}/school`]);
  const { issuer, clientId, clientSecret } = local;
  const log = createLog({ level: 'silent', name: 'test' });
  // As an operator sets them: the stand-in takes Google's place.
  const [ofGoogle, ofSchool] = ['GOOGLE', 'OIDC_SCHOOL'].map((prefix) => ({
    [`${prefix}_ISSUER`]: issuer,
    [`${prefix}_CLIENT_ID`]: clientId,
    [`${prefix}_CLIENT_SECRET`]: clientSecret,
  }));
  const env = new EnvReader({ ...ofGoogle, ...ofSchool, OIDC_PROVIDERS: 'school', WALLET_LOGIN: 'off' });
  const settings = readSignInSettings(env);
  expect(env.problems).toEqual([]);
  const signIn = openSignIn(settings, { site: TEST_SITE, log, chains: NO_CHAINS, readGate: async () => 'warn' });
  gateway = await openTestGateway(database.pool, { signIn, clock });
});
afterAll(async () => {
  await gateway.app.close();
  await local.stop();
});

let people = 0;
const honest = { current: undefined as LocalProvider['signingKey'] | undefined };
beforeEach(() => {
  people += 1;
  honest.current ??= local.signingKey;
  local.signingKey = honest.current;
  local.tamper = undefined;
  local.person = { sub: `person ${people}`, email: `person${people}@example.org`, isVerified: true };
});

const newVerifier = (): string => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

interface Flow {
  readonly provider: string;
  readonly code: string;
  readonly state: string;
  readonly iss: string;
  readonly redirectUri: string;
  readonly codeVerifier: string;
}

/** Goes to the provider and comes back. */
async function visit({ provider = 'google', codeVerifier = newVerifier() } = {}): Promise<Flow> {
  const body = { provider, codeChallenge: challengeOf(codeVerifier) };
  const { json } = await gateway.call('startProviderLogin', { body });
  return { provider, codeVerifier, ...(await comeBack(json.result)) };
}

async function comeBack({ url, state, redirectUri }: { url: string; state: string; redirectUri: string }) {
  const came = await local.visit(url);
  expect(`${came.origin}${came.pathname}`).toBe(redirectUri);
  expect(came.searchParams.get('state')).toBe(state);
  return { state, redirectUri, code: came.searchParams.get('code')!, iss: came.searchParams.get('iss')! };
}

const finish = (flow: Flow, more: object = {}) => gateway.call('loginWithProvider', { body: { ...flow, ...more } });
const signIn = async () => finish(await visit());

async function register({ email }: { email: string }) {
  await gateway.call('sendCode', { body: { account: email, type: 'register' } });
  const body = { email, code: await mailed(email), password: PASSWORD, confirmPassword: PASSWORD };
  const { json } = await gateway.call('register', { body });
  clock.advance(61_000);
  return { id: json.result.user.id as number, token: json.result.token as string };
}

async function mailed(address: string): Promise<string> {
  const { rows } = await database.pool.query('select subject from mail_outbox where to_address = $1 order by id desc', [
    address,
  ]);
  return /\d{6}/.exec(rows[0].subject)![0];
}

const identities = async (): Promise<number> =>
  (await database.pool.query('select count(*)::int as count from sign_in_identities')).rows[0].count;

describe('signing in by a provider', () => {
  test('a new person is registered, with the address that the provider verified, and known again', async () => {
    const first = await signIn();
    expect(first.json).toMatchObject({ code: 200, result: { user: { email: local.person.email, guest: false } } });
    const again = await finish(await visit({ provider: 'school' }));
    expect(again.json.result.user.id).toBe(first.json.result.user.id);
    expect(again.json.result.token).not.toBe(first.json.result.token);
    const { json } = await gateway.call('listLinkedSignIns', { token: again.json.result.token });
    expect(json.result.providers).toMatchObject([{ provider: 'google', name: 'Google', email: local.person.email }]);
  });

  test('the call of the specification does the same', async () => {
    const { provider: _google, ...body } = await visit();
    expect((await gateway.call('loginWithGoogle', { body })).json.code).toBe(200);
  });

  test('an address that is not verified is not taken over, and links nobody', async () => {
    const victim = await register({ email: local.person.email! });
    local.person = { ...local.person, isVerified: false };
    const { json } = await signIn();
    expect(json).toMatchObject({ code: 200, result: { user: { email: null } } });
    expect(json.result.user.id).not.toBe(victim.id);
  });

  test('an existing person is linked by the password, and only then', async () => {
    const owner = await register({ email: local.person.email! });
    const flow = await visit();
    const before = await identities();
    expect((await finish(flow)).json.code).toBe(code.signInLinkFirst);
    expect((await finish(flow, { password: 'wrong' })).json).toMatchObject({
      code: code.passwordWrong,
      fields: { password: code.passwordWrong },
    });
    expect(await identities()).toBe(before);
    const { json } = await finish(flow, { password: PASSWORD });
    expect(json).toMatchObject({ code: 200, result: { user: { id: owner.id } } });
    expect((await signIn()).json.result.user.id).toBe(owner.id);
    const changes = await gateway.call('listCredentialChanges', { token: owner.token });
    expect(changes.json.result).toMatchObject([{ kind: 'signInAdded' }]);
  });

  test('or by a code to the address, which serves for nothing else', async () => {
    const owner = await register({ email: local.person.email! });
    const flow = await visit();
    await gateway.call('sendCode', { body: { account: local.person.email, type: 'reset' } });
    expect((await finish(flow, { emailCode: await mailed(local.person.email!) })).json.code).toBe(code.sendCodeFirst);
    await gateway.call('sendCode', { body: { account: local.person.email, type: 'link' } });
    const { json } = await finish(flow, { emailCode: await mailed(local.person.email!) });
    expect(json).toMatchObject({ code: 200, result: { user: { id: owner.id } } });
  });

  test('five guesses end the flow, whatever comes then', async () => {
    await register({ email: local.person.email! });
    const flow = await visit();
    await finish(flow);
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await finish(flow, { password: `wrong ${guess}` })).json.code).toBe(code.passwordWrong);
    }
    expect((await finish(flow, { password: PASSWORD })).json.code).toBe(code.socialLoginFailed);
  });

  test('the authenticator app is asked for where it is on', async () => {
    const { token } = await register({ email: local.person.email! });
    const started = await gateway.call('startTotp', { token, body: { password: PASSWORD } });
    const secret = Buffer.from(base32.decode(started.json.result.secret));
    const next = (): string => {
      clock.advance(TOTP_PERIOD_MS);
      return totpCode(secret, clock.now());
    };
    const email = local.person.email!;
    await gateway.call('sendCode', { token, body: { account: email, type: 'secure' } });
    const secure = await mailed(email);
    await gateway.call('confirmTotp', { token, body: { totp: next(), code: secure } });
    const flow = await visit();
    expect((await finish(flow, { password: PASSWORD })).json.code).toBe(code.totpRequired);
    expect((await finish(flow, { password: PASSWORD, totp: '000000' })).json.code).toBe(code.totpWrong);
    expect((await finish(flow, { password: PASSWORD, totp: next() })).json.code).toBe(200);
    expect((await signIn()).json.code).toBe(code.totpRequired);
  });

  test('who is disabled stays out; who is frozen gets in and reads', async () => {
    const { json } = await signIn();
    const set = (status: string) =>
      database.pool.query('update users set status = $2 where id = $1', [json.result.user.id, status]);
    await set('disabled');
    expect((await signIn()).json.code).toBe(code.userStatusAbnormal);
    await set('frozen');
    expect((await signIn()).json).toMatchObject({ code: 200, result: { user: { status: 'frozen' } } });
  });

  test('a sign-in from somewhere new is told by mail', async () => {
    await signIn();
    const flow = await visit();
    await gateway.call('loginWithProvider', { body: flow, headers: { 'user-agent': 'Mozilla/5.0 Firefox/150.0' } });
    const { rows } = await database.pool.query('select subject from mail_outbox where to_address = $1', [
      local.person.email,
    ]);
    expect(rows).toMatchObject([{ subject: 'New login to your account' }]);
  });
});

describe('attacks on the flow', () => {
  const refused = async (flow: Flow, more: object = {}) => {
    const before = await identities();
    expect((await finish(flow, more)).json.code).toBe(code.socialLoginFailed);
    expect(await identities()).toBe(before);
  };

  test('a callback opened in another browser, which has no verifier', async () => {
    const flow = await visit();
    await refused(flow, { codeVerifier: newVerifier() });
    // The one that began is not disturbed by it.
    expect((await finish(flow)).json.code).toBe(200);
  });
  test('a code put into another flow of the same browser: the nonce differs', async () => {
    const codeVerifier = newVerifier();
    const mine = await visit({ codeVerifier });
    const otherFlow = await visit({ codeVerifier });
    await refused({ ...mine, code: otherFlow.code });
  });
  test('a state that was never given out', async () => refused({ ...(await visit()), state: 'f'.repeat(48) }));
  test('the same answer again after it was used', async () => {
    const flow = await visit();
    expect((await finish(flow)).json.code).toBe(200);
    await refused(flow);
  });
  test('twice at once: one session', async () => {
    const flow = await visit();
    const answers = await Promise.all([finish(flow), finish(flow), finish(flow)]);
    expect(answers.filter(({ json }) => json.code === 200)).toHaveLength(1);
  });
  test('after its time', async () => {
    const flow = await visit();
    clock.advance(FLOW_VALID_MS);
    await refused(flow);
  });
  test('the answer of one provider, at the door of another', async () =>
    refused({ ...(await visit()), provider: 'school', redirectUri: `${REDIRECT}/school` }));
  test('another issuer named in the callback', async () =>
    refused({ ...(await visit()), iss: 'https://accounts.example.com' }));
  test('another address to come back to', async () =>
    refused({ ...(await visit()), redirectUri: 'https://evil.example/api/loginCallback/google' }));

  const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  test.each<[string, (claims: { readonly [name: string]: unknown }) => { readonly [name: string]: unknown }]>([
    ['of another audience', (claims) => ({ ...claims, aud: 'another-site' })],
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://accounts.example.com' })],
    ['with another nonce', (claims) => ({ ...claims, nonce: 'replayed' })],
    ['without a nonce', ({ nonce: _gone, ...claims }) => claims],
    ['that expired', (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 3600 })],
    ['without a subject', ({ sub: _gone, ...claims }) => claims],
  ])('a token %s', async (_name, tamper) => {
    const flow = await visit();
    local.tamper = tamper;
    await refused(flow);
  });
  test('a token signed by another key', async () => {
    const flow = await visit();
    local.tamper = (claims) => claims;
    local.signingKey = otherKey;
    await refused(flow);
  });
  test('a provider that is not configured', async () => {
    const body = { provider: 'facebook', codeChallenge: challengeOf(newVerifier()) };
    expect((await gateway.call('startProviderLogin', { body })).json.code).toBe(code.loginMethodOff);
  });
});

describe('linking in the profile', () => {
  const startLink = async (token: string, more: object = {}) => {
    const codeVerifier = newVerifier();
    const body = { provider: 'google', codeChallenge: challengeOf(codeVerifier), password: PASSWORD, ...more };
    const { json } = await gateway.call('startProviderLink', { token, body });
    return { json, codeVerifier };
  };
  const linked = async (token: string): Promise<Flow> => {
    const { json, codeVerifier } = await startLink(token);
    return { provider: 'google', codeVerifier, ...(await comeBack(json.result)) };
  };

  test('takes the password, and the session that began', async () => {
    const ann = await register({ email: `ann${people}@example.com` });
    const eve = await register({ email: `eve${people}@example.com` });
    expect((await startLink(ann.token, { password: 'wrong' })).json.code).toBe(code.passwordWrong);
    const flow = await linked(ann.token);
    expect((await gateway.call('linkProvider', { token: eve.token, body: flow })).json.code).toBe(
      code.socialLoginFailed,
    );
    // Nor does it sign anybody in.
    expect((await finish(flow)).json.code).toBe(code.socialLoginFailed);
    expect((await gateway.call('linkProvider', { token: ann.token, body: flow })).json.code).toBe(200);
    expect((await signIn()).json.result.user.id).toBe(ann.id);
    const answer = await linked(eve.token);
    expect((await gateway.call('linkProvider', { token: eve.token, body: answer })).json.code).toBe(code.signInTaken);
  });

  test('unlinking takes the password, stops withdrawals, and is the owner’s alone', async () => {
    const ann = await register({ email: `ann${people}@example.com` });
    const eve = await register({ email: `eve${people}@example.com` });
    await gateway.call('linkProvider', { token: ann.token, body: await linked(ann.token) });
    const { json } = await gateway.call('listLinkedSignIns', { token: ann.token });
    const remove = (token: string, password: string) =>
      gateway.call('removeSignIn', { token, body: { kind: 'provider', id: json.result.providers[0].id, password } });
    expect((await remove(eve.token, PASSWORD)).json.code).toBe(code.nothingFound);
    expect((await remove(ann.token, 'wrong')).json.code).toBe(code.passwordWrong);
    expect((await remove(ann.token, PASSWORD)).json.code).toBe(200);
    const info = await gateway.call('getUserInfo', { token: ann.token });
    expect(info.json.result.security.withdrawalsBlockedUntil).not.toBeNull();
    expect((await signIn()).json.result.user.id).not.toBe(ann.id);
  });

  test('the only way in stays until a password is set, by a session that is fresh', async () => {
    const { json } = await signIn();
    const { token } = json.result;
    const held = await gateway.call('listLinkedSignIns', { token });
    const body = { kind: 'provider', id: held.json.result.providers[0].id, password: PASSWORD };
    expect((await gateway.call('removeSignIn', { token, body })).json.code).toBe(code.passwordNotSet);
    const first = { newPassword: PASSWORD, confirmPassword: PASSWORD };
    clock.advance(FRESH_SESSION_MS + 1);
    expect((await gateway.call('setFirstPassword', { token, body: first })).json.code).toBe(code.signInAgain);
    const fresh = (await signIn()).json.result.token;
    expect((await gateway.call('setFirstPassword', { token: fresh, body: first })).json.code).toBe(200);
    expect((await gateway.call('setFirstPassword', { token: fresh, body: first })).json.code).toBe(
      code.passwordAlreadySet,
    );
    expect((await gateway.call('removeSignIn', { token: fresh, body })).json.code).toBe(200);
    const login = await gateway.call('login', { body: { account: local.person.email, password: PASSWORD } });
    expect(login.json.code).toBe(200);
  });
});
