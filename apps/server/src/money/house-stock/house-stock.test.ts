import { code } from '@glasshouse/api/codes';
import { amountOf, formatAmount } from '@glasshouse/rules/money';
import { describe, expect, it } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import { RULES_VERSION } from '../../kernel/core/rules.ts';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import { ConvertFixture, nextTickOffer } from '../../products/convert/testing/fixture.ts';
import { expectSound } from '../../products/spot/testing/expect-sound.ts';
import { NEXT_PRICE, SpotFixture } from '../../products/spot/testing/fixture.ts';
import { takenAt } from './share.ts';
import { emptySlice, reduce, stockOf } from './slice.ts';

const HOME = 'a'.repeat(16);
const ELSEWHERE = 'b'.repeat(16);
const DAY_MS = 86_400_000;

type Core = ConvertFixture | SpotFixture;

const adopt = (core: Core, figures: object = {}) =>
  core.harness.internal('rules.adopt', { version: RULES_VERSION, figures: { ...SHIPPED, ...figures } }, 'rules');

const takenOf = ({ harness }: Core, asset: string, network = HOME): string =>
  formatAmount(takenAt(harness.sequencer.state, { book: 'demo', asset, network }, harness.now));

/** The house has 3,500 ETH at 3,200; 170 guests convert 50,000 USDT twice, at most. */
async function converting(figures: object = {}): Promise<ConvertFixture> {
  const core = await ConvertFixture.start({ USDT: '10000000', BTC: '100', ETH: '3500' }, {}, nextTickOffer);
  await adopt(core, figures);
  return core;
}

const convert = async (core: ConvertFixture, user: number, network: string | undefined, fields: object = {}) => {
  const body = { from: 'USDT', to: 'ETH', amount: '50000', quoteId: null, ...fields };
  return (await core.harness.from(network, user, 'convert.fill', body)).code;
};

/** How many of 170 guests convert all that one conversion may be, each twice. */
async function guestsConvert(core: ConvertFixture, network: string | undefined): Promise<number> {
  let accepted = 0;
  for (let user = 1_000; user < 1_170; user += 1) {
    await core.harness.open(user);
    for (const _ of [1, 2]) {
      const answer = await convert(core, user, network);
      expect([200, code.networkLimit, code.poolFull]).toContain(answer);
      if (answer === 200) accepted += 1;
      await core.prices();
    }
  }
  return accepted;
}

describe('conversions', () => {
  it('of 170 guests of one network take a share of a coin, and leave the rest to others', async () => {
    const core = await converting();
    // 15.6 ETH each, of 3,500.
    expect(await guestsConvert(core, HOME)).toBe(67);
    expect(core.house('ETH', 'pool.liquidity')).toBeGreaterThan(amountOf('2450'));
    expect(await convert(core, 1_169, HOME, { amount: '30000' })).toBe(code.networkLimit);
    expect(await convert(core, 1_169, ELSEWHERE, { amount: '100' })).toBe(200);
    expect(await convert(core, 1_168, undefined, { amount: '100' })).toBe(200);
    expect(await convert(core, 1_169, HOME, { to: 'BTC', amount: '100' })).toBe(200);
    core.expectConserved();
  });

  it('of before, or where the share is all of it, take all that there is', async () => {
    const core = await converting({ 'parameter.networks.stock_share': '1' });
    expect(await guestsConvert(core, HOME)).toBe(224);
    expect(await convert(core, 1_169, ELSEWHERE, { amount: '50000' })).toBe(code.poolFull);
  });

  it('count while they wait, and no longer once they are cancelled', async () => {
    const core = await converting({ 'parameter.networks.stock_share': '0.01' });
    await core.harness.open(1_000);
    await core.harness.open(1_001);
    // 35 ETH of 3,500: two of 15.6 each.
    for (const answer of [200, 200, code.networkLimit]) {
      expect(await convert(core, answer === 200 ? 1_000 : 1_001, HOME)).toBe(answer);
    }
    await core.prices(20_000_000, 640_000);
    expect(takenOf(core, 'ETH')).toBe('0');
    expect([...stockOf(core.harness.sequencer.state).claimed]).toEqual([]);
    await core.prices();
    expect(await convert(core, 1_001, HOME)).toBe(200);
  });

  it('give the share back: what a network returns at once, the rest within a day', async () => {
    const core = await converting({ 'parameter.networks.stock_share': '0.01' });
    await core.harness.open(1_000);
    for (const _ of [1, 2]) {
      expect(await convert(core, 1_000, HOME)).toBe(200);
      await core.prices();
    }
    expect(takenOf(core, 'ETH')).toMatch(/^31\.2186/);
    expect(takenOf(core, 'USDT')).toMatch(/^-99999\./);
    await core.harness.open(1_001);
    expect(await convert(core, 1_001, HOME)).toBe(code.networkLimit);
    expect(await convert(core, 1_000, HOME, { from: 'ETH', to: 'USDT', amount: '10' })).toBe(200);
    await core.prices();
    expect(takenOf(core, 'ETH')).toMatch(/^21\.218/);
    core.harness.now += DAY_MS / 2;
    await core.prices();
    expect(takenOf(core, 'ETH')).toMatch(/^10\.609/);
    core.harness.now += DAY_MS / 2;
    await core.prices();
    expect(takenOf(core, 'ETH')).toBe('0');
    expect(await convert(core, 1_001, HOME)).toBe(200);
  });

  it('of networks of which nothing is left are forgotten', async () => {
    const core = await converting();
    await core.harness.open(1_000);
    await convert(core, 1_000, HOME);
    await core.prices();
    const { taken: claims } = stockOf(core.harness.sequencer.state);
    expect([...claims.values()].map(({ asset }) => asset).sort()).toEqual(['ETH', 'USDT']);
    await core.harness.wait(DAY_MS);
    await core.harness.wait(1_000);
    expect([...claims.keys()]).toEqual([]);
    core.expectConserved();
  });

  it('leave room for a class of thirty, by what is shipped', async () => {
    // 20 million USDT of each coin.
    const core = await ConvertFixture.start({ USDT: '500000000', BTC: '200', ETH: '6250' }, {}, nextTickOffer);
    await adopt(core);
    for (let user = 1_000; user < 1_030; user += 1) {
      await core.harness.open(user);
      expect(await convert(core, user, HOME)).toBe(200);
      await core.prices();
    }
  });
});

