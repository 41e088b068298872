import type { BodyOf, ResultOf } from '@glasshouse/api';
import { vi } from 'vitest';

type Assertion = BodyOf<'loginWithPasskey'>['response'];
type Registration = BodyOf<'addPasskey'>['response'];

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;
const base64url = (text: string): string => btoa(text).replaceAll('=', '');

/** Turns a page into one that passkeys work on, with a device of this answer. */
export function plugDevice(answer: () => unknown = () => madeCredential()): void {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', class PublicKeyCredential {});
  const respond = async () => answer();
  const value = { get: respond, create: respond };
  Object.defineProperty(navigator, 'credentials', { configurable: true, value });
}

/** What a browser says by the name of its error: nothing was signed. */
export function declined(name: 'NotAllowedError' | 'InvalidStateError' | 'SecurityError'): never {
  throw Object.assign(new Error('No passkey.'), { name });
}

function madeCredential() {
  return {
    id: base64url('key-of-anna'),
    rawId: bytes('key-of-anna'),
    type: 'public-key',
    getClientExtensionResults: () => ({}),
    response: {
      clientDataJSON: bytes('client'),
      authenticatorData: bytes('device'),
      signature: bytes('signature'),
      userHandle: bytes('anna'),
      attestationObject: bytes('attestation'),
      getTransports: () => ['internal'],
    },
  };
}

/** As the page sends it. */
export const SIGNED: Assertion = {
  id: base64url('key-of-anna'),
  rawId: base64url('key-of-anna'),
  type: 'public-key',
  clientExtensionResults: {},
  response: {
    clientDataJSON: base64url('client'),
    authenticatorData: base64url('device'),
    signature: base64url('signature'),
    userHandle: base64url('anna'),
  },
};

/** As the page sends a new one. */
export const MADE: Registration = {
  ...SIGNED,
  response: {
    clientDataJSON: base64url('client'),
    attestationObject: base64url('attestation'),
    transports: ['internal'],
  },
};

export const PASSKEY_REQUEST: ResultOf<'getPasskeyRequest'> = {
  challenge: base64url('challenge'),
  rpId: 'localhost',
  timeout: 60_000,
  allowCredentials: [],
  userVerification: 'required',
};

export const PASSKEY_CREATION: ResultOf<'startPasskey'> = {
  challenge: base64url('challenge'),
  rp: { id: 'localhost', name: 'Glasshouse' },
  user: { id: base64url('1000'), name: 'anna', displayName: 'anna' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 60_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
};
