import { code } from '@glasshouse/api/codes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import { RULES_VERSION } from '../../kernel/core/rules.ts';
import { ContractsFixture, USER } from './testing/fixture.ts';
import { historyFaults } from './verify-history.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The next 21:00 UTC. */
const night = (now: number): number => Math.floor((now - 21 * HOUR_MS) / DAY_MS + 1) * DAY_MS + 21 * HOUR_MS;

/** By the rules of this release. */
const adopt = (core: ContractsFixture) =>
  core.harness.internal('rules.adopt', { version: RULES_VERSION, figures: SHIPPED }, 'rules');

const start = (offer = {}) => ContractsFixture.start({ offer: { slippageRate: '0.01', ...offer } });

describe('where a live source is known sooner elsewhere', () => {
  const LEAD = { leadMs: 1_000 };

  it.each([
    ['market', {}],
    ['limit that is reached', { type: 'limit', price: '20150' }],
    ['limit above the price', { side: 'sell', type: 'limit', price: '20050' }],
    ['stop', { type: 'stop', stopPrice: '20050' }],
  ] as const)('a %s order takes no tick that its owner may have seen past', async (_name, order) => {
    const core = await start(LEAD);
    // Elsewhere the price is 20,400 by now; a tick of before that is on its way.
    const { id } = await core.bought(order);
    await core.price(20_100, 999);
    expect(core.latest(id)).toMatchObject({ state: 'waiting', openPrice: null });
    await core.price(20_140, 1);
    expect(core.latest(id)).toMatchObject({ state: 'open' });
    expect(Number(core.latest(id).openPrice)).toBeCloseTo(20_140, -1);
    expect(core.faults()).toEqual([]);
  });

  it('gains nothing on the way out', async () => {
    const core = await start(LEAD);
    const { id } = await core.bought();
    await core.price(20_000);
    await core.close(id);
    await core.price(20_150, 500);
    expect(core.latest(id)).toMatchObject({ state: 'open', closingLots: '1' });
    await core.price(19_800, 500);
    expect(core.latest(id)).toMatchObject({ state: 'closed', realised: '-200.02' });
  });

  it('waits as much longer before it is given up, and a reversal as long as its position', async () => {
    const core = await start(LEAD);
    const { id } = await core.bought();
    await core.harness.wait(11_000);
    expect(core.latest(id).state).toBe('waiting');
    await core.harness.wait(1);
    expect(core.latest(id)).toMatchObject({ state: 'cancelled', closedBy: 'expired' });
    await core.price(20_000);
    const { id: open } = await core.bought();
    await core.price(20_000);
    await core.define({ slippageRate: '0.01' }, 'without');
    const answer = await core.harness.submit(USER, 'contracts.reverse', { id: open });
    expect(answer.code).toBe(200);
    const { id: opposite } = answer.result as { id: number };
    await core.price(20_100, 999);
    expect([core.latest(open).state, core.latest(opposite).state]).toEqual(['open', 'waiting']);
    await core.price(20_100, 1);
    expect([core.latest(open).state, core.latest(opposite).state]).toEqual(['closed', 'open']);
  });

  it('leaves orders of earlier terms as they were', async () => {
    const core = await start();
    const { id } = await core.bought();
    await core.define({ slippageRate: '0.01', ...LEAD }, 'lead');
    await core.price(20_100, 1);
    expect(core.latest(id)).toMatchObject({ state: 'open', openPrice: '20100.01' });
  });

  it.each([-1, 0.5, 5_001])('is not offered with a lead of %d ms', async (leadMs) => {
    const core = await start();
    expect((await core.define({ slippageRate: '0.01', leadMs }, 'wrong')).code).toBe(code.productIncorrect);
  });
});