describe('spot orders', () => {
  const USERS = [1, 2, 3, 4];

  /** The house has 100 coins at about 100; a network has three of each hundred. */
  async function trading(): Promise<SpotFixture> {
    const ladder = { levels: 1, spacingPpm: 0, levelAmount: '1000000' };
    const pool = { base: '100', quote: '1000000' };
    const core = await SpotFixture.start({ pool, users: USERS, pair: { ...NEXT_PRICE } });
    await core.define({ ...NEXT_PRICE, ladder });
    await core.harness.tick(10_000);
    await adopt(core, { 'parameter.networks.stock_share': '0.03' });
    return core;
  }
  const place = (core: SpotFixture, user: number, network: string | undefined, order: object) => {
    const empty = { price: null, quantity: null, amount: null, timeInForce: null };
    const body = { code: 'BTCUSDT', side: 'buy', type: 'market', ...empty, ...order };
    return core.harness.from(network, user, 'spot.submit', body);
  };

  it('of a network buy its share of the coin, at once, resting and waiting together', async () => {
    const core = await trading();
    const resting = accepted<{ id: number }>(
      await place(core, 1, HOME, { type: 'limit', price: '90', quantity: '1', timeInForce: 'GTC' }),
    );
    expect(await place(core, 2, HOME, { quantity: '1.5' })).toMatchObject({ code: 200 });
    const beyond = await place(core, 3, HOME, { quantity: '0.501' });
    expect(beyond).toMatchObject({ code: code.networkLimit, fields: { quantity: code.networkLimit } });
    await core.harness.tick(10_000);
    expect(takenOf(core, 'BTC')).toBe('1.5');
    const byAmount = await place(core, 3, HOME, { amount: '60' });
    expect(byAmount).toMatchObject({ code: code.networkLimit, fields: { amount: code.networkLimit } });
    expect(await place(core, 3, HOME, { type: 'stop', stopPrice: '110', amount: '60' })).toMatchObject({
      code: code.networkLimit,
    });
    expect(await place(core, 4, ELSEWHERE, { quantity: '2' })).toMatchObject({ code: 200 });
    await core.harness.tick(10_000);
    expect(await core.cancel(1, resting.id)).toMatchObject({ code: 200 });
    expect(await place(core, 3, HOME, { quantity: '1.4' })).toMatchObject({ code: 200 });
    await core.harness.tick(10_000);
    expect(takenOf(core, 'BTC')).toMatch(/^2\.8999/);
    expectSound(core);
  });

  it('that rest count once the house fills them', async () => {
    const core = await trading();
    await place(core, 1, HOME, { type: 'limit', price: '90', quantity: '2', timeInForce: 'GTC' });
    await core.harness.tick(8_000);
    expect(takenOf(core, 'BTC')).toBe('2');
    expect(takenOf(core, 'USDT')).toBe('-180');
    expect([...stockOf(core.harness.sequencer.state).claims]).toEqual([]);
    expectSound(core);
  });

  it('that people fill take nothing of the stock', async () => {
    const core = await trading();
    await place(core, 1, ELSEWHERE, { side: 'sell', type: 'limit', price: '100', quantity: '5', timeInForce: 'GTC' });
    const order = { type: 'limit', price: '100', quantity: '5', timeInForce: 'GTC' };
    expect(await place(core, 2, HOME, order)).toMatchObject({ code: 200, result: { state: 'filled' } });
    await core.harness.tick(10_000);
    expect(takenOf(core, 'BTC')).toBe('0');
    expectSound(core);
  });

  it('sell what the network bought, whatever its share', async () => {
    const core = await trading();
    await place(core, 1, HOME, { quantity: '2' });
    await core.harness.tick(10_000);
    await place(core, 1, HOME, { side: 'sell', quantity: '2' });
    await core.harness.tick(10_000);
    // The house has them back, and a little of what was taken has faded since.
    expect(takenOf(core, 'BTC')).toMatch(/^-0\.0000/);
    expectSound(core);
  });

  it('are the same when the state is made from its rows again', async () => {
    const core = await trading();
    await place(core, 1, HOME, { type: 'limit', price: '90', quantity: '1', timeInForce: 'GTC' });
    await place(core, 2, HOME, { quantity: '1' });
    await core.harness.tick(10_000);
    const slice = stockOf(core.harness.sequencer.state);
    const loaded = emptySlice();
    for (const row of slice.claims.values()) reduce(loaded, { table: 'stock_claims', row });
    for (const row of slice.taken.values()) reduce(loaded, { table: 'stock_taken', row });
    expect(loaded).toEqual(slice);
  });
});
