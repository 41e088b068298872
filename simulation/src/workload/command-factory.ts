import { userAccount } from '@glasshouse/server/kernel/core/accounts';
import type { AccountKey, Book, CommandAnswer, CommandInput, Json } from '@glasshouse/server/kernel/core/types';
import type { DepositHold } from '@glasshouse/server/kyc-levels/rows';
import { payeeDigest } from '@glasshouse/server/money/withdrawals/payee-digest';
import type { Withdrawal } from '@glasshouse/server/money/withdrawals/rows';
import type { Random } from '../random.ts';
import type { Scenario, SimInstrument } from './scenario.ts';

/** What the workload reads of the core's withdrawals. */
export interface PayoutState {
  readonly withdrawals: ReadonlyMap<number, Withdrawal>;
  /** Over, while another of their transactions may still pay them. */
  readonly ended: ReadonlyMap<number, Withdrawal>;
  readonly lastFile: number;
}

export interface NewCommand {
  readonly input: CommandInput;
  readonly by: 'caller' | 'house';
  readonly malformed: boolean;
}

/** A past order, kept so that callers can close or cancel it, even after it has ended. */
export interface KnownOrder {
  readonly id: number;
  /** Of the log entry that made it. */
  readonly seq: number;
  readonly userId: number;
  readonly book: Book;
  readonly type: string;
  readonly body: Json;
  readonly result: { readonly [field: string]: Json };
}

/** Most commands come from this many users, so that they often trade with each other. */
export const RESIDENTS = 20;
/** Of every fourth person it is not known where they are. */
const UNKNOWN_EVERY = 4;
const AWAY_EVERY = 7;
/** Orders kept per kind; most have ended by the time one is picked. */
const KNOWN_MAX = 300;

export const WRONG_AMOUNTS: readonly string[] = [
  '0',
  '0.0',
  '-1',
  '-0',
  '',
  ' 1',
  '1 ',
  '1e3',
  'NaN',
  'Infinity',
  '0x10',
  '1,5',
  '.5',
  '5.',
  '0.000000001',
  '1.123456789',
  '100000000000000',
  '99999999999999999999999999',
  '１００',
  "1'; drop table accounts; --",
];
export const WRONG_CODES: readonly string[] = [
  '',
  'NOPE',
  '__proto__',
  'constructor',
  'sim0usdt',
  'SIM0USDT ',
  'بيتكوين',
  'a/b',
];

/** Creates commands with unique ids, and remembers the orders they made. */
export class CommandFactory {
  readonly random: Random;
  readonly scenario: Scenario;
  /** Latest price of an instrument in points. */
  readonly midOf: (code: string) => number;
  readonly #known = new Map<string, KnownOrder[]>();
  #made = 0;
  readonly #left: number[] = [];

  readonly #payouts: () => PayoutState | undefined;
  readonly #holds: () => ReadonlyMap<number, DepositHold> | undefined;
  readonly #balanceOf: (account: AccountKey) => bigint;

  constructor(options: {
    random: Random;
    scenario: Scenario;
    midOf: (code: string) => number;
    /** Withdrawals as the core has them now, as a server would read them. */
    payouts?: () => PayoutState | undefined;
    /** The same of credits above a limit, by deposit. */
    holds?: () => ReadonlyMap<number, DepositHold> | undefined;
    /** What an account holds now. */
    balanceOf?: (account: AccountKey) => bigint;
  }) {
    this.#payouts = options.payouts ?? (() => undefined);
    this.#holds = options.holds ?? (() => undefined);
    this.#balanceOf = options.balanceOf ?? (() => 0n);
    this.random = options.random;
    this.scenario = options.scenario;
    this.midOf = options.midOf;
  }

  /** What somebody has of an asset, as their page shows it. */
  available({ userId, book }: { readonly userId: number; readonly book: Book }, asset: string): bigint {
    return this.#balanceOf(userAccount(userId, book, asset, 'available'));
  }

  /** Undefined while no core serves. */
  payouts(): PayoutState | undefined {
    return this.#payouts();
  }

  /** Undefined while no core serves. */
  holds(): ReadonlyMap<number, DepositHold> | undefined {
    return this.#holds();
  }

  payout(id: number): Withdrawal | undefined {
    return this.#payouts()?.withdrawals.get(id);
  }

  /** What a server sends along about a payout: the digest of its row. */
  payeeDigest(id: number): string {
    const row = this.payout(id) ?? this.#payouts()?.ended.get(id);
    return row === undefined ? 'no such payout' : payeeDigest(row);
  }

