import { code } from '@glasshouse/api/codes';
import { Sequencer } from '@glasshouse/server/kernel/core/sequencer';
import type { Store } from '@glasshouse/server/kernel/core/store';
import type { MarketView, Tick } from '@glasshouse/server/kernel/core/types';
import { MODULES } from '@glasshouse/server/runtime/modules';
import { type Order, USERS, WORKLOADS, type Workload, type WorkloadName } from './workloads.ts';

const OPENING_AT_ONCE = 2_000;

/**
 * Every instrument is open, with a new tick at the same price on every read, so that house quotes
 * are always full.
 */
class FixedMarket implements MarketView {
  #ticks = 0;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  lastTick(instrument: string): Tick {
    this.#ticks += 1;
    return { code: instrument, seq: this.#ticks, bid: 999_900, ask: 1_000_100, mid: 1_000_000, at: this.#now() };
  }
  heldBy(): undefined {
    return undefined;
  }

  sessionEndsAt(): number {
    return Number.POSITIVE_INFINITY;
  }
  lastGapEndedAt(): number {
    return 0;
  }
  sequenced(): void {}
}

/**
 * A core with users who can trade, without feeds: it measures the path of an order, not of a price.
 */
export class CoreFixture {
  readonly sequencer: Sequencer;
  readonly #workload: Workload;
  #orders = 0;

  constructor(store: Store, workload: WorkloadName, now: () => number = Date.now) {
    this.#workload = WORKLOADS[workload];
    const failed = (error: Error): never => {
      throw error;
    };
    this.sequencer = new Sequencer({
      store,
      modules: MODULES,
      market: new FixedMarket(now),
      now,
      codes: {
        keyReused: code.idempotencyKeyReused,
        busy: code.coreUnavailable,
        internalOnly: code.unknownError,
        serverError: code.serverError,
      },
      output: { ticks: () => {}, events: () => {}, reloaded: async () => {}, fatal: failed, bug: failed },
      pause: async () => {},
      attemptsMax: 0,
    });
  }

  /**
   * Creates terms, house funds, users and one order each, so that the measured orders open no
   * accounts.
   */
  async open(): Promise<void> {
    await this.sequencer.start();
    for (const command of this.#workload.seed(this.sequencer.state)) await this.sequencer.submitInternal(command);
    const { prepare } = this.#workload;
    for (let from = 1; from <= USERS; from += OPENING_AT_ONCE) {
      const users = Array.from({ length: OPENING_AT_ONCE }, (_, index) => from + index);
      await Promise.all(users.map((userId) => this.#submit(userId, 'open', { type: 'books.open', body: {} })));
      if (prepare !== undefined) {
        await Promise.all(users.map((userId) => this.#submit(userId, 'prepare', prepare(userId))));
      }
    }
    for (let made = 0; made < USERS; made += OPENING_AT_ONCE) {
      await Promise.all(Array.from({ length: OPENING_AT_ONCE }, () => this.place()));
    }
  }

  /** Places the next order, users taking turns. Rejects when it is refused. */
  async place(): Promise<void> {
    this.#orders += 1;
    const order = this.#workload.order(this.#orders);
    await this.#submit(1 + (this.#orders % USERS), String(this.#orders), order);
  }

  async #submit(userId: number, key: string, { type, body }: Order): Promise<void> {
    const answer = await this.sequencer.submit({ id: `${userId}:${key}`, userId, book: 'demo', type, body });
    if (answer.code !== 200) throw new Error(`${type} ${key} was refused: ${JSON.stringify(answer)}`);
  }
}
