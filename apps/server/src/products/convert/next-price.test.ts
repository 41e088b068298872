/** Conversions without a quote: made at the next prices, or given back, to the unit. */

import { code } from '@glasshouse/api/codes';
import { amountOf } from '@glasshouse/rules/money';
import { beforeEach, describe, expect, test } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import type { ConvertOrder, Fill } from './rows.ts';
import { convertOf } from './slice.ts';
import { ConvertFixture, nextTickOffer, OTHER, USER } from './testing/fixture.ts';
import { conversionFaults } from './verify-conversions.ts';
import type { FillWire } from './view.ts';

let fixture: ConvertFixture;

async function begin(pools?: Record<string, string>): Promise<void> {
  fixture = await ConvertFixture.start(pools);
}

beforeEach(() => begin());

describe('where a live source is known sooner elsewhere', () => {
  const led = (asset: Parameters<typeof nextTickOffer>[0]) =>
    asset === 'BTC' ? { ...nextTickOffer(asset), leadMs: 1_000 } : nextTickOffer(asset);
  beforeEach(async () => {
    fixture = await ConvertFixture.start(undefined, {}, led);
  });

  test.each(['without a quote', 'by a firm price'])(
    'a conversion %s takes no price of before the lead',
    async (method) => {
      const quoted = method === 'without a quote' ? {} : { quoteId: (await fixture.quote()).quoteId };
      const { id } = (await fixture.fill(quoted)).result as { id: number };
      await fixture.harness.tick(10_000_000, 999, 'BTCUSDT');
      const now = () => fixture.lastEvent<FillWire>('convert.fill', id);
      expect(now()).toMatchObject({ state: 'waiting', leadMs: 1_000 });
      await fixture.harness.tick(10_001_000, 1, 'BTCUSDT');
      expect(now()).toMatchObject({ state: 'filled', leadMs: 1_000 });
      const [made] = fixture.rows<Fill>('convert_fills');
      const by = method === 'without a quote' ? made?.to_tick : made?.now_to;
      expect(by).toMatchObject({ mid: 10_001_000 });
      expect(conversionFaults(made as Fill)).toEqual([]);
      expect(conversionFaults({ ...(made as Fill), lead_ms: 1_001 })).not.toEqual([]);
      fixture.expectConserved();
    },
  );

  test('of two coins the longer lead counts, and it lapses as much later', async () => {
    const { id } = (await fixture.fill({ to: 'ETH' })).result as { id: number };
    await fixture.harness.tick(320_000, 1, 'ETHUSDT');
    expect(fixture.lastEvent<FillWire>('convert.fill', id).state).toBe('filled');
    const secondFill = (await fixture.fill({ from: 'ETH', to: 'BTC', amount: '0.1' })).result as { id: number };
    await fixture.prices();
    await fixture.harness.wait(10_998);
    expect(fixture.lastEvent<FillWire>('convert.fill', secondFill.id).state).toBe('waiting');
    await fixture.harness.wait(1);
    expect(fixture.lastEvent<FillWire>('convert.fill', secondFill.id)).toMatchObject({
      state: 'cancelled',
      reason: 'noPrice',
    });
  });
});