describe('a market order', () => {
  it('waits for the first tick after its acceptance, with the worst price on hold', async () => {
    const core = await start();
    const before = core.available();
    const placed = await core.bought();
    expect(placed).toMatchObject({ state: 'waiting', openPrice: null, limitPrice: '20200.01' });
    // 20,200.01 at 50×.
    expect(before - core.available()).toBe(404_00020000n);
    await core.price(20_100);
    expect(core.latest(placed.id)).toMatchObject({ state: 'open', openPrice: '20100.01', margin: '402.0002' });
    expect(before - core.available()).toBe(402_00020000n);
    expect(core.faults()).toEqual([]);
  });

  it('gains nothing from a price that its owner saw first', async () => {
    const core = await start();
    const { id } = await core.bought();
    // The move that everybody but the tape knew of.
    await core.price(20_150);
    await core.close(id);
    await core.price(20_150);
    expect(core.latest(id)).toMatchObject({ state: 'closed', realised: '-0.02' });
  });

  it.each([
    ['buy', 20_300],
    ['sell', 19_700],
  ] as const)('is not filled further away than its bound: %s', async (side, price) => {
    const core = await start();
    const before = core.available();
    const { id } = await core.bought({ side });
    await core.price(price);
    expect(core.latest(id)).toMatchObject({ state: 'cancelled', closedBy: 'moved' });
    expect(core.available()).toBe(before);
    expect(core.faults()).toEqual([]);
  });

  it('cannot be taken back by whoever saw the next price sooner', async () => {
    const core = await start();
    await adopt(core);
    const before = core.available();
    const { id } = await core.bought();
    // Elsewhere the price has fallen. A free look would be worth the move; the order is binding.
    expect((await core.cancel(id)).code).toBe(code.awaitsPrice);
    await core.price(19_900);
    expect(core.latest(id)).toMatchObject({ state: 'open', openPrice: '19900.01' });
    expect(core.available()).toBeLessThan(before);
    expect(core.faults()).toEqual([]);
  });

  it('of a limit order that the price has reached, too, until that price has come', async () => {
    const core = await start();
    await adopt(core);
    const { id } = await core.bought({ type: 'limit', price: '20050' });
    expect((await core.cancel(id)).code).toBe(code.awaitsPrice);
    await core.price(20_100);
    expect(core.latest(id).state).toBe('waiting');
    expect((await core.cancel(id)).code).toBe(200);
    const { id: away } = await core.bought({ type: 'limit', price: '19000' });
    expect((await core.cancel(away)).code).toBe(200);
  });

  it.each(['held', 'closed'])('can be cancelled while no price can come: %s', async (why) => {
    const core = await start();
    await adopt(core);
    const { id } = await core.bought();
    const { market } = core.harness;
    if (why === 'held') market.held.set('BTCUSDT', 'jump');
    else market.sessionEnds = undefined;
    expect((await core.cancel(id)).code).toBe(200);
    expect(core.faults()).toEqual([]);
  });

  it('is given up when no tick comes', async () => {
    const core = await start();
    const before = core.available();
    const { id } = await core.bought();
    await core.harness.wait(10_000);
    expect(core.latest(id).state).toBe('waiting');
    await core.harness.wait(1);
    expect(core.latest(id)).toMatchObject({ state: 'cancelled', closedBy: 'expired' });
    expect(core.available()).toBe(before);
    expect(core.faults()).toEqual([]);
  });

  it('waits for a price of its time that is still on its way, and takes no other', async () => {
    const core = await start();
    const { harness } = core;
    harness.market.late = 8_000;
    const first = await core.bought();
    const placedAt = harness.now;
    await harness.wait(18_000);
    expect(core.latest(first.id).state).toBe('waiting');
    const priceAt = (at: number) => ({
      ...harness.market.next('BTCUSDT', 2_000_000, at),
      bid: 1_999_999,
      ask: 2_000_001,
    });
    await harness.sequencer.ticks([priceAt(placedAt + 10_000)]);
    expect(core.latest(first.id)).toMatchObject({ state: 'open', openPrice: '20000.01' });
    // One of later is none, although it comes before the order is given up.
    const third = await core.bought();
    await core.close(first.id);
    await harness.sequencer.ticks([priceAt(harness.now + 10_001)]);
    expect(core.latest(third.id)).toMatchObject({ state: 'cancelled', closedBy: 'expired' });
    expect(core.latest(first.id)).toMatchObject({ state: 'open', closingLots: null });
    expect(core.faults()).toEqual([]);
    for (const { order, steps, terms } of core.histories()) expect(historyFaults(order, steps, terms)).toEqual([]);
  });

  it('ends once after an outage in which it waited longer than any order may', async () => {
    const core = await start({ personMax: '100000000', nearRate: '0.02' });
    const { id } = await core.bought();
    await core.harness.wait(8 * 24 * 3_600_000);
    expect(core.latest(id)).toMatchObject({ state: 'cancelled', closedBy: 'expired' });
    expect(core.harness.bugs).toEqual([]);
  });

  it('does not take a tick that is older than it', async () => {
    const core = await start();
    const { harness } = core;
    const { id } = await core.bought();
    const tick = {
      ...harness.market.next('BTCUSDT', 1_000_000, harness.now - 1),
      bid: 1_999_999,
      ask: 2_000_001,
      mid: 2_000_000,
    };
    await harness.sequencer.ticks([tick]);
    expect(core.latest(id).state).toBe('waiting');
    await core.price(20_000);
    expect(core.latest(id).state).toBe('open');
  });

  it('survives a restart', async () => {
    const core = await start();
    const { id } = await core.bought();
    await core.restart();
    await core.price(20_000);
    expect(core.latest(id).state).toBe('open');
    await core.close(id);
    await core.restart();
    await core.price(20_000);
    expect(core.latest(id).state).toBe('closed');
    expect(core.faults()).toEqual([]);
  });
});

