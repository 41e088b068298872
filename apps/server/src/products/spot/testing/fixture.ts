import type { Book, CommandAnswer } from '../../../kernel/core/types.ts';
import { accepted, CoreFixture } from '../../../kernel/testing/core-fixture.ts';
import { TEST_CODE } from '../../../kernel/testing/harness.ts';
import { LIQUIDITY_POOL, type SpotType } from '../rows.ts';
import { bookOf, spotOf } from '../slice.ts';
import type { SpotOffer } from '../terms.ts';
import type { SpotOrderWire } from '../view.ts';

/**
 * One pair with round figures: a point is a cent, a step is 0.001 BTC, makers pay 0.1 % and takers
 * 0.2 %.
 */
export const TEST_PAIR: SpotOffer = {
  code: TEST_CODE,
  base: 'BTC',
  quote: 'USDT',
  precision: 2,
  tickPoints: 1,
  quantityStep: '0.001',
  minQuantity: '0.001',
  maxQuantity: '1000',
  minAmount: '1',
  makerRate: '0.001',
  takerRate: '0.002',
  bandRate: '0.5',
  stalenessMs: 10_000,
  ladder: { levels: 3, spacingPpm: 10_000, levelAmount: '100' },
};

/** What is shipped: the house's quotes are met at the next price, and purchases round up. */
export const NEXT_PRICE = { awaits: [], slippageRate: '0.01', roundsUp: true } as const satisfies Partial<SpotOffer>;

/** Coins that each user starts with. */
const COINS = 10;

type TriggerField = 'stopPrice' | 'stopLimitPrice' | 'trailingDistance' | 'trailingRate';
type Order = Partial<Record<'code' | 'price' | 'quantity' | 'amount' | 'timeInForce', string | null>> &
  Partial<Record<TriggerField, string>> & {
    readonly side: 'buy' | 'sell';
    readonly type?: SpotType;
  };

/** Several users and the house on one spot market, with a coin worth about 100 dollars. */
export class SpotFixture extends CoreFixture {
  /**
   * Every user starts with ten coins, bought from the house at 100.01; tests count from what they
   * then hold. `pool`: what the liquidity provider has on top; without it the house quotes nothing.
   */
  static async start(
    options: { pool?: { base: string; quote: string }; pair?: Partial<SpotOffer>; users?: readonly number[] } = {},
  ): Promise<SpotFixture> {
    const fixture = new SpotFixture();
    const { harness } = fixture;
    const { pool, pair = {}, users = [1, 2, 3] } = options;
    await harness.start();
    // The first coins are bought at once, as before.
    const { awaits, leadMs, slippageRate, roundsUp, quotesVary, ...before } = pair;
    await fixture.define({ ...before, ladder: { levels: 1, spacingPpm: 0, levelAmount: '1000000' } });
    await fixture.fund(LIQUIDITY_POOL, String(users.length * COINS), 'BTC');
    await harness.tick(10_000);
    for (const user of users) {
      await harness.open(user);
      await fixture.placed(user, { side: 'buy', type: 'market', quantity: String(COINS) });
    }
    const ladder = pool === undefined ? { levels: 0, spacingPpm: 0, levelAmount: '0' } : TEST_PAIR.ladder;
    await fixture.define({ ladder, ...pair });
    if (pool !== undefined) {
      await fixture.fund(LIQUIDITY_POOL, pool.base, 'BTC');
      await fixture.fund(LIQUIDITY_POOL, pool.quote);
    }
    await harness.tick(10_000);
    return fixture;
  }

  async define(pair: Partial<SpotOffer>): Promise<void> {
    accepted(await this.harness.internal('spot.define', { ...TEST_PAIR, ...pair }, this.nextId('pair')));
  }

  submit(user: number, order: Order, book: Book = 'demo'): Promise<CommandAnswer> {
    const body = {
      code: TEST_CODE,
      type: 'limit',
      price: null,
      quantity: null,
      amount: null,
      timeInForce: null,
      ...order,
    };
    const id = `${user}:${this.nextId('spot')}`;
    return this.harness.sequencer.submit({ id, userId: user, book, type: 'spot.submit', body });
  }

  /** As `submit`, for orders that must be accepted. */
  async placed(user: number, order: Order, book: Book = 'demo'): Promise<SpotOrderWire> {
    return accepted<SpotOrderWire>(await this.submit(user, order, book));
  }

  cancel(user: number, id: number): Promise<CommandAnswer> {
    return this.harness.submit(user, 'spot.cancel', { id });
  }

  latest(id: number): SpotOrderWire {
    return this.lastEvent('spot.order', id);
  }

  book(book: Book = 'demo') {
    return bookOf(spotOf(this.harness.sequencer.state), book, TEST_CODE);
  }
}
