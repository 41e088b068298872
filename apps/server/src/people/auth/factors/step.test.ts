/**
 * The second step of a withdrawal: used once, given back only by who used it, and a passkey's
 * signature serves for one person, one purpose and one withdrawal.
 */
import { code } from '@glasshouse/api/codes';
import { beforeAll, describe, expect, test } from 'vitest';
import { createFactorStore, type FactorStore } from '../../../factors/factor-store.ts';
import { askPasskey, finishPasskey, startPasskey } from '../../../factors/passkey-flow.ts';
import { CHALLENGE_VALID_MS } from '../../../factors/passkeys.ts';
import { relyingPartyOf } from '../../../factors/relying-party.ts';
import { SoftAuthenticator } from '../../../factors/testing/soft-authenticator.ts';
import { TOTP_PERIOD_MS, totpCode } from '../../../factors/totp.ts';
import { masterKeyOf } from '../../../platform/master-key.ts';
import { withTestDatabase } from '../../../platform/test-database.ts';
import { WITHDRAWAL_BLOCK_MS } from '../../../platform/withdrawal-wait.ts';
import { issueCode } from '../codes.ts';
import { askStep, hasStepPasskey, type StepDeps, type SubmittedStep, takeStep } from './step.ts';

const START = Date.parse('2026-01-05T12:00:00Z');
const ABOUT = 'a'.repeat(64);
const database = withTestDatabase();
const party = relyingPartyOf('https://broker.example')!;
const { origin } = party;
let factors: FactorStore;
let deps: StepDeps;
let now = START;

beforeAll(() => {
  const { pool } = database;
  factors = createFactorStore({ db: pool, kind: 'customer', masterKey: masterKeyOf('11'.repeat(32)) });
  const unused = {} as never;
  deps = {
    pool,
    factors,
    party,
    site: party.origin,
    hasher: unused,
    bus: { submit: async () => ({ seq: 1, code: 200, result: null }) } as never,
    mail: { wake: () => {} } as never,
    clock: { now: () => now } as never,
  };
});

