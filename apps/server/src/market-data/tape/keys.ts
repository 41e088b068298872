import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { keyIdOf } from '@glasshouse/rules/receipt';

/** Length of a raw Ed25519 key; it stands at the end of the DER form. */
const KEY_BYTES = 32;

export interface TapeKey {
  readonly keyId: string;
  /** Raw, 32 bytes. */
  readonly publicKey: Buffer;
  sign(bytes: Uint8Array): Buffer;
}

/** Reads `keys/tape.pem` in the data folder, or makes it (mode 0600) at the first start. */
export function openTapeKey(dataDir: string): TapeKey {
  const folder = join(dataDir, 'keys');
  const path = join(folder, 'tape.pem');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const text = readKey(path) ?? createKey(folder, path);
  const privateKey = createPrivateKey(text);
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error(`${path} is not an Ed25519 key.`);
  return tapeKey(privateKey);
}

export function tapeKey(privateKey: KeyObject): TapeKey {
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);
  return { keyId: keyIdOf(publicKey), publicKey, sign: (bytes) => sign(null, bytes, privateKey) };
}

const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

export function signatureHolds(publicKey: Buffer, bytes: Uint8Array, signature: Buffer): boolean {
  const key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, publicKey]), format: 'der', type: 'spki' });
  return verify(null, bytes, key, signature);
}

function readKey(path: string): string | undefined {
  let mode: number;
  try {
    mode = statSync(path).mode;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new Error(`${path} can be read by others: give it mode 0600.`);
  }
  return readFileSync(path, 'utf8');
}

/**
 * Written aside, made durable, then linked into place: a crash leaves no half key, and of two
 * starts one key wins.
 */
function createKey(folder: string, path: string): string {
  const text = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const aside = join(folder, `.tape-${randomBytes(6).toString('hex')}`);
  const file = openSync(aside, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(aside, path);
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(path, 'utf8');
  } finally {
    rmSync(aside);
  }
}
