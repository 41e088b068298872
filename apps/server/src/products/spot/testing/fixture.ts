import { Harness, TEST_CODE } from '../../../kernel/testing/harness.ts';
import { MemoryStore } from '../../../kernel/testing/memory-store.ts';
import type { Book, CommandAnswer } from '../../../kernel/types.ts';
import { MODULES } from '../../../runtime/modules.ts';
import { bookOf, spotOf } from '../slice.ts';
import type { SpotOffer } from '../terms.ts';
import type { SpotOrderWire } from '../wire.ts';

/** One pair with round figures: a point is a cent, a step is 0.001 BTC, makers pay 0.1 % and takers 0.2 %. */
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

/** What each person starts with. */
const COINS = 10;

type Order = Partial<Record<'code' | 'price' | 'quantity' | 'amount' | 'timeInForce', string | null>> & {
  readonly side: 'buy' | 'sell';
  readonly type?: 'limit' | 'market';
};

/** Two or more people and the house on one spot market, in memory. Prices in dollars of a coin worth about 100. */
export class SpotFixture {
  readonly store = new MemoryStore(MODULES);
  harness = new Harness(this.store);
  #key = 0;

  /**
   * Everybody starts with ten coins, bought from the house in the ordinary way at 100.01; what they then hold of each asset
   * is what tests count from. `pool`: what the house's liquidity provider has on top; without it the house quotes nothing.
   */
  static async start(
    options: { pool?: { base: string; quote: string }; pair?: Partial<SpotOffer>; users?: readonly number[] } = {},
  ): Promise<SpotFixture> {
    const fixture = new SpotFixture();
    const { harness } = fixture;
    const { pool, pair = {}, users = [1, 2, 3] } = options;
    await harness.start();
    await fixture.define({ ...pair, ladder: { levels: 1, spacingPpm: 0, levelAmount: '1000000' } });
    await fixture.fund('BTC', String(users.length * COINS));
    await harness.tick(10_000);
    for (const user of users) {
      await harness.open(user);
      await fixture.placed(user, { side: 'buy', type: 'market', quantity: String(COINS) });
    }
    const ladder = pool === undefined ? { levels: 0, spacingPpm: 0, levelAmount: '0' } : TEST_PAIR.ladder;
    await fixture.define({ ladder, ...pair });
    if (pool !== undefined) {
      await fixture.fund('BTC', pool.base);
      await fixture.fund('USDT', pool.quote);
    }
    await harness.tick(10_000);
    return fixture;
  }

  async define(pair: Partial<SpotOffer>): Promise<void> {
    this.#key += 1;
    const answer = await this.harness.internal('spot.define', { ...TEST_PAIR, ...pair }, `pair-${this.#key}`);
    if (answer.code !== 200) throw new Error(`terms refused with ${answer.code}`);
  }

  async fund(asset: string, amount: string): Promise<void> {
    if (amount === '0') return;
    this.#key += 1;
    await this.harness.internal('house.fund', { asset, amount, into: 'pool.liquidity' }, `fund-${this.#key}`);
  }

  submit(user: number, order: Order, book: Book = 'demo'): Promise<CommandAnswer> {
    this.#key += 1;
    const body = {
      code: TEST_CODE,
      type: 'limit',
      price: null,
      quantity: null,
      amount: null,
      timeInForce: null,
      ...order,
    };
    const id = `${user}:spot-${this.#key}`;
    return this.harness.sequencer.submit({
      id,
      userId: user,
      book,
      type: 'spot.submit',
      body: body,
    });
  }

  /** As `submit`, for orders that must be taken. */
  async placed(user: number, order: Order, book: Book = 'demo'): Promise<SpotOrderWire> {
    const answer = await this.submit(user, order, book);
    if (answer.code !== 200) throw new Error(`refused with ${answer.code}`);
    return answer.result as SpotOrderWire;
  }

  cancel(user: number, id: number): Promise<CommandAnswer> {
    return this.harness.submit(user, 'spot.cancel', { id });
  }

  /** The order as its owner heard of it last. */
  latest(id: number): SpotOrderWire {
    const heard = this.harness.events.filter(
      ({ kind, data }) => kind === 'spot.order' && (data as { id: number }).id === id,
    );
    return heard.at(-1)?.data as SpotOrderWire;
  }

  balance(owner: number | 'house', asset: string, kind: string, book: Book = 'demo'): bigint {
    const name = owner === 'house' ? 'house' : `u${owner}`;
    return this.harness.sequencer.state.accounts.get(`${name}/${book}/${asset}/${kind}` as never)?.balance ?? 0n;
  }

  book(book: Book = 'demo') {
    return bookOf(spotOf(this.harness.sequencer.state), book, TEST_CODE);
  }

  /** Another process takes over from what is stored. */
  async restart(): Promise<void> {
    const next = new Harness(this.store);
    next.now = this.harness.now;
    const last = this.harness.market.lastTick(TEST_CODE);
    if (last !== undefined) next.market.sequenced(last);
    this.harness = next;
    await next.sequencer.start();
  }
}