let people = 0;
async function person() {
  people += 1;
  const email = `person${people}@example.org`;
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into users (kind, language, invite_code, created_at, email, password_hash)
     values ('user', 'en', gen_random_uuid()::text, now(), $1, 'none')
     returning id`,
    [email],
  );
  return { id: rows[0]!.id, email };
}
async function mailed({ email }: { email: string }): Promise<string> {
  now += 61_000;
  let sent = '';
  await issueCode(database.pool, { account: email, purpose: 'withdraw', now }, (digits) => {
    sent = digits;
    return undefined;
  });
  return sent;
}
const take = (userId: number, step: Partial<SubmittedStep>) => takeStep(deps, userId, { about: ABOUT, ...step });
const codeOf = async (answer: ReturnType<typeof take>) => {
  const result = await answer;
  return result.ok ? 200 : result.code;
};
async function taken(answer: ReturnType<typeof take>) {
  const result = await answer;
  if (!result.ok) throw new Error(`refused with ${result.code}`);
  return result.result;
}

describe('a code by mail', () => {
  test('is used up, unless it is given back', async () => {
    const ann = await person();
    const digits = await mailed(ann);
    const step = await taken(take(ann.id, { code: digits }));
    expect(step.by).toBe('email');
    expect(await codeOf(take(ann.id, { code: digits }))).toBe(code.sendCodeFirst);
    await step.putBack();
    expect(await codeOf(take(ann.id, { code: digits }))).toBe(200);
    expect(await codeOf(take(ann.id, { code: digits }))).toBe(code.sendCodeFirst);
  });

  test('of many at once one is right, and giving it back does not bring back another', async () => {
    const ann = await person();
    const digits = await mailed(ann);
    const codes = await Promise.all(Array.from({ length: 8 }, () => take(ann.id, { code: digits })));
    expect(codes.filter(({ ok }) => ok)).toHaveLength(1);
    const [step] = codes.flatMap((answer) => (answer.ok ? [answer.result] : []));
    // A newer code was sent and used: the old one's end is not undone, nor is the new one's.
    const newer = await mailed(ann);
    expect(await codeOf(take(ann.id, { code: newer }))).toBe(200);
    await step!.putBack();
    expect(await codeOf(take(ann.id, { code: digits }))).toBe(code.sendCodeFirst);
    expect(await codeOf(take(ann.id, { code: newer }))).toBe(code.sendCodeFirst);
  });

  test('a wrong guess counts, and giving the right one back gives no guesses back', async () => {
    const ann = await person();
    const digits = await mailed(ann);
    const wrong = digits === '000000' ? '000001' : '000000';
    for (let guess = 0; guess < 4; guess += 1) {
      expect(await codeOf(take(ann.id, { code: wrong }))).toBe(code.codeWrong);
    }
    await (await taken(take(ann.id, { code: digits }))).putBack();
    expect(await codeOf(take(ann.id, { code: wrong }))).toBe(code.codeWrong);
    expect(await codeOf(take(ann.id, { code: digits }))).toBe(code.sendCodeFirst);
  });
});

describe('the authenticator app', () => {
  async function withApp() {
    const ann = await person();
    const secret = (await factors.startTotp(ann.id, now))!;
    const recovery = (await factors.confirmTotp(ann.id, totpCode(secret, now), now)) as readonly string[];
    now += WITHDRAWAL_BLOCK_MS;
    const next = (): string => {
      now += TOTP_PERIOD_MS;
      return totpCode(secret, now);
    };
    return { ann, next, recovery };
  }

  test('a code is used up, unless it is given back', async () => {
    const { ann, next } = await withApp();
    const digits = next();
    const step = await taken(take(ann.id, { totp: digits }));
    expect(step.by).toBe('totp');
    expect(await codeOf(take(ann.id, { totp: digits }))).toBe(code.totpWrong);
    await step.putBack();
    expect(await codeOf(take(ann.id, { totp: digits }))).toBe(200);
    expect(await codeOf(take(ann.id, { totp: digits }))).toBe(code.totpWrong);
  });

  test('giving one back never reaches behind a later one', async () => {
    const { ann, next } = await withApp();
    const digits = next();
    const step = await taken(take(ann.id, { totp: digits }));
    expect(await codeOf(take(ann.id, { totp: next() }))).toBe(200);
    await step.putBack();
    expect(await codeOf(take(ann.id, { totp: digits }))).toBe(code.totpWrong);
  });

  test('a recovery code confirms nothing, and stays good for a login', async () => {
    const { ann, recovery } = await withApp();
    const totp = recovery[0]!;
    expect(await codeOf(take(ann.id, { totp }))).toBe(code.recoveryCodeHere);
    expect(await factors.checkCode(ann.id, totp, now)).toMatchObject({ ok: true, by: 'recovery' });
  });
});

describe('a passkey', () => {
  async function withPasskey() {
    const ann = await person();
    const device = new SoftAuthenticator();
    const flow = { store: factors, party, now };
    const response = device.create(await startPasskey(flow, ann.id, 'ann'), { origin });
    await finishPasskey(flow, ann.id, { name: 'Phone', response });
    return { ann, device };
  }
  /** Old enough to confirm money. */
  async function grown() {
    const made = await withPasskey();
    now += WITHDRAWAL_BLOCK_MS;
    return made;
  }
  async function requestStep(userId: number, about = ABOUT) {
    const answer = await askStep(deps, userId, about);
    if (!answer.ok) throw new Error(`refused with ${answer.code}`);
    return answer.result;
  }

  test('confirms once what it signed for', async () => {
    const { ann, device } = await grown();
    expect(await hasStepPasskey(deps, ann.id)).toBe(true);
    const passkey = device.get(await requestStep(ann.id), { origin });
    expect((await taken(take(ann.id, { passkey }))).by).toBe('passkey');
    expect(await codeOf(take(ann.id, { passkey }))).toBe(code.passkeyRefused);
  });

  test('a refused withdrawal does not make its signature good again', async () => {
    const { ann, device } = await grown();
    const passkey = device.get(await requestStep(ann.id), { origin });
    await (await taken(take(ann.id, { passkey }))).putBack();
    expect(await codeOf(take(ann.id, { passkey }))).toBe(code.passkeyRefused);
  });

  test('serves after a day only: a thief with session and passwords cannot add one and pay out', async () => {
    const { ann } = await withPasskey();
    expect(await hasStepPasskey(deps, ann.id)).toBe(false);
    expect(await askStep(deps, ann.id, ABOUT)).toMatchObject({ ok: false, code: code.passkeysUnavailable });
    now += WITHDRAWAL_BLOCK_MS - 1;
    expect(await hasStepPasskey(deps, ann.id)).toBe(false);
    now += 1;
    expect(await hasStepPasskey(deps, ann.id)).toBe(true);
  });

  test('a new one signs nothing, also where an older one was asked', async () => {
    const { ann } = await grown();
    const young = new SoftAuthenticator();
    const flow = { store: factors, party, now };
    const response = young.create(await startPasskey(flow, ann.id, 'ann'), { origin });
    await finishPasskey(flow, ann.id, { name: 'Thief', response });
    const options = await requestStep(ann.id);
    expect(options.allowCredentials).toHaveLength(1);
    const passkey = young.get(options, { origin });
    expect(await codeOf(take(ann.id, { passkey }))).toBe(code.passkeyRefused);
  });

  test.each<[string, (setup: Awaited<ReturnType<typeof grown>>) => Promise<Parameters<typeof take>>]>([
    [
      'signed for another amount or address',
      async ({ ann, device }) => [
        ann.id,
        { passkey: device.get(await requestStep(ann.id, 'b'.repeat(64)), { origin }) },
      ],
    ],
    [
      'signed to log in',
      async ({ ann, device }) => {
        const login = await askPasskey({ store: factors, party, now }, 'login');
        return [ann.id, { passkey: device.get(login, { origin }) }];
      },
    ],
    [
      'signed for another step',
      async ({ ann, device }) => {
        const step = await askPasskey({ store: factors, party, now }, 'step', ann.id);
        return [ann.id, { passkey: device.get(step, { origin }) }];
      },
    ],
    [
      'by the device of somebody else',
      async ({ ann }) => {
        const bob = await grown();
        const options = await requestStep(ann.id);
        return [ann.id, { passkey: bob.device.get(options, { origin }) }];
      },
    ],
    [
      'of somebody else, for their own withdrawal',
      async ({ ann }) => {
        const bob = await grown();
        return [ann.id, { passkey: bob.device.get(await requestStep(bob.ann.id), { origin }) }];
      },
    ],
    [
      'on another page',
      async ({ ann, device }) => [
        ann.id,
        { passkey: device.get(await requestStep(ann.id), { origin: 'https://broker.example.evil' }) },
      ],
    ],
    [
      'without verifying the user',
      async ({ ann, device }) => [
        ann.id,
        { passkey: device.get(await requestStep(ann.id), { origin, isVerified: false }) },
      ],
    ],
    [
      'too late',
      async ({ ann, device }) => {
        const passkey = device.get(await requestStep(ann.id), { origin });
        now += CHALLENGE_VALID_MS;
        return [ann.id, { passkey }];
      },
    ],
  ])('refused: %s', async (_name, attack) => {
    const [userId, step] = await attack(await grown());
    expect(await codeOf(take(userId, step))).toBe(code.passkeyRefused);
  });
});
