import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keyIdOf } from '@glasshouse/rules/receipt';
import { openKeyFile } from '../../platform/key-file.ts';
import type { Pool, PoolClient } from '../../platform/postgres.ts';

/** Length of a raw Ed25519 key; it stands at the end of the DER form. */
const KEY_BYTES = 32;
const FILE = 'tape.pem';

export interface TapeKey {
  readonly keyId: string;
  /** Raw, 32 bytes. */
  readonly publicKey: Buffer;
  sign(bytes: Uint8Array): Buffer;
}

const makeKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

/** Reads `keys/tape.pem` in the data folder, or makes it (mode 0600) at the first start. */
export function openTapeKey(dataDir: string): TapeKey {
  const folder = join(dataDir, 'keys');
  const privateKey = createPrivateKey(openKeyFile(folder, FILE, makeKey));
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error(`${join(folder, FILE)} is not an Ed25519 key.`);
  return tapeKey(privateKey);
}

/** Whether a start of this installation made its key. */
export const hasTapeKey = (dataDir: string): boolean => existsSync(join(dataDir, 'keys', FILE));

export function tapeKey(privateKey: KeyObject): TapeKey {
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);
  return { keyId: keyIdOf(publicKey), publicKey, sign: (bytes) => sign(null, bytes, privateKey) };
}

/**
 * Notes a key among those that are published, before anything that it signs: the first state or
 * anchor may be signed before the first minute.
 */
export async function publishKey(db: Pick<Pool | PoolClient, 'query'>, key: TapeKey): Promise<void> {
  await db.query('insert into tape_keys (key_id, public_key) values ($1, $2) on conflict do nothing', [
    key.keyId,
    key.publicKey,
  ]);
}

const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

export function signatureHolds(publicKey: Buffer, bytes: Uint8Array, signature: Buffer): boolean {
  const key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, publicKey]), format: 'der', type: 'spki' });
  return verify(null, bytes, key, signature);
}
