import type { ChallengePurpose } from './challenge-store.ts';
import type { FactorStore } from './factor-store.ts';
import type { Passkey } from './passkey-store.ts';
import {
  type AuthenticationResponseJSON,
  authenticationOptions,
  challengeOf,
  type RegistrationResponseJSON,
  registrationOptions,
  verifyAuthentication,
  verifyRegistration,
} from './passkeys.ts';
import type { RelyingParty } from './relying-party.ts';

interface Flow {
  readonly store: FactorStore;
  readonly party: RelyingParty;
  readonly now: number;
}

/** First half of adding a passkey: what the browser is asked to make. */
export async function startPasskey({ store, party, now }: Flow, owner: number, name: string) {
  const challenge = await store.newChallenge({ purpose: 'register', owner, now });
  const existing = await store.passkeysOf(owner);
  return registrationOptions(party, { challenge, handle: store.handleOf(owner), name, existing });
}

/** Second half: keeps what the browser made. */
export async function finishPasskey(
  { store, party, now }: Flow,
  owner: number,
  registration: { readonly name: string; readonly response: RegistrationResponseJSON },
): Promise<Passkey | 'refused' | 'full'> {
  const challenge = challengeOf(registration.response);
  if (challenge === undefined || !(await store.takeChallenge(challenge, { purpose: 'register', owner, now }))) {
    return 'refused';
  }
  const key = await verifyRegistration(party, registration.response, challenge);
  if (key === undefined) return 'refused';
  const added = await store.addPasskey(owner, key, { name: registration.name, now });
  return added === 'taken' ? 'refused' : added;
}

/** What the browser is asked to sign; with an `owner` only passkeys of that person serve. */
export async function askPasskey(
  { store, party, now }: Flow,
  purpose: Exclude<ChallengePurpose, 'register'>,
  owner?: number,
) {
  const challenge = await store.newChallenge({ purpose, owner, now });
  if (owner === undefined) return authenticationOptions(party, { challenge });
  return authenticationOptions(party, { challenge, allowed: await store.passkeysOf(owner) });
}

/** The passkey that signed, and so its owner; undefined unless everything about it is right. */
export async function takePasskey(
  { store, party, now }: Flow,
  purpose: Exclude<ChallengePurpose, 'register'>,
  response: AuthenticationResponseJSON,
  owner?: number,
  about?: string,
): Promise<Passkey | undefined> {
  const challenge = challengeOf(response);
  if (challenge === undefined || !(await store.takeChallenge(challenge, { purpose, owner, about, now }))) {
    return undefined;
  }
  const passkey = await store.passkeyByCredential(response.id);
  if (passkey === undefined || (owner !== undefined && passkey.owner !== owner)) return undefined;
  const verified = await verifyAuthentication(party, response, {
    challenge,
    passkey,
    handle: store.handleOf(passkey.owner),
  });
  if (verified === undefined) return undefined;
  return (await store.usePasskey(passkey, { ...verified, now })) ? passkey : undefined;
}
