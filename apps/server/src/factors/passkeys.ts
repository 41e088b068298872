import { createHash, randomBytes } from 'node:crypto';
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { RelyingParty } from './relying-party.ts';

export type { AuthenticationResponseJSON, RegistrationResponseJSON };

/** A person needs this long to find the phone at most. */
export const CHALLENGE_VALID_MS = 5 * 60_000;
/** EdDSA, ES256 and RS256: what every authenticator of the last ten years offers. */
const ALGORITHMS = [-8, -7, -257];
const CHALLENGE_BYTES = 32;

/** What is kept of a passkey: nothing in it is secret. */
export interface PasskeyKey {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  /** Synchronised between the owner's devices. */
  readonly backedUp: boolean;
}

export const newChallenge = (): string => randomBytes(CHALLENGE_BYTES).toString('base64url');

interface Descriptor {
  readonly type: 'public-key';
  readonly id: string;
  readonly transports: string[];
}

const descriptor = ({ credentialId, transports }: Pick<PasskeyKey, 'credentialId' | 'transports'>): Descriptor => ({
  type: 'public-key',
  id: credentialId,
  transports: [...transports],
});

/** What the browser needs to make a passkey (`PublicKeyCredentialCreationOptionsJSON`). */
export function registrationOptions(
  party: RelyingParty,
  options: {
    readonly challenge: string;
    readonly handle: string;
    readonly name: string;
    /** So that no device is registered twice. */
    readonly existing: readonly Pick<PasskeyKey, 'credentialId' | 'transports'>[];
  },
) {
  return {
    challenge: options.challenge,
    rp: { id: party.id, name: party.name },
    user: { id: options.handle, name: options.name, displayName: options.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: CHALLENGE_VALID_MS,
    excludeCredentials: options.existing.map(descriptor),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification: 'required' as const,
    },
    // Who made the device is nobody's business here, and asking makes browsers warn.
    attestation: 'none' as const,
  };
}

/** What the browser needs to use one (`PublicKeyCredentialRequestOptionsJSON`); without `allowed`
 * it offers whatever the person has. */
export function authenticationOptions(
  party: RelyingParty,
  options: {
    readonly challenge: string;
    readonly allowed?: readonly Pick<PasskeyKey, 'credentialId' | 'transports'>[];
  },
) {
  return {
    challenge: options.challenge,
    rpId: party.id,
    timeout: CHALLENGE_VALID_MS,
    allowCredentials: (options.allowed ?? []).map(descriptor),
    userVerification: 'required' as const,
  };
}

/** The challenge that a response claims to answer; whether it was ours is for the store to say. */
export function challengeOf(response: { readonly response: { readonly clientDataJSON: string } }): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(response.response.clientDataJSON, 'base64url').toString('utf8'));
    const challenge = (data as { readonly challenge?: unknown } | null)?.challenge;
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** The new passkey; undefined unless page, site, challenge and user verification are right. */
export async function verifyRegistration(
  party: RelyingParty,
  response: RegistrationResponseJSON,
  challenge: string,
): Promise<PasskeyKey | undefined> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: response.response.transports ?? [],
      backedUp: credentialBackedUp,
    };
  } catch {
    // The library throws for whatever is wrong with a response, which comes from outside.
    return undefined;
  }
}

/**
 * The new counter; undefined unless page, site, challenge, signature and user verification are
 * right. A counter that did not grow, where the device counts at all, means that it was copied.
 */
export async function verifyAuthentication(
  party: RelyingParty,
  response: AuthenticationResponseJSON,
  expected: { readonly challenge: string; readonly passkey: PasskeyKey; readonly handle: string },
): Promise<{ readonly counter: number; readonly backedUp: boolean } | undefined> {
  const { passkey, handle } = expected;
  const userHandle = response.response.userHandle;
  if (response.id !== passkey.credentialId || (userHandle !== undefined && userHandle !== handle)) return undefined;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: expected.challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    });
    if (!verified) return undefined;
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
  } catch {
    return undefined;
  }
}

/** Stable for its owner, and telling nobody who that is: devices keep it. */
export const userHandle = (kind: string, owner: number): string =>
  createHash('sha256').update(`glasshouse ${kind} ${owner}`).digest('base64url');
