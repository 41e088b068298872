import type { BodyOf, ResultOf } from '@glasshouse/api';
import { proveWork } from '@glasshouse/app/sign-in/proof-of-work';
import { type Answer, call } from '../../api/client.ts';
import { knownDevices } from './known-devices.ts';

type Login = Omit<BodyOf<'login'>, 'devices' | 'proof'>;

/**
 * Logs in. Where strangers have used up the attempts of this account or network, the browser does
 * the work that lets it go on, and tries once more.
 */
export async function logIn(body: Login): Promise<Answer<ResultOf<'login'>>> {
  const devices = knownDevices();
  const first = await call('login', { body: { ...body, devices } });
  if (first.ok || first.failure.kind !== 'limited') return first;
  const answer = await call('getLoginChallenge', { body: { account: body.account } });
  if (!answer.ok) return first;
  const { challenge, bits } = answer.result;
  const nonce = await proveWork(challenge, bits);
  return call('login', { body: { ...body, devices, proof: { challenge, nonce } } });
}
