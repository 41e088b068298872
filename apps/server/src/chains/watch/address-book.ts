import type { Pool } from '../../platform/postgres.ts';
import type { Network } from '../network.ts';
import { AddressSet, addAddress } from './address-set.ts';

/** Addresses read at a time, at the start and later. */
const PAGE = 5_000;

/**
 * The published addresses of one family, kept up to date. They are published by the log, one after
 * the other, so that what was read last tells what is new.
 */
export class AddressBook {
  readonly #pool: Pool;
  readonly #network: Network;
  readonly #set = new AddressSet();
  #last = 0;

  constructor(pool: Pool, network: Network) {
    this.#pool = pool;
    this.#network = network;
  }

  /** Resolves with every address that is published by now. */
  async refresh(): Promise<AddressSet> {
    for (;;) {
      const { rows } = await this.#pool.query<{ address: string; user_id: number; published_by: number }>(
        `select address, user_id, published_by from deposit_addresses
         where family = $1 and memo = '' and published_by > $2 order by published_by limit $3`,
        [this.#network.family, this.#last, PAGE],
      );
      for (const { address, user_id, published_by } of rows) {
        addAddress(this.#set, this.#network, address, user_id);
        this.#last = published_by;
      }
      if (rows.length < PAGE) return this.#set;
    }
  }
}
