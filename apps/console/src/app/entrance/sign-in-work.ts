import type { OperatorBodyOf } from '@glasshouse/api/operator/calls';
import { call } from '../../api/client.ts';

/**
 * Signs in. Where strangers have used up the tries of this name, the browser does the work that
 * lets it go on, and tries once more.
 */
export async function signIn(body: Pick<OperatorBodyOf<'operatorSignIn'>, 'name' | 'password'>) {
  const first = await call('operatorSignIn', { body });
  if (first.ok || first.failure.kind !== 'limited') return first;
  const work = await call('askOperatorWork', { body: { name: body.name } });
  if (!work.ok) return first;
  const { challenge, bits } = work.result;
  // Only under a flood of wrong passwords: no part of what every sign-in loads.
  const { proveWork } = await import('@glasshouse/app/sign-in/proof-of-work');
  const nonce = await proveWork(challenge, bits);
  return call('operatorSignIn', { body: { ...body, proof: { challenge, nonce } } });
}
