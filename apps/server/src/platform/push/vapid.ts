import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { join } from 'node:path';
import { openKeyFile } from '../key-file.ts';

const FILE = 'push.pem';
/** Push services accept no more than 24 hours. */
const VALID_S = 12 * 3_600;

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Who sends, as push services know it (RFC 8292): a key of this installation. */
export class Vapid {
  readonly #key: KeyObject;
  readonly #contact: string;
  /** What browsers subscribe with: base64url. */
  readonly publicKey: string;

  constructor(key: KeyObject, contact: string) {
    this.#key = key;
    this.#contact = contact;
    const { x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' });
    const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    this.publicKey = Buffer.concat(point).toString('base64url');
  }

  /** The `Authorization` of a message to a push service. */
  authorization(endpoint: string, now: number): string {
    const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1_000) + VALID_S, sub: this.#contact };
    const content = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`;
    const signature = sign('sha256', Buffer.from(content), { key: this.#key, dsaEncoding: 'ieee-p1363' });
    return `vapid t=${content}.${signature.toString('base64url')}, k=${this.publicKey}`;
  }
}

/** The key in `keys/push.pem` of the data folder, made at the first start with mode 0600. */
export function openVapid(dataDir: string, contact: string): Vapid {
  const make = (): string =>
    generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    }) as string;
  return new Vapid(createPrivateKey(openKeyFile(join(dataDir, 'keys'), FILE, make)), contact);
}
