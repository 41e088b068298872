import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '../passkeys.ts';

const FLAG_PRESENT = 0x01;
const FLAG_VERIFIED = 0x04;
const FLAG_ATTESTED = 0x40;

interface Credential {
  readonly id: string;
  readonly handle: string;
  readonly rpId: string;
  readonly privateKey: KeyObject;
  counter: number;
}

/** What a test may get wrong on purpose. */
interface Ceremony {
  readonly origin: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly credentialId?: string;
}

/** A passkey device in software (ES256, no attestation), for tests that need no browser. */
export class SoftAuthenticator {
  readonly #credentials: Credential[] = [];

  create(
    options: {
      readonly challenge: string;
      readonly rp: { readonly id: string };
      readonly user: { readonly id: string };
    },
    { origin, isVerified = true }: Ceremony,
  ): RegistrationResponseJSON {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = randomBytes(16);
    const jwk = publicKey.export({ format: 'jwk' });
    const cose = cborMap([
      [1, cborInt(2)],
      [3, cborInt(-7)],
      [-1, cborInt(1)],
      [-2, cborBytes(Buffer.from(jwk.x!, 'base64url'))],
      [-3, cborBytes(Buffer.from(jwk.y!, 'base64url'))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const head = authenticatorData(options.rp.id, FLAG_ATTESTED | (isVerified ? FLAG_VERIFIED : 0), 0);
    const authData = Buffer.concat([head, Buffer.alloc(16), length, id, cose]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(authData),
    ]);
    const credentialId = id.toString('base64url');
    this.#credentials.push({
      id: credentialId,
      handle: options.user.id,
      rpId: options.rp.id,
      privateKey,
      counter: 0,
    });
    return {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, origin).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  get(options: { readonly challenge: string; readonly rpId: string }, how: Ceremony): AuthenticationResponseJSON {
    const credential = this.#credentials.findLast(
      ({ id, rpId }) => rpId === options.rpId && (how.credentialId === undefined || id === how.credentialId),
    );
    if (credential === undefined) throw new Error('this device has no passkey for that site');
    credential.counter = how.counter ?? credential.counter + 1;
    const data = clientData('webauthn.get', options.challenge, how.origin);
    const authData = authenticatorData(options.rpId, (how.isVerified ?? true) ? FLAG_VERIFIED : 0, credential.counter);
    const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, credential.privateKey).toString('base64url'),
        userHandle: credential.handle,
      },
    };
  }
}

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags | FLAG_PRESENT);
  tail.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), tail]);
}

/** RFC 8949, as far as a credential needs it. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}

const cborInt = (value: number): Buffer => (0 <= value ? cborHead(0, value) : cborHead(1, -1 - value));
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborMap = (entries: readonly (readonly [number, Buffer])[]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flatMap(([key, value]) => [cborInt(key), value])]);
