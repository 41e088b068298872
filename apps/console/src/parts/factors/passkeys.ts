import { createPasskey, signWithPasskey } from '@glasshouse/app/passkeys/ceremony';
import { type Answer, call } from '../../api/client.ts';
import type { OperatorSession } from '../../session/session.ts';

/** The person closed the browser's window, or it ran out of time: nothing is wrong. */
type Outcome = Answer<OperatorSession> | 'cancelled';

/** Confirms by passkey: the server's question, the device's answer. */
export async function answerPasskey(): Promise<Outcome> {
  const request = await call('askOperatorPasskey', { body: {} });
  if (!request.ok) return request;
  const signed = await signWithPasskey(request.result);
  if (!signed.ok) return 'cancelled';
  return call('confirmOperatorPasskey', { body: { response: signed.value } });
}

/** Adds a passkey of this device, or of one beside it. */
export async function addPasskey(name: string): Promise<Outcome> {
  const started = await call('startOperatorPasskey', { body: {} });
  if (!started.ok) return started;
  const made = await createPasskey(started.result);
  if (!made.ok) return 'cancelled';
  return call('finishOperatorPasskey', { body: { name, response: made.value } });
}
