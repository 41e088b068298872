import { existsSync, readFileSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import type { FileVault } from '../../files/file-vault.ts';
import type { Pool } from '../../platform/postgres.ts';
import { SAMPLE_PICTURES, samplePicture } from './sample-pictures.ts';

export type Opened = { readonly bytes: Uint8Array };

/** What the files of operators here were uploaded as; visitors have files without a person, too. */
const PURPOSES: readonly string[] = ['nftImage', 'payoutProof'];

/** Decrypted pictures that many look at, in bytes. */
const KEPT_MAX = 48 * 1024 * 1024;

/** Pictures of works: of the store, and those that come with this release. */
export class Pictures {
  readonly #pool: Pool;
  readonly #vault: Pick<FileVault, 'open'>;
  readonly #kept = new LRUCache<string, Uint8Array>({
    maxSize: KEPT_MAX,
    sizeCalculation: (bytes) => bytes.length + 1,
  });

  constructor(deps: { readonly pool: Pool; readonly vault: Pick<FileVault, 'open'> }) {
    this.#pool = deps.pool;
    this.#vault = deps.vault;
  }

  /** For anybody: only of what is or was on sale. */
  async public(file: string): Promise<Opened | undefined> {
    const cached = this.#kept.get(file);
    if (cached !== undefined) return { bytes: cached };
    const { rowCount } = await this.#pool.query(
      'select from nft_listings where image = $1 and opened_at is not null limit 1',
      [file],
    );
    if (rowCount !== 1) return undefined;
    const opened = await this.any(file);
    if (opened !== undefined) this.#kept.set(file, opened.bytes);
    return opened;
  }

  /** For operators: drafts, and proofs of payouts. Nothing that a person uploaded. */
  async any(file: string): Promise<Opened | undefined> {
    if (SAMPLE_PICTURES.includes(file)) {
      const path = samplePicture(file);
      return existsSync(path) ? { bytes: readFileSync(path) } : undefined;
    }
    const opened = await this.#vault.open(file);
    const isOurs = opened?.userId === null && PURPOSES.includes(opened.purpose);
    return isOurs ? { bytes: opened.bytes } : undefined;
  }
}
