import type { SequencedUserEvent } from '@glasshouse/server/kernel/core/bus';
import type { CommandAnswer, Json } from '@glasshouse/server/kernel/core/types';
import { Random } from '../random.ts';
import type { History } from './history.ts';
import { BLIND, STRATEGIES, type Strategy } from './strategies.ts';
import { type Mean, minus, Tally } from './tally.ts';
import type { Venue } from './venue.ts';

/** Each of them takes its turn, so that no limit of one person is in the way. */
const USERS = 1_200;
const ACCEPTED = 200;
/** All strategies of clients together. */
const EVERYTHING = 'all of them';

export interface TraderOptions {
  readonly venue: Venue;
  readonly histories: ReadonlyMap<string, History>;
  readonly seed: number;
  /** Users of the trader are numbered from here on. */
  readonly firstUser: number;
  /** Nothing is bet on or kept for longer. */
  readonly longestSeconds: number;
}

/** What a strategy earned beyond what it should have, as a share of what was put in. */
export interface Line {
  readonly product: string;
  readonly strategy: string;
  readonly mean: Mean;
  /** Blind orders are the measure, and are not judged themselves. */
  readonly isJudged: boolean;
}

export interface OpenTrade {
  readonly strategy: Strategy;
  readonly userId: number;
  readonly code: string;
  readonly at: number;
}

/** Everybody who trades one product: the same number of orders for each strategy. */
export abstract class Trader {
  readonly venue: Venue;
  readonly histories: ReadonlyMap<string, History>;
  readonly random: Random;
  readonly codes: readonly string[];
  readonly strategies: readonly Strategy[] = [BLIND, ...STRATEGIES];
  abstract readonly product: string;
  readonly #firstUser: number;
  readonly #tallies = new Map<string, Tally>();
  readonly #due = new Map<number, (() => Promise<void>)[]>();
  readonly refusals = new Map<number, number>();
  #turns = 0;
  readonly #longestSeconds: number;
  orders = 0;

  constructor({ venue, histories, seed, firstUser, longestSeconds }: TraderOptions) {
    this.#longestSeconds = longestSeconds;
    this.venue = venue;
    this.histories = histories;
    this.random = new Random(seed);
    this.codes = [...histories.keys()];
    this.#firstUser = firstUser;
    venue.onEvent((event) => {
      if (this.#firstUser <= event.userId && event.userId < this.#firstUser + USERS) this.heard(event);
    });
  }

  /** Everybody opens a demo account. */
  async open(): Promise<void> {
    await Promise.all(Array.from({ length: USERS }, () => this.venue.submit(this.nextUser(), 'books.open', {})));
  }

  /** Whatever is due now. */
  async settle(): Promise<void> {
    const { now } = this.venue;
    const due = this.#due.get(now) ?? [];
    this.#due.delete(now);
    await Promise.all(due.map((run) => run()));
  }

  /** One order of each strategy that has a view now, and whatever is due. */
  async turn(): Promise<void> {
    const { now } = this.venue;
    const placed = this.strategies.map(async (strategy) => {
      const code = this.random.pick(this.codes);
      const view = strategy.view(this.histories.get(code)!, now, this.random);
      if (view === 0) return;
      await this.place({ strategy, userId: this.nextUser(), code, at: now }, view);
    });
    await Promise.all([...placed, this.settle()]);
  }

  nextUser(): number {
    this.#turns += 1;
    return this.#firstUser + (this.#turns % USERS);
  }

  /** At a later turn. */
  later(seconds: number, what: () => Promise<void>): void {
    const at = this.venue.now + seconds * 1_000;
    const due = this.#due.get(at) ?? [];
    due.push(what);
    this.#due.set(at, due);
  }

  /** The result of an accepted command. */
  async send<Result>(userId: number, type: string, body: Json): Promise<Result | undefined> {
    const { code, result }: CommandAnswer = await this.venue.submit(userId, type, body);
    if (code === ACCEPTED) return result as Result;
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
    return undefined;
  }

  /** Those of them that this run has time for. */
  horizons(seconds: readonly number[]): readonly number[] {
    return seconds.filter((duration) => duration <= this.#longestSeconds);
  }

  record({ strategy: { name, outside }, at }: Pick<OpenTrade, 'strategy' | 'at'>, value: number): void {
    this.orders += 1;
    this.#tallyOf(name).add(at, value);
    if (outside !== true && name !== BLIND.name) this.#tallyOf(EVERYTHING).add(at, value);
  }

  #tallyOf(name: string): Tally {
    let tally = this.#tallies.get(name);
    if (tally === undefined) {
      tally = new Tally(2_000 * this.#longestSeconds);
      this.#tallies.set(name, tally);
    }
    return tally;
  }

  /**
   * Where no odds are published, blind orders have shown the cost. Who sees another venue only has
   * to stay without a profit.
   */
  lines(): readonly Line[] {
    const blind = this.#tallyOf(BLIND.name).mean;
    return [...this.strategies, { name: EVERYTHING, outside: undefined }]
      .filter(({ name }) => 0 < this.#tallyOf(name).mean.count)
      .map(({ name, outside }) => {
        const own = this.#tallyOf(name).mean;
        const isJudged = name !== BLIND.name || this.hasOdds;
        const mean = this.hasOdds || outside === true || !isJudged ? own : minus(own, blind);
        return { product: this.product, strategy: name, mean, isJudged };
      });
  }

  /** Values are recorded beyond published odds, not as they are. */
  readonly hasOdds: boolean = false;
  abstract place(trade: OpenTrade, view: 1 | -1): Promise<void>;
  abstract heard(event: SequencedUserEvent): void;
}
