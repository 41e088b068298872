import { CODE } from '../codes.ts';
import { type Prediction, refusal } from '../prediction.ts';
import type { Entry } from '../stored.ts';

/** Whose each address is, for ever. */
export class DepositAddresses {
  readonly #owners = new Map<string, { user: number; at: number; seq: number }>();
  /** By person. */
  readonly #newest = new Map<number, string>();
  readonly #isFrozen: (user: number) => boolean;

  constructor(isFrozen: (user: number) => boolean) {
    this.#isFrozen = isFrozen;
  }

  ownerOf(address: string): number | undefined {
    return this.#owners.get(address.toLowerCase())?.user;
  }

  publish({ user, seq, at, body }: Entry): Prediction {
    const { family, address, memo, path, keyDigest } = body as Record<string, string | number>;
    const key = String(address).toLowerCase();
    const known = this.#owners.get(key);
    // Only the newest one of a person is answered again; routes look earlier ones up themselves.
    if (known?.user === user && this.#newest.get(user) === key)
      return { code: CODE.done, result: { address, memo, publishedAt: known.at, seq: known.seq } };
    if (this.#isFrozen(user)) return refusal(CODE.frozen);
    if (known !== undefined) return refusal(CODE.network, 'address');
    this.#owners.set(key, { user, at, seq });
    this.#newest.set(user, key);
    const row = {
      family,
      address,
      memo,
      user_id: user,
      path,
      key_digest: keyDigest,
      published_at: at,
      published_by: seq,
    };
    return {
      code: CODE.done,
      result: { address, memo, publishedAt: at, seq },
      rows: [{ table: 'deposit_addresses', row }],
    };
  }
}
