import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openKeyFile, replaceKeyFile } from './key-file.ts';

/**
 * The keys under which this installation encrypts what it must be able to read again: the keys of
 * stored documents, form fields of identity checks, TOTP secrets. They come from `MASTER_KEY` or
 * from a file made at the first start. The newest comes first and seals; all of them open, so a
 * rotation can go on while the server runs.
 */
export interface MasterKey {
  /** Number of the key that seals now: eight hexadecimal digits. */
  readonly keyId: string;
  /** AES-256-GCM under a key derived for `purpose`. `context` must be the same when opening. */
  seal(purpose: string, plain: Uint8Array, context: string): Buffer;
  /** Undefined when it was changed, sealed for something else, or under a key that is gone. */
  open(purpose: string, sealed: Uint8Array, context: string): Buffer | undefined;
  /** Number of the key that sealed it. */
  keyIdOf(sealed: Uint8Array): string;
}

const KEY_BYTES = 32;
const ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FILE = 'master.key';

/** `hex` is one key of 64 hexadecimal digits a line, the newest first. */
export function masterKeyOf(hex: string): MasterKey {
  const keys = hex
    .split(/[\s,]+/)
    .filter((line) => line !== '')
    .map((line) => {
      if (!/^[0-9a-f]{64}$/i.test(line)) throw new Error('A master key is 64 hexadecimal digits.');
      const key = Buffer.from(line, 'hex');
      return {
        key,
        id: createHash('sha256').update('glasshouse key number').update(key).digest().subarray(0, ID_BYTES),
      };
    });
  const newest = keys[0];
  if (newest === undefined) throw new Error('There is no master key.');
  const derive = (key: Buffer, purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `glasshouse ${purpose}`, KEY_BYTES));

  return {
    keyId: newest.id.toString('hex'),
    seal(purpose, plain, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', derive(newest.key, purpose), nonce);
      cipher.setAAD(Buffer.from(context));
      return Buffer.concat([newest.id, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open(purpose, sealed, context) {
      const bytes = Buffer.from(sealed);
      const known = keys.find(({ id }) => id.equals(bytes.subarray(0, ID_BYTES)));
      if (known === undefined || bytes.length < ID_BYTES + NONCE_BYTES + TAG_BYTES) return undefined;
      const body = bytes.subarray(ID_BYTES + NONCE_BYTES, -TAG_BYTES);
      try {
        const nonce = bytes.subarray(ID_BYTES, ID_BYTES + NONCE_BYTES);
        const decipher = createDecipheriv('aes-256-gcm', derive(known.key, purpose), nonce);
        decipher.setAAD(Buffer.from(context));
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
        return Buffer.concat([decipher.update(body), decipher.final()]);
      } catch {
        return undefined;
      }
    },
    keyIdOf: (sealed) => Buffer.from(sealed.subarray(0, ID_BYTES)).toString('hex'),
  };
}

/**
 * The keys of the environment, or those of `<dataDir>/keys/master.key`, which is made if missing.
 */
export function openMasterKey(dataDir: string, fromEnvironment: string | undefined): MasterKey {
  return fromEnvironment === undefined ? followingFile(join(dataDir, 'keys')) : masterKeyOf(fromEnvironment);
}

/** The keys where there are any already: a command that only reads must not make one. */
export function findMasterKey(dataDir: string, fromEnvironment: string | undefined): MasterKey | undefined {
  const exists = fromEnvironment !== undefined || existsSync(join(dataDir, 'keys', FILE));
  return exists ? openMasterKey(dataDir, fromEnvironment) : undefined;
}

/** How often the file is looked at for a key that is not known: a forged one must not cost more. */
const LOOK_EVERY_MS = 1_000;

/**
 * The keys of the file. Something sealed under a key that it did not have when it was read means
 * that the keys are being rotated: it is read again, and what is sealed from then on has the new
 * key.
 */
function followingFile(folder: string): MasterKey {
  let text = readOrCreate(folder);
  let current = masterKeyOf(text);
  let lookedAt = Number.NEGATIVE_INFINITY;
  const isNew = (): boolean => {
    const now = performance.now();
    if (now - lookedAt < LOOK_EVERY_MS) return false;
    lookedAt = now;
    const read = readOrCreate(folder);
    if (read === text) return false;
    text = read;
    current = masterKeyOf(text);
    return true;
  };
  return {
    get keyId() {
      return current.keyId;
    },
    seal: (purpose, plain, context) => current.seal(purpose, plain, context),
    open(purpose, sealed, context) {
      const opened = current.open(purpose, sealed, context);
      if (opened !== undefined || current.keyIdOf(sealed) === current.keyId || !isNew()) return opened;
      return current.open(purpose, sealed, context);
    },
    keyIdOf: current.keyIdOf,
  };
}

/** Puts a new key in front of the others; what is sealed under the old ones stays readable. */
export function addMasterKey(dataDir: string): MasterKey {
  const folder = join(dataDir, 'keys');
  const text = `${randomBytes(KEY_BYTES).toString('hex')}\n${readOrCreate(folder)}`;
  replaceKeyFile(folder, FILE, text);
  return masterKeyOf(text);
}

/** Leaves only the newest key: whatever is sealed under another cannot be opened any more. */
export function dropOldMasterKeys(dataDir: string): void {
  const folder = join(dataDir, 'keys');
  const [newest = ''] = readOrCreate(folder).split(/[\s,]+/);
  replaceKeyFile(folder, FILE, `${newest}\n`);
}

const readOrCreate = (folder: string): string =>
  openKeyFile(folder, FILE, () => `${randomBytes(KEY_BYTES).toString('hex')}\n`);
