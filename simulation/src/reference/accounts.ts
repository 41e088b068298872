import type { Findings } from './findings.ts';
import type { StoredLine } from './stored.ts';

export const ofUser = (user: number, book: string, asset: string, kind: string): string =>
  `u${user}/${book}/${asset}/${kind}`;
export const ofHouse = (book: string, asset: string, kind: string): string => `house/${book}/${asset}/${kind}`;

const scope = (key: string): string => key.split('/').slice(1, 3).join('/');
const mayBeNegative = (key: string): boolean => /^house\/.*\/(external|playMoney)$/.test(key);

export interface PaidFee {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

/**
 * Expected balances. The moves of the current entry are kept apart until its postings have been
 * compared with them.
 */
export class ExpectedAccounts {
  readonly balances = new Map<string, bigint>();
  #moves = new Map<string, bigint>();
  readonly #owned = new Map<string, Set<string>>();
  #fees: PaidFee[] = [];

  /** Balance including the moves of the current entry. */
  of(key: string): bigint {
    return (this.balances.get(key) ?? 0n) + (this.#moves.get(key) ?? 0n);
  }

  /** A user's accounts on a book that ever had a balance. */
  keysOf(user: number, book: string): string[] {
    const prefix = `u${user}/${book}/`;
    const moved = [...this.#moves.keys()].filter((key) => key.startsWith(prefix));
    return [...new Set([...(this.#owned.get(prefix) ?? []), ...moved])];
  }

  has(key: string): boolean {
    return this.balances.has(key) || this.#moves.has(key);
  }

  move(from: string, to: string, amount: bigint): void {
    if (amount === 0n) return;
    this.#moves.set(from, (this.#moves.get(from) ?? 0n) - amount);
    this.#moves.set(to, (this.#moves.get(to) ?? 0n) + amount);
  }

  /** A trading fee: what somebody may be rewarded for. */
  fee(from: string, to: string, amount: bigint): void {
    this.move(from, to, amount);
    if (0n < amount) this.#fees.push({ from, to, amount });
  }

  /** The trading fees of the current entry. */
  takeFees(): readonly PaidFee[] {
    const fees = this.#fees;
    this.#fees = [];
    return fees;
  }

  /** An account the current entry opens without leaving a balance. */
  touch(key: string): void {
    if (!this.has(key)) this.#moves.set(key, 0n);
  }

  /**
   * Checks that an entry's postings make exactly the expected moves, with correct running balances
   * that never go negative.
   */
  checkEntry(seq: number, lines: readonly StoredLine[], findings: Findings): void {
    const running = new Map<string, bigint>();
    const now = (key: string): bigint => running.get(key) ?? this.balances.get(key) ?? 0n;
    for (const [index, line] of lines.entries()) {
      const name = `posting ${seq}.${index}`;
      findings.equal(`${name}: place`, line.idx, index);
      findings.check(0n < line.amount, () => `${name} moves ${line.amount}`);
      findings.check(scope(line.from) === scope(line.to), () => `${name} leaves its book or asset`);
      running.set(line.from, now(line.from) - line.amount);
      running.set(line.to, now(line.to) + line.amount);
      findings.equal(`${name}: balance of ${line.from}`, line.fromBalance, now(line.from));
      findings.equal(`${name}: balance of ${line.to}`, line.toBalance, now(line.to));
      findings.check(0n <= now(line.from) || mayBeNegative(line.from), () => `${name} makes ${line.from} negative`);
    }
    for (const [key, move] of this.#moves) {
      if (!this.balances.has(key)) this.#indexOwner(key);
      this.balances.set(key, (this.balances.get(key) ?? 0n) + move);
      if (!running.has(key)) findings.equal(`entry ${seq}: ${key} should move`, 0n, move);
    }
    for (const [key, balance] of running) {
      findings.equal(`entry ${seq}: ${key} after it`, balance, this.balances.get(key) ?? 0n);
    }
    this.#moves = new Map();
  }

  #indexOwner(key: string): void {
    const prefix = `${key.split('/').slice(0, 2).join('/')}/`;
    const owned = this.#owned.get(prefix) ?? new Set();
    this.#owned.set(prefix, owned.add(key));
  }
}
