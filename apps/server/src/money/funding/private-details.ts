import { createHash, createHmac } from 'node:crypto';
import { canonicalJson } from '../../kernel/core/canonical-json.ts';
import type { Json } from '../../kernel/core/types.ts';
import type { MasterKey } from '../../platform/master-key.ts';
import type { Pool } from '../../platform/postgres.ts';

const PURPOSE = 'private details';
/** Of every secret of its table, so that a rotation of the master key finds it. */
const SECRET_PURPOSE = 'secret';
const SECRET_NAME = 'account digests';

/** Bank account of a withdrawal. */
export type BankAccount = {
  readonly holder: string;
  readonly accountNumber: string;
  readonly bank: string;
  readonly bic: string | null;
};

/**
 * What is personal stays out of the log, which is for ever: it is sealed in a table that can be
 * emptied, and the log has its SHA-256. The nonce keeps anybody from guessing what was hashed.
 */
export class PrivateDetails {
  readonly #pool: Pool;
  readonly #master: MasterKey;
  readonly #nonce: () => string;

  /** `nonce`: text that nobody can guess, another one each time. */
  constructor(pool: Pool, master: MasterKey, nonce: () => string) {
    this.#pool = pool;
    this.#master = master;
    this.#nonce = nonce;
  }

  /** Seals and stores; returns the digest for the log. */
  async keep(userId: number, details: Json, now: number): Promise<string> {
    const plain = canonicalJson({ nonce: this.#nonce(), details });
    const digest = createHash('sha256').update(plain).digest('hex');
    await this.#pool.query(
      'insert into private_details (digest, user_id, sealed, created_at) values ($1, $2, $3, $4)',
      [digest, userId, this.#master.seal(PURPOSE, Buffer.from(plain), digest), new Date(now)],
    );
    return digest;
  }

  /**
   * The same text for the same account, by a key of this installation: limits count an account
   * without the log naming it, and nobody can try out account numbers.
   */
  async fingerprint(accountNumber: string): Promise<string> {
    const made = this.#master.seal(SECRET_PURPOSE, Buffer.from(this.#nonce() + this.#nonce()), SECRET_NAME);
    await this.#pool.query('insert into sealed_secrets (name, sealed) values ($1, $2) on conflict do nothing', [
      SECRET_NAME,
      made,
    ]);
    const { rows } = await this.#pool.query<{ sealed: Buffer }>('select sealed from sealed_secrets where name = $1', [
      SECRET_NAME,
    ]);
    const key = rows[0] && this.#master.open(SECRET_PURPOSE, rows[0].sealed, SECRET_NAME);
    if (key === undefined) throw new Error('the key of account digests cannot be opened: a master key is missing');
    return createHmac('sha256', key).update(accountNumber).digest('hex');
  }

  /** For commands that were refused: nothing refers to it. */
  async forget(digest: string): Promise<void> {
    await this.#pool.query('delete from private_details where digest = $1', [digest]);
  }

  /** By digest; what was deleted, or is not what the log has, is missing. */
  async read<Details extends Json>(digests: readonly (string | null)[]): Promise<ReadonlyMap<string, Details>> {
    const known = digests.filter((digest) => digest !== null);
    if (known.length === 0) return new Map();
    const { rows } = await this.#pool.query<{ digest: string; sealed: Buffer }>(
      'select digest, sealed from private_details where digest = any($1::text[])',
      [known],
    );
    const read = new Map<string, Details>();
    for (const { digest, sealed } of rows) {
      const plain = this.#master.open(PURPOSE, sealed, digest);
      if (plain === undefined || createHash('sha256').update(plain).digest('hex') !== digest) continue;
      read.set(digest, (JSON.parse(plain.toString()) as { details: Details }).details);
    }
    return read;
  }
}
