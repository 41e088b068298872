import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** Of a browser, as its subscription gives them: base64url. */
export interface PushKeys {
  readonly p256dh: string;
  readonly auth: string;
}

const SALT_BYTES = 16;
const RECORD_SIZE = 4_096;
const TAG_BYTES = 16;
const POINT_BYTES = 65;
/** One record holds all: padding, tag and header come off. */
export const PUSH_TEXT_MAX = 3_000;

/** What the sender draws for each message; for tests of the published example. */
export interface Drawn {
  readonly salt: Buffer;
  readonly privateKey: Buffer;
}

const isPoint = (key: Buffer): boolean => key.length === POINT_BYTES && key[0] === 4;

/** Whether keys can be those of a browser. */
export const arePushKeys = ({ p256dh, auth }: PushKeys): boolean =>
  isPoint(Buffer.from(p256dh, 'base64url')) && Buffer.from(auth, 'base64url').length === SALT_BYTES;

/**
 * A message that only the browser can read (RFC 8291, in the coding of RFC 8188): the push service
 * passes it on without knowing what it says.
 */
export function encryptPush(text: string, keys: PushKeys, drawn?: Drawn): Buffer {
  const plain = Buffer.from(text, 'utf8');
  if (PUSH_TEXT_MAX < plain.length) throw new RangeError(`a push message of ${plain.length} bytes is too long`);
  const browser = Buffer.from(keys.p256dh, 'base64url');
  const own = createECDH('prime256v1');
  if (drawn === undefined) own.generateKeys();
  else own.setPrivateKey(drawn.privateKey);
  const salt = drawn?.salt ?? randomBytes(SALT_BYTES);
  const sender = own.getPublicKey();
  const shared = own.computeSecret(browser);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser, sender]);
  const secret = Buffer.from(hkdfSync('sha256', shared, Buffer.from(keys.auth, 'base64url'), info, 32));
  const derive = (name: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes));
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12), {
    authTagLength: TAG_BYTES,
  });
  // The last record ends with a 2; there is only one.
  const sealed = Buffer.concat([
    cipher.update(Buffer.concat([plain, Buffer.of(2)])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_SIZE);
  return Buffer.concat([salt, size, Buffer.of(sender.length), sender, sealed]);
}
