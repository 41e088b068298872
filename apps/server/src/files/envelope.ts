import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { MasterKey } from '../platform/master-key.ts';

/** What the master key seals data keys for. */
export const FILE_KEY_PURPOSE = 'file key';
export const fileKeyContext = (fileId: string): string => `file ${fileId}`;

const MARK = Buffer.from('GHF1');
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface SealedFile {
  readonly bytes: Buffer;
  readonly sealedKey: Buffer;
}

/**
 * AES-256-GCM under a random key of its own, which the master key seals. Both are bound to the
 * file's id: neither bytes nor key can be moved to another row.
 */
export function sealFile(master: MasterKey, fileId: string, plain: Uint8Array): SealedFile {
  const key = randomBytes(KEY_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(fileId));
  const bytes = Buffer.concat([MARK, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  const sealedKey = master.seal(FILE_KEY_PURPOSE, key, fileKeyContext(fileId));
  key.fill(0);
  return { bytes, sealedKey };
}

/** Undefined when anything of it was changed or belongs to another file. */
export function openFile(master: MasterKey, fileId: string, { bytes, sealedKey }: SealedFile): Buffer | undefined {
  const key = master.open(FILE_KEY_PURPOSE, sealedKey, fileKeyContext(fileId));
  const head = MARK.length + NONCE_BYTES;
  if (key === undefined || bytes.length < head + TAG_BYTES || !bytes.subarray(0, MARK.length).equals(MARK))
    return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(MARK.length, head));
    decipher.setAAD(Buffer.from(fileId));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(head, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
