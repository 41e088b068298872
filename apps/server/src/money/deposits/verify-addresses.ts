import { createHash } from 'node:crypto';
import { AddressDeriver } from '../../chains/derive-address.ts';
import { readExtendedKey } from '../../chains/extended-key.ts';
import type { Family } from '../../chains/network.ts';
import type { Pool } from '../../platform/postgres.ts';
import { referenceOf } from '../funding/reference.ts';

export interface AddressesVerified {
  /** One sentence per difference; at most `FINDINGS_MAX`. */
  readonly findings: readonly string[];
  /** What the addresses were derived from, and what could not be checked. */
  readonly notes: readonly string[];
  readonly checked: number;
}

export interface AddressKeys {
  /** Of the settings; a family without one may have one in the parameters. */
  readonly settings: { readonly [Name in Family]: string | undefined };
  /** Keys that were in the settings before; of any family. */
  readonly former: readonly string[];
}

const FINDINGS_MAX = 50;
const PAGE = 1_000;
const FAMILIES: readonly Family[] = ['evm', 'tron', 'bitcoin'];

interface Row {
  readonly family: string;
  readonly address: string;
  readonly memo: string;
  readonly user_id: number;
  readonly path: number | null;
  readonly key_digest: string;
}

interface KnownKey {
  readonly deriver: AddressDeriver;
  readonly source: string;
}

/**
 * Derives every published address again. The log proves that nothing was changed after it was
 * shown; this proves that what was shown belongs to the operator's key, as somebody who has taken
 * over the server could have published addresses of their own, by the book.
 */
export async function verifyAddresses(pool: Pool, keys: AddressKeys): Promise<AddressesVerified> {
  const check = new AddressCheck(await knownKeys(pool, keys), await sharedAddresses(pool));
  for (let after: readonly string[] = ['', '', '']; ; ) {
    const { rows } = await pool.query<Row>(
      `select family, address, memo, user_id, path, key_digest from deposit_addresses
        where (family, address, memo) > ($1, $2, $3) order by family, address, memo limit ${PAGE}`,
      [...after],
    );
    for (const row of rows) check.row(row);
    const last = rows.at(-1);
    if (last === undefined) return check.finish();
    after = [last.family, last.address, last.memo];
  }
}

const nameOf = (family: string, digest: string): string => `${family}/${digest}`;
const short = (digest: string): string => digest.slice(0, 16);

class AddressCheck {
  /** By family and digest. */
  readonly #keys: ReadonlyMap<string, KnownKey>;
  readonly #shared: ReadonlySet<string>;
  readonly #findings: string[] = [];
  readonly #derived = new Map<string, number>();
  readonly #strange = new Map<string, { readonly family: string; readonly digest: string; count: number }>();
  #checked = 0;

  constructor(keys: ReadonlyMap<string, KnownKey>, shared: ReadonlySet<string>) {
    this.#keys = keys;
    this.#shared = shared;
  }

  row(row: Row): void {
    if (isFamily(row.family)) this.#own(row, row.family);
    else this.#sharedRow(row);
  }

  finish(): AddressesVerified {
    const withKey = new Set([...this.#keys.keys()].map((name) => name.split('/')[0]));
    const notes = [...this.#derived].map(
      ([name, count]) =>
        `${counted(count)} of ${name.split('/')[0]} derived again from key ${short(name.split('/')[1]!)} (${this.#keys.get(name)!.source})`,
    );
    for (const { family, digest, count } of this.#strange.values()) {
      const subject = `${counted(count)} of ${family}`;
      if (withKey.has(family)) {
        this.#find(
          `${subject} belong to key ${short(digest)}, which is none of those configured; --xpub names a former one`,
        );
      } else {
        notes.push(
          `${subject} NOT CHECKED: there is no extended key of this family, and they belong to ${short(digest)}`,
        );
      }
    }
    return { findings: this.#findings, notes, checked: this.#checked };
  }

  #find(sentence: string): void {
    if (this.#findings.length < FINDINGS_MAX) this.#findings.push(`addresses: ${sentence}`);
  }

  #own(row: Row, family: Family): void {
    const name = nameOf(family, row.key_digest);
    const key = this.#keys.get(name);
    if (key === undefined) {
      const strange = this.#strange.get(name) ?? { family, digest: row.key_digest, count: 0 };
      strange.count += 1;
      this.#strange.set(name, strange);
      return;
    }
    this.#checked += 1;
    this.#derived.set(name, (this.#derived.get(name) ?? 0) + 1);
    const shown = `${family} ${row.address} of person ${row.user_id}`;
    if (row.path !== row.user_id || row.memo !== '') {
      this.#find(`${shown} was made for ${row.path === null ? 'nobody' : `index ${row.path}`}`);
      return;
    }
    const address = key.deriver.address(row.path);
    if (address !== row.address) this.#find(`${shown} does not follow from its key, which makes ${address}`);
  }

  #sharedRow(row: Row): void {
    this.#checked += 1;
    const shown = `${row.family} ${row.address} with ${row.memo || 'no reference'}`;
    if (!this.#shared.has(nameOf(row.family, row.address))) this.#find(`${shown} was never configured`);
    if (row.memo !== referenceOf(row.user_id)) this.#find(`${shown} is shown to person ${row.user_id}`);
  }
}

const isFamily = (name: string): name is Family => (FAMILIES as readonly string[]).includes(name);
const counted = (count: number): string => (count === 1 ? '1 address' : `${count} addresses`);

/** Keys of the settings, of every value that the parameter ever had, and those named by hand. */
async function knownKeys(pool: Pool, { settings, former }: AddressKeys): Promise<Map<string, KnownKey>> {
  const known = new Map<string, KnownKey>();
  const add = (family: Family, text: string, source: string): void => {
    const name = nameOf(family, createHash('sha256').update(text).digest('hex'));
    if (known.has(name) || !readExtendedKey(family, text).ok) return;
    known.set(name, { deriver: new AddressDeriver(family, text), source });
  };
  for (const family of FAMILIES) {
    const text = settings[family];
    if (text !== undefined) add(family, text, 'settings');
  }
  for (const text of former) for (const family of FAMILIES) add(family, text, '--xpub');
  for (const { seq, value } of await valuesOf(pool, 'deposit.xpubs')) {
    for (const [family, text] of Object.entries(value)) if (isFamily(family)) add(family, text, `log entry ${seq}`);
  }
  return known;
}

/** Every address that was ever offered to all, as `USDT.TRC20/T…`. */
async function sharedAddresses(pool: Pool): Promise<Set<string>> {
  const values = await valuesOf(pool, 'deposit.addresses');
  return new Set(
    values.flatMap(({ value }) => Object.entries(value).map(([method, address]) => nameOf(method, address))),
  );
}

/** What the parameter was set to, in order; `verifyDatabase` proves these rows by the log. */
async function valuesOf(
  pool: Pool,
  key: string,
): Promise<{ readonly seq: number; readonly value: { readonly [name: string]: string } }[]> {
  const { rows } = await pool.query(
    `select seq, after -> 'value' as value from operator_actions
      where subject = $1 and jsonb_typeof(after -> 'value') = 'object' order by seq`,
    [`parameter ${key}`],
  );
  return rows;
}