describe('a conversion without a quote', () => {
  test('is made by the next price, with what is given on hold until then', async () => {
    const request = await fixture.fill();
    expect(request.result).toMatchObject({
      state: 'waiting',
      received: '0',
      expected: '0.00998999',
      least: '0.0098901',
    });
    expect(fixture.available('USDT')).toBe(amountOf('99000'));
    expect(fixture.balance(USER, 'USDT', 'held')).toBe(amountOf('1000'));
    fixture.expectConserved();
    await fixture.prices(10_010_000);
    const { id } = request.result as { id: number };
    const wire = fixture.lastEvent<FillWire>('convert.fill', id);
    expect(wire).toMatchObject({ id, state: 'filled', received: '0.00998001' });
    expect(wire.ticks).toMatchObject([{ tick: { price: '100100.00' } }]);
    expect(fixture.available('BTC')).toBe(amountOf('0.00998001'));
    expect(fixture.rows<ConvertOrder>('convert_orders')).toMatchObject([{ id, state: 'filled' }]);
    expect(fixture.rows<Fill>('convert_fills')).toMatchObject([{ id, placed_at: expect.any(Number) }]);
    fixture.expectConserved();
  });

  test('between two coins waits for the first price of each', async () => {
    await fixture.atOnce({ amount: '20000' });
    const request = await fixture.fill({ from: 'BTC', to: 'ETH', amount: '0.1' });
    await fixture.harness.tick(10_020_000, 1, 'BTCUSDT');
    await fixture.harness.tick(10_050_000, 1, 'BTCUSDT');
    const { id } = request.result as { id: number };
    expect(fixture.lastEvent<FillWire>('convert.fill', id).state).toBe('waiting');
    await fixture.restart();
    await fixture.harness.tick(321_000, 1, 'ETHUSDT');
    const wire = fixture.lastEvent<FillWire>('convert.fill', id);
    expect(wire.ticks).toMatchObject([{ tick: { price: '100200.00' } }, { tick: { price: '3210.00' } }]);
    expect(wire.state).toBe('filled');
  });

  test('takes no tick that is older than it', async () => {
    const { market, sequencer } = fixture.harness;
    fixture.harness.now += 500;
    await fixture.fill();
    await sequencer.ticks([market.next('BTCUSDT', 10_000_000, fixture.harness.now - 1)]);
    expect(convertOf(sequencer.state).orders.size).toBe(1);
    await sequencer.ticks([market.next('BTCUSDT', 10_000_000, fixture.harness.now)]);
    expect(convertOf(sequencer.state).orders.size).toBe(0);
  });

  test.each([
    ['moved', async () => fixture.harness.tick(10_102_000, 1, 'BTCUSDT')],
    ['noPrice', async () => fixture.harness.wait(10_001)],
    ['reset', async () => fixture.harness.submit(USER, 'books.reset', {})],
    [
      'wide',
      async () => {
        const tick = fixture.harness.market.next('BTCUSDT', 10_000_000, fixture.harness.now);
        await fixture.harness.sequencer.ticks([{ ...tick, bid: 9_970_000, ask: 10_030_000 }]);
      },
    ],
    [
      'pool',
      async () => {
        const firm = await fixture.quote({ amount: '50000' }, OTHER);
        await fixture.fill({ amount: '50000', quoteId: firm.quoteId }, OTHER);
        await fixture.prices();
      },
    ],
  ])('that cannot be made is cancelled and given back: %s', async (reason, what) => {
    if (reason === 'pool') await begin({ USDT: '1000000', BTC: '0.5', ETH: '1' });
    const request = await fixture.fill({ amount: '1000' });
    const { id } = request.result as { id: number };
    await what();
    expect(fixture.lastEvent<FillWire>('convert.fill', id)).toMatchObject({
      state: 'cancelled',
      reason,
      received: '0',
    });
    expect(fixture.available('USDT')).toBe(amountOf('100000'));
    expect(fixture.rows('convert_fills')).toHaveLength(reason === 'pool' ? 1 : 0);
    fixture.expectConserved();
  });

  test('waits through a restart, and a late first tick does not make it', async () => {
    await fixture.fill();
    await fixture.restart();
    expect(convertOf(fixture.harness.sequencer.state).orders.size).toBe(1);
    fixture.harness.now += 20_000;
    await fixture.harness.tick(10_000_000, 1, 'BTCUSDT');
    await fixture.harness.open(OTHER);
    expect(fixture.rows('convert_fills')).toHaveLength(0);
    expect(fixture.available('USDT')).toBe(amountOf('100000'));
  });

  test('waits for a price of its time that is still on its way, and is given back after it', async () => {
    const { harness } = fixture;
    harness.market.late = 8_000;
    const request = await fixture.fill();
    const { id } = request.result as { id: number };
    const lapsesAt = fixture.rows<ConvertOrder>('convert_orders').at(-1)!.lapses_at;
    await harness.wait(lapsesAt - harness.now + 8_000);
    await harness.wait(0);
    expect(convertOf(harness.sequencer.state).orders.size).toBe(1);
    await harness.sequencer.ticks([harness.market.next('BTCUSDT', 10_000_000, lapsesAt)]);
    expect(fixture.lastEvent<FillWire>('convert.fill', id).state).toBe('filled');
    await fixture.fill();
    await harness.wait(10_000 + 8_001);
    expect(fixture.rows<ConvertOrder>('convert_orders').at(-1)).toMatchObject({ reason: 'noPrice' });
  });

  test('between two coins lapses once, though the late first price of each hits it', async () => {
    fixture = await ConvertFixture.start(undefined, { firedMax: 1 });
    const { harness } = fixture;
    for (const from of ['BTC', 'ETH']) {
      await fixture.fill({ to: from, amount: '20000' });
      await fixture.prices();
    }
    const before = fixture.available('BTC');
    // The first two take the turns of both prices, so that the third is only hit by them.
    await fixture.fill({ to: 'BTC' });
    await fixture.fill({ to: 'ETH' });
    await fixture.fill({ from: 'BTC', to: 'ETH', amount: '0.1' });
    harness.now += 20_000;
    const { market, sequencer } = harness;
    await sequencer.ticks([
      market.next('BTCUSDT', 10_000_000, harness.now),
      market.next('ETHUSDT', 320_000, harness.now),
    ]);
    await harness.wait(10);
    await harness.wait(10);
    await harness.wait(10);
    expect(convertOf(sequencer.state).orders.size).toBe(0);
    expect(fixture.available('BTC')).toBe(before);
    const states = fixture.rows<ConvertOrder>('convert_orders').slice(-3);
    expect(states.map(({ reason }) => reason)).toEqual(['noPrice', 'noPrice', 'noPrice']);
    const ids = fixture.store.entries.map(({ entry }) => (JSON.parse(entry) as { id: string }).id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('is one of at most twenty that wait', async () => {
    for (let count = 0; count < SHIPPED['convert.openOrdersMax']; count += 1)
      expect((await fixture.fill({ amount: '2' })).code).toBe(200);
    expect((await fixture.fill({ amount: '2' })).code).toBe(code.tooManyOpenOrders);
    expect((await fixture.fill({ amount: '2' }, OTHER)).code).toBe(200);
    await fixture.prices();
    expect((await fixture.fill({ amount: '2' })).code).toBe(200);
    fixture.expectConserved();
  });
});
