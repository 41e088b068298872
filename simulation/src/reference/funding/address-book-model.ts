import { CODE } from '../codes.ts';
import { type Prediction, refusal } from '../prediction.ts';
import type { Reference } from '../product.ts';
import type { Entry } from '../stored.ts';

interface Address {
  readonly id: number;
  readonly key: string;
  readonly row: Record<string, unknown>;
  readonly user: number;
  readonly usableAt: number;
}

/** Minor units that a network cannot express: USDT has six decimals there. */
export const UNITS: Readonly<Record<string, bigint>> = {
  'USDT.ERC20': 100n,
  'ETH.ERC20': 1n,
  'ETH.BASE': 1n,
  'USDT.BASE': 100n,
};
const DAY_MS = 86_400_000;
const BOOK_MAX = 100;

/** Address books, and the locks that keep withdrawals to them. */
export class AddressBookModel {
  readonly #reference: Reference;
  readonly #isOurs: (address: string) => boolean;
  readonly #book = new Map<number, Address>();
  readonly #locks = new Map<number, number | null>();

  constructor(reference: Reference, isOurs: (address: string) => boolean) {
    this.#reference = reference;
    this.#isOurs = isOurs;
  }

  get #lockWait(): number {
    return this.#reference.figure('withdrawals.lockWaitMs', DAY_MS);
  }

  /** Why money may not go there while the book is locked. */
  fault(user: number, at: number, key: string): number | undefined {
    if (!this.#isLocked(user, at)) return undefined;
    const known = [...this.#book.values()].find((address) => address.user === user && address.key === key);
    if (known === undefined) return CODE.notInBook;
    return at < known.usableAt ? CODE.tooEarly : undefined;
  }

  add({ user, seq, at, body }: Entry): Prediction {
    const { asset, network, address, label } = body as Record<string, string>;
    if (UNITS[`${asset}.${network}`] === undefined) return refusal(CODE.network, 'network');
    if (this.#isOurs(address!)) return refusal(CODE.ours, 'address');
    const key = `${asset}/${network}/${address}`;
    const mine = [...this.#book.values()].filter((address) => address.user === user);
    const known = mine.find((address) => address.key === key);
    if (known !== undefined) return { code: CODE.done, result: { id: known.id } };
    if (this.#reference.figure('withdrawals.addressesMax', BOOK_MAX) <= mine.length) return refusal(CODE.capacity);
    const usableAt = this.#isLocked(user, at) ? at + this.#lockWait : at;
    const row = {
      id: seq,
      user_id: user,
      asset,
      network,
      address,
      label,
      added_at: at,
      usable_at: usableAt,
      removed_at: null,
    };
    this.#book.set(seq, { id: seq, key, row, user, usableAt });
    return { code: CODE.done, result: { id: seq }, rows: [{ table: 'withdrawal_addresses', row }] };
  }

  remove({ user, at, body }: Entry): Prediction {
    const found = this.#book.get((body as { id: number }).id);
    if (found?.user !== user) return refusal(CODE.nothingFound, 'id');
    this.#book.delete(found.id);
    const row = { ...found.row, removed_at: at };
    return { code: CODE.done, result: { id: found.id }, rows: [{ table: 'withdrawal_addresses', row }] };
  }

  lock({ user, at, body }: Entry): Prediction {
    const { locked } = body as { locked: boolean };
    const isLocked = this.#isLocked(user, at);
    const isEnding = isLocked && this.#locks.get(user) !== null;
    if (!locked && (!isLocked || isEnding)) return { code: CODE.done, result: { locked: isLocked } };
    if (locked && isLocked && !isEnding) return { code: CODE.done, result: { locked: true } };
    const unlocksAt = locked ? null : at + this.#lockWait;
    this.#locks.set(user, unlocksAt);
    const row = { user_id: user, locked: true, unlocks_at: unlocksAt, changed_at: at };
    return { code: CODE.done, result: { locked: true }, rows: [{ table: 'withdrawal_locks', row }] };
  }

  #isLocked(user: number, at: number): boolean {
    const unlocksAt = this.#locks.get(user);
    return unlocksAt !== undefined && (unlocksAt === null || at < unlocksAt);
  }
}
