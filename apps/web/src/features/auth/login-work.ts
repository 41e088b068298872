import type { BodyOf, ResultOf } from '@glasshouse/api';
import { leadingZeros } from '@glasshouse/rules/leading-zeros';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { type Answer, call } from '../../api/client.ts';
import { knownDevices } from './known-devices.ts';

const TOO_MANY_REQUESTS = 11001;
/** Hashes between two looks at the clock, and how long the page may wait for them. */
const HASHES = 500;
const SLICE_MS = 12;

type Login = Omit<BodyOf<'login'>, 'devices' | 'proof'>;

/**
 * Logs in. Where strangers have used up the attempts of this account or network, the browser does
 * the work that lets it go on, and tries once more.
 */
export async function logIn(body: Login): Promise<Answer<ResultOf<'login'>>> {
  const devices = knownDevices();
  const first = await call('login', { body: { ...body, devices } });
  if (first.ok || first.failure.kind !== 'refused' || first.failure.code !== TOO_MANY_REQUESTS) return first;
  const asked = await call('getLoginChallenge', { body: { account: body.account } });
  if (!asked.ok) return first;
  const { challenge, bits } = asked.result;
  const nonce = await workOn(challenge, bits);
  return call('login', { body: { ...body, devices, proof: { challenge, nonce } } });
}

/**
 * A nonce that makes SHA-256 of `challenge.nonce` begin with `bits` zero bits; lets the page live.
 */
export async function workOn(challenge: string, bits: number): Promise<string> {
  let tried = 0;
  for (;;) {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) {
      for (let count = 0; count < HASHES; count += 1, tried += 1) {
        const nonce = tried.toString(36);
        if (bits <= leadingZeros(sha256(utf8ToBytes(`${challenge}.${nonce}`)))) return nonce;
      }
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}
