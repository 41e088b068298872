/**
 * Firm prices under the terms that are shipped: used ones wait for the first price of each coin,
 * and hold only as far as those allow.
 */

import { code } from '@glasshouse/api/codes';
import { amountOf } from '@glasshouse/rules/money';
import { beforeEach, describe, expect, test } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import type { Fill } from './rows.ts';
import { convertOf } from './slice.ts';
import { type ConversionFields, ConvertFixture, nextTickOffer, offerOf, USER } from './testing/fixture.ts';
import { conversionFaults } from './verify-conversions.ts';
import type { FillWire } from './view.ts';

const POOLS = { USDT: '1000000', BTC: '100', ETH: '1000' };
const BUY_ETH: ConversionFields = { from: 'USDT', to: 'ETH', amount: '40000' };

let fixture: ConvertFixture;

async function begin(pools: Record<string, string> = POOLS): Promise<void> {
  fixture = await ConvertFixture.start(pools, {}, nextTickOffer);
}

beforeEach(() => begin());

/** Takes a firm price and uses it at once; the number of the conversion. */
async function used(conversion: ConversionFields): Promise<{ id: number; receive: string }> {
  const firm = await fixture.quote(conversion);
  const answer = await fixture.fill({ ...conversion, quoteId: firm.quoteId });
  expect(answer).toMatchObject({ code: 200, result: { state: 'waiting', received: '0' } });
  return { id: (answer.result as { id: number }).id, receive: (firm.result as { receive: string }).receive };
}

const outcome = (id: number) => fixture.lastEvent<FillWire>('convert.fill', id);
const eth = (points: number) => fixture.harness.tick(points, 1, 'ETHUSDT');

describe('a firm price that is used', () => {
  test('is worth nothing to somebody who has seen another coin jump first', async () => {
    await fixture.prices(10_000_000, 400_000);
    // Every coin rises by 0.8 %; bitcoin has shown it, ether has not ticked yet.
    await fixture.harness.tick(10_080_000, 1, 'BTCUSDT');
    const { id } = await used(BUY_ETH);
    expect(fixture.balance(USER, 'USDT', 'held')).toBe(amountOf('40000'));
    await eth(403_200);
    expect(outcome(id)).toMatchObject({ state: 'cancelled', reason: 'moved', received: '0' });
    expect(fixture.available('USDT')).toBe(amountOf('100000'));
    fixture.expectConserved();
  });

  test('gained 0.54 % under terms of before', async () => {
    fixture = await ConvertFixture.start(POOLS, {}, offerOf);
    await fixture.prices(10_000_000, 400_000);
    await fixture.harness.tick(10_080_000, 1, 'BTCUSDT');
    const firm = await fixture.quote(BUY_ETH);
    const made = await fixture.fill({ ...BUY_ETH, quoteId: firm.quoteId });
    expect(made.result).toMatchObject({ state: 'filled' });
    const worth = (fixture.available('ETH') * 403_200n) / 100n;
    expect(worth - amountOf('40000')).toBeGreaterThan(amountOf('210'));
  });

  test('is made at exactly its amount while the next price is within its band', async () => {
    const { id, receive } = await used(BUY_ETH);
    await eth(320_100);
    expect(outcome(id)).toMatchObject({ state: 'filled', received: receive, bandRate: '0.0005' });
    expect(fixture.available('ETH')).toBe(amountOf(receive));
    const [fill] = fixture.rows<Fill>('convert_fills');
    expect(fill).toMatchObject({
      id,
      quote_id: expect.any(String),
      now_to: { mid: 320_100 },
      to_tick: { mid: 320_000 },
    });
    expect(conversionFaults(fill!)).toEqual([]);
    expect(conversionFaults({ ...fill!, placed_at: fill!.now_to!.at + 1 })).toHaveLength(1);
    fixture.expectConserved();
  });

  test('between two coins waits for both, also over a restart', async () => {
    const { id: bought } = await used({ from: 'USDT', to: 'BTC', amount: '20000' });
    await fixture.prices();
    expect(outcome(bought).state).toBe('filled');
    const { id, receive } = await used({ from: 'BTC', to: 'ETH', amount: '0.1' });
    await eth(320_010);
    expect(outcome(id).state).toBe('waiting');
    await fixture.restart();
    await fixture.harness.tick(10_000_100, 1, 'BTCUSDT');
    expect(outcome(id)).toMatchObject({ state: 'filled', received: receive });
  });

  test('is spent at once: nobody uses it twice while it waits', async () => {
    const { quoteId } = await fixture.quote();
    const answers = await Promise.all(Array.from({ length: 30 }, () => fixture.fill({ quoteId })));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === code.quoteExpired)).toHaveLength(29);
    expect(convertOf(fixture.harness.sequencer.state).firm.size).toBe(0);
    fixture.expectConserved();
  });

  test('that the last price has left already is refused before anything is on hold', async () => {
    const firm = await fixture.quote();
    await fixture.prices(10_005_100);
    const answer = await fixture.fill({ quoteId: firm.quoteId });
    expect(answer).toMatchObject({ code: code.quoteMoved, fields: { quoteId: code.quoteMoved } });
    expect(fixture.balance(USER, 'USDT', 'held')).toBe(0n);
  });

  test.each([
    ['noPrice', async () => fixture.harness.wait(10_001)],
    ['reset', async () => fixture.harness.submit(USER, 'books.reset', {})],
  ])('gives everything back when it ends by %s', async (reason, end) => {
    const { id } = await used({});
    await end();
    expect(outcome(id)).toMatchObject({ state: 'cancelled', reason, received: '0' });
    expect(fixture.balance(USER, 'USDT', 'held')).toBe(0n);
    fixture.expectConserved();
  });

  test('that others have left no coins for is cancelled at the price that would have made it', async () => {
    await begin({ ...POOLS, ETH: '13' });
    const { id: first } = await used(BUY_ETH);
    const { id: second } = await used({ ...BUY_ETH, amount: '39000' });
    await eth(320_000);
    expect([outcome(first).state, outcome(second).reason]).toEqual(['filled', 'pool']);
    fixture.expectConserved();
  });

  test('counts among the conversions that one may have waiting', async () => {
    const most = SHIPPED['convert.openOrdersMax'];
    for (let count = 0; count < most; count += 1) await used({ amount: '10' });
    const firm = await fixture.quote({ amount: '10' });
    expect((await fixture.fill({ amount: '10', quoteId: firm.quoteId })).code).toBe(code.tooManyOpenOrders);
  });
});
