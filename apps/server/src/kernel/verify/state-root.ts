import { createHash, hash } from 'node:crypto';
import { canonicalJson } from '../core/canonical-json.ts';
import type { LogPoint } from '../core/store.ts';
import type { Account, Row } from '../core/types.ts';
import { plainScalar } from './replay.ts';

/** Where the state stands, besides what it holds. */
export interface StateHead extends LogPoint {
  readonly lastAt: number;
  readonly nextAccountId: number;
}

/** How states are encoded; another way of encoding gets another number. */
export const STATE_FORMAT = 11;

/** 32 bytes, one a letter: takes a quarter of what a Buffer does, and sorts as bytes do. */
export type Leaf = string & { readonly leaf: unique symbol };

const leafOf = (text: string): Leaf => hash('sha256', text, 'binary') as Leaf;

export const accountLeaf = ({ id, key, balance }: Pick<Account, 'id' | 'key' | 'balance'>): Leaf =>
  leafOf(`account\n${id}\n${key}\n${balance}`);

/** Equal for equal rows, whether they come from a handler or from the database. */
export const rowLeaf = (table: string, row: Row): Leaf => leafOf(`row\n${table}\n${canonicalJson(row, plainScalar)}`);

/**
 * One hash for everything that the core decides by: all accounts, all live rows, and the place in
 * the log. Leaves may come in any order; they are sorted, so that the root does not depend on how
 * a database sorts text.
 */
export class StateRoot {
  readonly #accounts: Leaf[] = [];
  readonly #rows: Leaf[] = [];

  get accounts(): number {
    return this.#accounts.length;
  }

  get rows(): number {
    return this.#rows.length;
  }

  account(leaf: Leaf): void {
    this.#accounts.push(leaf);
  }

  row(leaf: Leaf): void {
    this.#rows.push(leaf);
  }

  finish({ sequence, hash: head, lastAt, nextAccountId }: StateHead): Buffer {
    const root = createHash('sha256').update(`glasshouse/state/${STATE_FORMAT}\n`);
    root.update(`${sequence}\n${lastAt}\n${nextAccountId}\n`).update(head);
    for (const leaves of [this.#accounts, this.#rows]) {
      const section = createHash('sha256');
      for (const leaf of leaves.sort()) section.update(leaf, 'latin1');
      root.update(`${leaves.length}\n`).update(section.digest());
    }
    return root.digest();
  }
}