describe('a limit order that the price has reached', () => {
  it('opens at the next tick as well', async () => {
    const core = await start();
    const { id } = await core.bought({ type: 'limit', price: '20500' });
    expect(core.latest(id).state).toBe('waiting');
    await core.price(20_050);
    expect(core.latest(id)).toMatchObject({ state: 'open', openPrice: '20050.01' });
    expect(core.faults()).toEqual([]);
  });
});

describe('a close', () => {
  it('fills at the first tick after it was asked for, whole or in part', async () => {
    const core = await start();
    const { id } = await core.bought({ lots: '3' });
    await core.price(20_000);
    const request = await core.close(id, '1');
    expect(request).toMatchObject({ code: 200, result: { state: 'open', openLots: '3', closingLots: '1' } });
    expect(await core.close(id, '2.5')).toMatchObject({ code: code.lotsIncorrect });
    expect(await core.close(id, '1')).toMatchObject({ result: { closingLots: '2' } });
    await core.price(20_100);
    expect(core.latest(id)).toMatchObject({ state: 'open', openLots: '1', closingLots: null });
    await core.close(id);
    expect(await core.close(id)).toMatchObject({ code: code.orderAlreadyFinal });
    await core.price(20_200);
    expect(core.latest(id)).toMatchObject({ state: 'closed', closedBy: 'user', realised: '399.94' });
    expect(core.faults()).toEqual([]);
  });

  it('is forgotten when no tick comes', async () => {
    const core = await start();
    const { id } = await core.bought();
    await core.price(20_000);
    await core.close(id);
    await core.harness.wait(10_001);
    expect(core.latest(id)).toMatchObject({ state: 'open', closingLots: null });
    await core.price(20_500);
    expect(core.latest(id).state).toBe('open');
  });

  it('of a part may leave less margin than needed by the night that it pays: the next tick judges', async () => {
    const core = await start({ financingRate: '0.008' });
    const { id } = await core.bought({ leverage: 100 });
    await core.price(20_000);
    await core.price(20_000, night(core.harness.now) - core.harness.now - 500);
    expect(await core.close(id, '0.5')).toMatchObject({ code: 200 });
    // 200.0001 of margin less a night of 160.00008 is below the requirement of 100.
    await core.price(20_000, 600);
    expect(core.latest(id)).toMatchObject({ state: 'open', openLots: '0.5', liquidationPrice: '20060.01' });
    expect(core.steps(id).map(({ kind }) => kind)).toEqual([
      'placed',
      'opened',
      'closeAsked',
      'financed',
      'partClosed',
    ]);
    await core.price(20_000);
    expect(core.latest(id)).toMatchObject({ state: 'liquidated', closedBy: 'liquidation' });
    expect(core.faults()).toEqual([]);
    for (const { order, steps, terms } of core.histories()) expect(historyFaults(order, steps, terms)).toEqual([]);
  });

  it('gives way to a stop that the same tick reaches', async () => {
    const core = await start();
    const { id } = await core.bought({ stopLoss: '19900' });
    await core.price(20_000);
    await core.close(id);
    await core.price(19_900);
    expect(core.latest(id)).toMatchObject({ state: 'closed', closedBy: 'stopLoss' });
    expect(core.faults()).toEqual([]);
  });
});

it('any mix of orders, closes and prices keeps the money, and every history can be replayed', async () => {
  const step = fc.record({
    what: fc.constantFrom(
      'buy' as const,
      'sell' as const,
      'limit' as const,
      'close' as const,
      'part' as const,
      'tick' as const,
    ),
    price: fc.integer({ min: 19_500, max: 20_500 }),
    lots: fc.integer({ min: 1, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const core = await start({ feeRate: '0.0005', personMax: '500000', nearRate: '0.01' });
      const ids: number[] = [];
      for (const { what, price, lots } of steps) {
        if (what === 'tick') await core.price(price);
        else if (what === 'close' || what === 'part') {
          const id = ids[price % Math.max(1, ids.length)];
          if (id !== undefined) await core.close(id, what === 'part' ? '0.5' : undefined);
        } else {
          const limit = what === 'limit' ? ({ type: 'limit', price: String(price) } as const) : {};
          const side = what === 'sell' ? 'sell' : 'buy';
          const answer = await core.buy({ side, lots: String(lots), leverage: 20, ...limit });
          if (answer.code === 200) ids.push((answer.result as { id: number }).id);
        }
      }
      await core.price(20_000);
      expect(core.faults()).toEqual([]);
      for (const { order, steps: history, terms } of core.histories()) {
        expect(historyFaults(order, history, terms)).toEqual([]);
      }
    }),
    { numRuns: 40 },
  );
});
