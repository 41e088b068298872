import { code } from '@glasshouse/contract/codes';
import { Sequencer } from '@glasshouse/server/core/sequencer';
import type { Store } from '@glasshouse/server/core/store';
import type { CommandAnswer, Json, MarketView, Tick } from '@glasshouse/server/core/types';
import { CATALOGUE } from '@glasshouse/server/markets/catalogue/index';
import { MODULES } from '@glasshouse/server/modules';
import { defaultOffer } from '@glasshouse/server/options/terms';
import { OPEN_CODES } from '../http/market.ts';

/** A core with users who may trade, without feeds: what is measured is the way of an order, not of a price. */
const USERS = 10_000;
/** What 10,000 users with 100 open orders of one unit can win together, and more. */
const POOL = '10000000';
const OPENING_AT_ONCE = 2_000;

/** Every instrument open, and its only price just now. */
class StillMarket implements MarketView {
  lastTick(instrument: string): Tick {
    return { code: instrument, seq: 1, bid: 99, ask: 101, mid: 100, at: Date.now() };
  }
  sessionEndsAt(): number {
    return Number.POSITIVE_INFINITY;
  }
  lastGapEndedAt(): number {
    return 0;
  }
  sequenced(): void {}
}

export class OrderBook {
  readonly sequencer: Sequencer;
  private orders = 0;

  constructor(store: Store) {
    const failed = (error: Error): never => {
      throw error;
    };
    this.sequencer = new Sequencer({
      store,
      modules: MODULES,
      market: new StillMarket(),
      now: Date.now,
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

  /** Terms, the house's money, the users, and an order of each: what is measured afterwards opens no accounts. */
  async open(): Promise<void> {
    await this.sequencer.start();
    const internal = (id: string, type: string, body: Json): Promise<CommandAnswer> =>
      this.sequencer.submitInternal({ id, userId: 0, book: 'demo', type, body });
    for (const instrument of CATALOGUE) {
      if (!OPEN_CODES.includes(instrument.code)) continue;
      await internal(`define:${instrument.code}`, 'options.define', defaultOffer(instrument) as unknown as Json);
    }
    await internal('fund', 'house.fund', { asset: 'USDT', amount: POOL, into: 'pool.options' });
    for (let from = 1; from <= USERS; from += OPENING_AT_ONCE) {
      const users = Array.from({ length: OPENING_AT_ONCE }, (_, index) => from + index);
      await Promise.all(
        users.map((userId) =>
          this.sequencer.submit({ id: `${userId}:open`, userId, book: 'demo', type: 'books.open', body: {} }),
        ),
      );
    }
    for (let made = 0; made < USERS; made += OPENING_AT_ONCE) {
      await Promise.all(Array.from({ length: OPENING_AT_ONCE }, () => this.buy()));
    }
  }

  /** The next order; users and instruments take turns. Rejects when it is refused. */
  async buy(): Promise<void> {
    this.orders += 1;
    const userId = 1 + (this.orders % USERS);
    const body = {
      code: OPEN_CODES[this.orders % OPEN_CODES.length] as string,
      direction: this.orders % 2 === 0 ? 'up' : 'down',
      amount: '1',
      periodId: 60,
    };
    const answer = await this.sequencer.submit({
      id: `${userId}:${this.orders}`,
      userId,
      book: 'demo',
      type: 'options.buy',
      body,
    });
    if (answer.code !== 200) throw new Error(`order ${this.orders} was refused: ${answer.code}`);
  }
}
