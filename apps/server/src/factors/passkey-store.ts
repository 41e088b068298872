import { createHash } from 'node:crypto';
import { type PasskeyKey, userHandle } from './passkeys.ts';
import type { FactorStoreOptions } from './store-options.ts';

/** Phone, laptop, a key on the ring and one in the drawer, and as many again. */
export const PASSKEYS_MAX = 10;

export interface Passkey extends PasskeyKey {
  readonly id: number;
  readonly owner: number;
  readonly name: string;
  /** SHA-256 of the credential id in hex: two people who share a device have the same. */
  readonly fingerprint: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

export interface PasskeyStore {
  /** What a device stores instead of the owner's number. */
  handleOf(owner: number): string;
  passkeysOf(owner: number): Promise<readonly Passkey[]>;
  passkeyByCredential(credentialId: string): Promise<Passkey | undefined>;
  /** 'taken' when the credential is known already, whosever it is. */
  addPasskey(
    owner: number,
    key: PasskeyKey,
    about: { readonly name: string; readonly now: number },
  ): Promise<Passkey | 'taken' | 'full'>;
  /** Compare and set of the counter: false when another use came first. */
  usePasskey(
    passkey: Passkey,
    use: { readonly counter: number; readonly backedUp: boolean; readonly now: number },
  ): Promise<boolean>;
  renamePasskey(owner: number, id: number, name: string): Promise<boolean>;
  removePasskey(owner: number, id: number): Promise<boolean>;
}

const COLUMNS = `id, owner, credential_id as "credentialId", fingerprint, public_key as "publicKey", counter, transports,
  backed_up as "backedUp", name, created_at as "createdAt", last_used_at as "lastUsedAt"`;

export function passkeyStore({ db, kind }: Pick<FactorStoreOptions, 'db' | 'kind'>): PasskeyStore {
  const table = `${kind}_passkeys`;
  return {
    handleOf: (owner) => userHandle(kind, owner),
    async passkeysOf(owner) {
      const { rows } = await db.query<Passkey>(`select ${COLUMNS} from ${table} where owner = $1 order by id`, [owner]);
      return rows;
    },
    async passkeyByCredential(credentialId) {
      const { rows } = await db.query<Passkey>(`select ${COLUMNS} from ${table} where credential_id = $1`, [
        credentialId,
      ]);
      return rows[0];
    },
    async addPasskey(owner, key, { name, now }) {
      const { rows } = await db.query<Passkey>(
        `insert into ${table} (owner, credential_id, fingerprint, public_key, counter, transports, backed_up, name, created_at)
         select $1, $2, $3, $4, $5, $6, $7, $8, $9
          where (select count(*) from ${table} where owner = $1) < ${PASSKEYS_MAX}
         on conflict (credential_id) do nothing returning ${COLUMNS}`,
        [
          owner,
          key.credentialId,
          createHash('sha256').update(key.credentialId).digest('hex'),
          key.publicKey,
          key.counter,
          [...key.transports],
          key.backedUp,
          name,
          new Date(now),
        ],
      );
      if (rows[0] !== undefined) return rows[0];
      const known = await db.query(`select from ${table} where credential_id = $1`, [key.credentialId]);
      return known.rowCount === 0 ? 'full' : 'taken';
    },
    async usePasskey(passkey, { counter, backedUp, now }) {
      const { rowCount } = await db.query(
        `update ${table} set counter = $3, backed_up = $4, last_used_at = $5 where id = $1 and counter = $2`,
        [passkey.id, passkey.counter, counter, backedUp, new Date(now)],
      );
      return rowCount === 1;
    },
    async renamePasskey(owner, id, name) {
      const { rowCount } = await db.query(`update ${table} set name = $3 where owner = $1 and id = $2`, [
        owner,
        id,
        name,
      ]);
      return rowCount === 1;
    },
    async removePasskey(owner, id) {
      const { rowCount } = await db.query(`delete from ${table} where owner = $1 and id = $2`, [owner, id]);
      return rowCount === 1;
    },
  };
}
