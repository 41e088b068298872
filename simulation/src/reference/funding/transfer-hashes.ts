import type { ExpectedRow } from '../prediction.ts';
import { type Hash, hashRow } from './deposit-rows.ts';

/** Which deposits a transfer's hash was used for, and which of them still hold it. */
export class TransferHashes {
  readonly #hashes = new Map<string, Hash[]>();

  holders(network: string, hash: string): Hash[] {
    return (this.#hashes.get(`${network}/${hash}`) ?? []).filter(({ holds }) => holds);
  }

  hold(network: string, hash: string, made: Hash): ExpectedRow {
    const all = this.#hashes.get(`${network}/${hash}`) ?? [];
    const place = all.findIndex(({ deposit }) => deposit === made.deposit);
    if (place === -1) all.push(made);
    else all[place] = made;
    this.#hashes.set(`${network}/${hash}`, all);
    return hashRow(network, hash, made);
  }

  free(network: string, hash: string, held: Hash): ExpectedRow {
    held.holds = false;
    return hashRow(network, hash, held);
  }
}
