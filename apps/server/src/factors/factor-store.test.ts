import { beforeAll, describe, expect, test } from 'vitest';
import { masterKeyOf } from '../platform/master-key.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { createFactorStore, type FactorStore } from './factor-store.ts';
import { askPasskey, finishPasskey, startPasskey, takePasskey } from './passkey-flow.ts';
import { PASSKEYS_MAX } from './passkey-store.ts';
import { CHALLENGE_VALID_MS } from './passkeys.ts';
import { relyingPartyOf } from './relying-party.ts';
import { SoftAuthenticator } from './testing/soft-authenticator.ts';
import { TOTP_PERIOD_MS, totpCode } from './totp.ts';
import { TOTP_ATTEMPTS_MAX, TOTP_SETUP_MS } from './totp-store.ts';

const START = Date.parse('2026-01-05T12:00:00Z');
const MINUTE = 60_000;
const database = withTestDatabase();
const masterKey = masterKeyOf('11'.repeat(32));
const party = relyingPartyOf('https://broker.example')!;
const { origin } = party;
let store: FactorStore;

beforeAll(() => {
  store = createFactorStore({ db: database.pool, kind: 'customer', masterKey });
});

async function person(): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into users (kind, language, invite_code, created_at) values ('guest', 'en', gen_random_uuid()::text, now()) returning id`,
  );
  return rows[0]!.id;
}

/** Somebody with TOTP on since `START`. */
async function withTotp() {
  const owner = await person();
  const secret = (await store.startTotp(owner, START))!;
  const codes = (await store.confirmTotp(owner, totpCode(secret, START), START)) as readonly string[];
  return { owner, secret, codes };
}

describe('TOTP', () => {
  test('is on once the first code is right, and its secret is nowhere in the clear', async () => {
    const owner = await person();
    const secret = (await store.startTotp(owner, START))!;
    expect(await store.totpOf(owner)).toBeUndefined();
    expect(await store.checkCode(owner, totpCode(secret, START), START)).toEqual({ ok: false, reason: 'off' });
    expect(await store.confirmTotp(owner, '000000', START)).toBe('wrong');
    expect(await store.confirmTotp(owner, totpCode(secret, START), START)).toHaveLength(10);
    expect(await store.totpOf(owner)).toMatchObject({ since: START });
    expect(await store.startTotp(owner, START)).toBeUndefined();
    const { rows } = await database.pool.query<{ secret: Buffer }>(
      'select secret from customer_totp where owner = $1',
      [owner],
    );
    expect(rows[0]!.secret.includes(secret)).toBe(false);
  });

  test('a set-up that was left alone has to be started again', async () => {
    const owner = await person();
    const secret = (await store.startTotp(owner, START))!;
    const expiry = START + TOTP_SETUP_MS;
    expect(await store.confirmTotp(owner, totpCode(secret, expiry), expiry)).toBe('missing');
  });

  test('a code is accepted once, also when two come at the same time', async () => {
    const { owner, secret } = await withTotp();
    expect(await store.checkCode(owner, totpCode(secret, START), START)).toMatchObject({ ok: false });
    const later = START + 10 * MINUTE;
    const code = totpCode(secret, later);
    const both = await Promise.all([store.checkCode(owner, code, later), store.checkCode(owner, code, later)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await store.checkCode(owner, code, later)).toEqual({ ok: false, reason: 'wrong' });
    const next = later + TOTP_PERIOD_MS;
    expect(await store.checkCode(owner, totpCode(secret, next), next)).toMatchObject({ ok: true, by: 'totp' });
  });

  test('a recovery code is accepted once, and only from its owner', async () => {
    const { owner, codes } = await withTotp();
    const second = await withTotp();
    expect(await store.checkCode(second.owner, codes[0]!, START)).toMatchObject({ ok: false, reason: 'wrong' });
    expect(await store.checkCode(owner, codes[0]!, START)).toMatchObject({ ok: true, by: 'recovery' });
    expect(await store.checkCode(owner, codes[0]!, START)).toMatchObject({ ok: false, reason: 'wrong' });
    expect(await store.recoveryCodesLeft(owner)).toBe(9);
    const renewed = await store.renewRecoveryCodes(owner);
    expect(await store.checkCode(owner, codes[1]!, START)).toMatchObject({ ok: false });
    expect(await store.checkCode(owner, renewed[1]!, START)).toMatchObject({ ok: true });
  });

  test('many guesses at once are no more than a few; the lock doubles, and the right code ends it', async () => {
    const { owner, secret } = await withTotp();
    let now = START + 10 * MINUTE;
    const right = () => store.checkCode(owner, totpCode(secret, now), now);
    const guesses = await Promise.all(Array.from({ length: 20 }, () => store.checkCode(owner, '000000', now)));
    const reasons = guesses.map((guess) => (guess.ok ? 'ok' : guess.reason));
    expect(reasons.filter((reason) => reason === 'wrong')).toHaveLength(TOTP_ATTEMPTS_MAX);
    expect(await right()).toEqual({ ok: false, reason: 'locked' });
    now += 15 * MINUTE;
    for (let count = 0; count < TOTP_ATTEMPTS_MAX; count += 1) await store.checkCode(owner, '000000', now);
    now += 15 * MINUTE;
    expect(await right()).toEqual({ ok: false, reason: 'locked' });
    now += 15 * MINUTE;
    expect(await right()).toMatchObject({ ok: true });
    now += MINUTE;
    await store.checkCode(owner, '000000', now);
    expect(await right()).toMatchObject({ ok: true });
  });

  test('an operator with the same number is somebody else', async () => {
    const { owner, secret } = await withTotp();
    const operators = createFactorStore({ db: database.pool, kind: 'operator', masterKey });
    expect(await operators.checkCode(owner, totpCode(secret, START + MINUTE), START + MINUTE)).toEqual({
      ok: false,
      reason: 'off',
    });
  });

  test('is gone with its recovery codes when removed', async () => {
    const { owner, codes } = await withTotp();
    expect(await store.removeTotp(owner)).toBe(true);
    expect(await store.removeTotp(owner)).toBe(false);
    expect(await store.recoveryCodesLeft(owner)).toBe(0);
    expect(await store.checkCode(owner, codes[0]!, START)).toEqual({ ok: false, reason: 'off' });
  });
});

describe('passkeys', () => {
  const flow = (now = START) => ({ store, party, now });

  async function withPasskey() {
    const owner = await person();
    const device = new SoftAuthenticator();
    const options = await startPasskey(flow(), owner, 'ann');
    const response = device.create(options, { origin });
    const passkey = await finishPasskey(flow(), owner, { name: 'Phone', response });
    if (typeof passkey === 'string') throw new Error(passkey);
    return { owner, device, passkey };
  }

  test('log their owner in without a name', async () => {
    const { owner, device, passkey } = await withPasskey();
    const response = device.get(await askPasskey(flow(), 'login'), { origin });
    expect(await takePasskey(flow(), 'login', response)).toMatchObject({ owner, fingerprint: passkey.fingerprint });
    expect(await store.passkeysOf(owner)).toMatchObject([{ name: 'Phone', counter: 1, lastUsedAt: START }]);
  });

  test.each<[string, { origin?: string; isVerified?: boolean; counter?: number }]>([
    ['from another page', { origin: 'https://broker.example.evil' }],
    ['without verifying the user', { isVerified: false }],
    ['whose counter stands still', { counter: 1 }],
  ])('a response %s is refused', async (_name, wrong) => {
    const { device } = await withPasskey();
    const first = device.get(await askPasskey(flow(), 'login'), { origin });
    expect(await takePasskey(flow(), 'login', first)).toBeDefined();
    const response = device.get(await askPasskey(flow(), 'login'), { origin, ...wrong });
    expect(await takePasskey(flow(), 'login', response)).toBeUndefined();
  });

  test('a challenge serves once, for its purpose, its owner, and five minutes', async () => {
    const { owner, device } = await withPasskey();
    const second = await withPasskey();
    const use = async (
      purpose: 'login' | 'step',
      options: Awaited<ReturnType<typeof askPasskey>>,
      by?: number,
      now = START,
    ) => (await takePasskey(flow(now), purpose, device.get(options, { origin }), by)) !== undefined;
    const login = await askPasskey(flow(), 'login');
    expect(await use('login', login)).toBe(true);
    expect(await use('login', login)).toBe(false);
    expect(await use('login', await askPasskey(flow(), 'step', owner))).toBe(false);
    expect(await use('step', await askPasskey(flow(), 'step', owner), second.owner)).toBe(false);
    expect(await use('step', await askPasskey(flow(), 'step', owner), owner)).toBe(true);
    expect(await use('login', await askPasskey(flow(), 'login'), undefined, START + CHALLENGE_VALID_MS)).toBe(false);
    expect(await use('login', { ...login, challenge: 'made-up' })).toBe(false);
  });

  test('a passkey of somebody else is refused where one person is asked', async () => {
    const ann = await withPasskey();
    const bob = await withPasskey();
    const response = bob.device.get(await askPasskey(flow(), 'step', ann.owner), { origin });
    expect(await takePasskey(flow(), 'step', response, ann.owner)).toBeUndefined();
  });

  test.each<[string, { origin?: string; isVerified?: boolean }]>([
    ['from another page', { origin: 'http://broker.example' }],
    ['without verifying the user', { isVerified: false }],
  ])('registering %s is refused', async (_name, wrong) => {
    const owner = await person();
    const response = new SoftAuthenticator().create(await startPasskey(flow(), owner, 'ann'), { origin, ...wrong });
    expect(await finishPasskey(flow(), owner, { name: 'Phone', response })).toBe('refused');
  });

  test('a registration is taken once, from the person who started it, and none is registered twice', async () => {
    const owner = await person();
    const stranger = await person();
    const device = new SoftAuthenticator();
    const response = device.create(await startPasskey(flow(), owner, 'ann'), { origin });
    expect(await finishPasskey(flow(), stranger, { name: 'Mine', response })).toBe('refused');
    expect(await finishPasskey(flow(), owner, { name: 'Late', response })).toBe('refused');
    const again = device.create(await startPasskey(flow(), owner, 'ann'), { origin });
    const added = await finishPasskey(flow(), owner, { name: 'Phone', response: again });
    expect(typeof added).toBe('object');
    const key = await store.passkeyByCredential(again.id);
    expect(await store.addPasskey(stranger, key!, { name: 'Copy', now: START })).toBe('taken');
  });

  test('ten at most, renamed and removed by their owner only', async () => {
    const { owner, passkey } = await withPasskey();
    const stranger = await person();
    expect(await store.renamePasskey(stranger, passkey.id, 'Mine')).toBe(false);
    expect(await store.removePasskey(stranger, passkey.id)).toBe(false);
    expect(await store.renamePasskey(owner, passkey.id, 'Work phone')).toBe(true);
    for (let count = 1; count < PASSKEYS_MAX; count += 1) {
      await store.addPasskey(owner, { ...passkey, credentialId: `${owner} ${count}` }, { name: 'More', now: START });
    }
    const full = await store.addPasskey(owner, { ...passkey, credentialId: 'more' }, { name: 'More', now: START });
    expect(full).toBe('full');
    expect(await store.removePasskey(owner, passkey.id)).toBe(true);
    expect(await store.passkeysOf(owner)).toHaveLength(PASSKEYS_MAX - 1);
  });
});

test.each([
  ['https://broker.example', { id: 'broker.example', origin: 'https://broker.example' }],
  ['https://broker.example:8443/', { id: 'broker.example', origin: 'https://broker.example:8443' }],
  ['http://127.0.0.1:4000', { id: 'localhost', origin: 'http://localhost:4000' }],
  ['http://localhost:4000', { id: 'localhost', origin: 'http://localhost:4000' }],
  ['http://broker.example', undefined],
  ['https://192.0.2.7', undefined],
])('passkeys of %s', (site, expected) => {
  const party = relyingPartyOf(site);
  expect(party && { id: party.id, origin: party.origin }).toEqual(expected);
});