  nextFile(): number {
    return (this.#payouts()?.lastFile ?? 0) + 1;
  }

  house(type: string, body: Json, book: Book = 'demo'): NewCommand {
    this.#made += 1;
    return { input: { id: `house:${this.#made}`, userId: 0, book, type, body }, by: 'house', malformed: false };
  }

  caller(type: string, body: Json, options: { malformed?: boolean; heavy?: boolean } = {}): NewCommand {
    const { random, scenario } = this;
    const among =
      options.heavy === true
        ? scenario.heavyUsers
        : random.chance(0.6)
          ? Math.min(scenario.users, RESIDENTS)
          : scenario.users;
    const userId = random.int(1, among);
    const book = random.chance(scenario.focus === 'referrals' ? 0.2 : 0.85) ? 'demo' : 'real';
    return this.forUser({ userId, book }, type, body, options.malformed ?? false);
  }

  forUser(
    who: { readonly userId: number; readonly book: Book },
    type: string,
    body: Json,
    malformed = false,
  ): NewCommand {
    this.#made += 1;
    const { userId, book } = who;
    const id = `${userId}:${this.#made}`;
    return { input: { id, userId, book, type, body, ...this.#network(userId) }, by: 'caller', malformed };
  }

  /** Most are neighbours, and away from time to time. */
  #network(userId: number): Pick<CommandInput, 'network'> {
    if (userId % UNKNOWN_EVERY === 0) return {};
    return { network: this.#made % AWAY_EVERY === 0 ? 'away' : 'home' };
  }

  /** Keeps the result of an accepted command for later ones. */
  remember({ userId, book, type, body }: CommandInput, { code, result, seq }: CommandAnswer): void {
    if (type === 'account.close' && code === 200) {
      this.#left.push(userId);
      if (KNOWN_MAX < this.#left.length) this.#left.shift();
    }
    const made = result as { readonly [field: string]: Json } | null;
    if (code !== 200 || made === null || typeof made !== 'object' || body === null) return;
    const known = this.#known.get(type) ?? [];
    known.push({ id: Number(made.id ?? 0), seq, userId, book, type, body, result: made });
    if (KNOWN_MAX < known.length) known.shift();
    this.#known.set(type, known);
  }

  /** Somebody who closed their account, mostly a recent one. */
  left(): number | undefined {
    if (this.#left.length === 0) return undefined;
    return this.random.chance(0.7)
      ? this.#left.at(-this.random.int(1, Math.min(25, this.#left.length)))
      : this.random.pick(this.#left);
  }

  /** An order made by a command of this type, mostly a recent one. */
  known(type: string): KnownOrder | undefined {
    const known = this.#known.get(type) ?? [];
    if (known.length === 0) return undefined;
    return this.random.chance(0.7)
      ? known.at(-this.random.int(1, Math.min(25, known.length)))
      : this.random.pick(known);
  }

  /** A past command that fits, mostly a recent one; `*` stands for any type. */
  knownBy(
    type: string,
    fits: (body: { readonly [field: string]: Json }, result: KnownOrder['result']) => boolean,
  ): KnownOrder | undefined {
    const all = type === '*' ? [...this.#known.values()].flat() : (this.#known.get(type) ?? []);
    const fitting = all.filter(({ body, result }) => fits(body as { readonly [field: string]: Json }, result));
    if (fitting.length === 0) return undefined;
    return this.random.chance(0.7)
      ? fitting.at(-this.random.int(1, Math.min(25, fitting.length)))
      : this.random.pick(fitting);
  }

  /** All past commands of a type that fit, oldest first. */
  allOf(type: string, fits: (body: { readonly [field: string]: Json }) => boolean): readonly KnownOrder[] {
    return (this.#known.get(type) ?? []).filter(({ body }) => fits(body as { readonly [field: string]: Json }));
  }

  /** An instrument; half of the time the first one, so that users meet there. */
  instrument(): SimInstrument {
    const { instruments } = this.scenario;
    const { random } = this;
    return random.chance(0.5) ? (instruments[0] as SimInstrument) : random.pick(instruments);
  }

  /**
   * Whether the next command comes from a heavy user, one of the few whose orders reach the open
   * order limit.
   */
  isHeavyUser(): boolean {
    const { heavyUsers } = this.scenario;
    return 0 < heavyUsers && this.random.chance(heavyUsers === 1 ? 0.6 : 0.2);
  }

  /** A price at which an order of this side rests for long. */
  priceFar(instrument: SimInstrument, side: 'buy' | 'sell'): string {
    const away = Math.max(2, Math.floor(this.midOf(instrument.code) * (0.05 + 0.03 * this.random.next())));
    const points = this.midOf(instrument.code) + (side === 'buy' ? -away : away);
    return textOfPoints(Math.max(1, points), instrument.precision);
  }

  /** A price near the market, sometimes exactly at it, rarely at the edge of the number range. */
  priceNear(instrument: SimInstrument, spreadShare = 0.01): string {
    if (this.random.chance(0.01)) {
      const edge = this.random.pick([1, 2, Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER, 10 ** 13]);
      return textOfPoints(edge, instrument.precision);
    }
    const mid = this.midOf(instrument.code);
    const width = Math.max(3, Math.floor(mid * spreadShare));
    return textOfPoints(Math.max(1, mid + this.random.int(-width, width)), instrument.precision);
  }
}

export function textOfPoints(points: number, places: number): string {
  if (places === 0) return String(points);
  const digits = String(points).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
