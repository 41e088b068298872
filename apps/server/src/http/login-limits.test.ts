import { createHash } from 'node:crypto';
import { code } from '@glasshouse/api/codes';
import { describe, expect, test } from 'vitest';
import { withTestDatabase } from '../platform/test-database.ts';
import { DEFAULT_LIMITS } from './rate-limits.ts';
import { openTestGateway } from './testing/gateway.ts';

const database = withTestDatabase();

function workFor({ challenge, bits }: { challenge: string; bits: number }) {
  for (let tried = 0; ; tried += 1) {
    const nonce = tried.toString(36);
    const digest = createHash('sha256').update(`${challenge}.${nonce}`).digest();
    if (digest.readUInt32BE(0) >>> (32 - bits) === 0) return { challenge, nonce };
  }
}

describe('limits of logins', () => {
  const password = 'nine brown owls';
  const tight = {
    ...DEFAULT_LIMITS,
    loginPerAccount: { burst: 2, refillMs: 60_000 },
    loginPerDevice: { burst: 2, refillMs: 60_000 },
    loginPerProof: { burst: 1, refillMs: 60_000 },
  };

  test('strangers who guess do not keep out known devices, nor others who work', async () => {
    const limited = await openTestGateway(database.pool, { limits: tight });
    const register = { username: 'Barnowl', password, confirmPassword: password };
    const { device } = (await limited.call('register', { body: register })).json.result;
    const login = async (more: object) => {
      const answer = await limited.call('login', { body: { account: 'barnowl', password, ...more } });
      return [answer.status, answer.json.code];
    };
    const guess = { password: 'ten brown owls' };
    expect([await login(guess), await login(guess), await login(guess)]).toEqual([
      [200, code.passwordWrong],
      [200, code.passwordWrong],
      [429, code.tooManyRequests],
    ]);
    expect(await login({})).toEqual([429, code.tooManyRequests]);
    expect(await login({ devices: ['AAAA', device] })).toEqual([200, 200]);

    const solved = async () => {
      const challenge = await limited.call('getLoginChallenge', { body: { account: 'barnowl' } });
      return workFor(challenge.json.result);
    };
    const proof = await solved();
    expect(await login({ proof: { ...proof, nonce: 'zz' } })).toEqual([429, code.tooManyRequests]);
    expect(await login({ proof })).toEqual([200, 200]);
    expect(await login({ proof })).toEqual([429, code.tooManyRequests]);
    // Work is no way around a limit: it has one of its own.
    expect(await login({ proof: await solved() })).toEqual([429, code.tooManyRequests]);
    await limited.app.close();
  });

  test('registering with a name alone is counted by network and day; with an address it is not', async () => {
    const limits = { ...DEFAULT_LIMITS, namelessPerNetworkDay: { burst: 1, refillMs: 86_400_000 } };
    const limited = await openTestGateway(database.pool, { limits });
    const register = async (account: object) =>
      (await limited.call('register', { body: { ...account, password, confirmPassword: password } })).json.code;
    expect(await register({ username: 'Firstname' })).toBe(200);
    expect(await register({ username: 'Secondname' })).toBe(code.tooManyRequests);
    expect(await register({ email: 'third@example.org', code: '000000' })).toBe(code.sendCodeFirst);
    await limited.app.close();
  });

  test('wrong tokens are counted on calls that need none, too', async () => {
    const limits = { ...DEFAULT_LIMITS, badTokenPerAddress: { burst: 2, refillMs: 60_000 } };
    const limited = await openTestGateway(database.pool, { limits });
    const send = async (token?: string) =>
      (await limited.call('sendCode', { token, body: { account: 'nobody@example.org', type: 'reset' } })).status;
    const wrong = 'A'.repeat(43);
    expect([await send(wrong), await send(wrong), await send(wrong)]).toEqual([200, 200, 429]);
    expect(await send()).toBe(200);
    await limited.app.close();
  });

  test('a whole network is counted together', async () => {
    const limits = { ...DEFAULT_LIMITS, loginPerNetwork: { burst: 2, refillMs: 60_000 } };
    const limited = await openTestGateway(database.pool, { limits, gateway: { trustedProxies: () => true } });
    const guess = async (ip: string, account: string) => {
      const headers = { 'x-forwarded-for': ip };
      return (await limited.call('login', { headers, body: { account, password } })).status;
    };
    expect([await guess('192.0.2.1', 'a1'), await guess('192.0.2.2', 'a2'), await guess('192.0.2.3', 'a3')]).toEqual([
      200, 200, 429,
    ]);
    expect(await guess('192.0.3.1', 'a4')).toBe(200);
    await limited.app.close();
  });
});

test('guests beyond the free ones of a network take work, dearer each time, up to a day’s most', async () => {
  const limited = await openTestGateway(database.pool, {
    limits: {
      ...DEFAULT_LIMITS,
      guestPerAddressDay: { burst: 2, refillMs: 1e9 },
      guestPerProofDay: { burst: 2, refillMs: 1e9 },
    },
  });
  const open = async (proof?: object) => {
    const { json } = await limited.call('loginAsGuest', { body: proof === undefined ? {} : { proof } });
    return json.code as number;
  };
  const challenge = async () => {
    const { json } = await limited.call('getGuestChallenge');
    return json.result as { challenge: string; bits: number };
  };
  expect([await open(), await open(), await open()]).toEqual([200, 200, code.tooManyRequests]);
  const first = await challenge();
  expect(await open({ challenge: first.challenge, nonce: '0' })).toBe(code.tooManyRequests);
  const proof = workFor(first);
  expect(await open(proof)).toBe(200);
  expect(await open(proof)).toBe(code.tooManyRequests);
  const second = await challenge();
  expect(second.bits).toBe(first.bits + 1);
  expect(await open(workFor(second))).toBe(200);
  expect(await open(workFor(await challenge()))).toBe(code.tooManyRequests);
  await limited.app.close();
});
