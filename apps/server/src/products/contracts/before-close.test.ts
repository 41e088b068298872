/**
 * A pair of accounts with opposite positions that are opened before the leverage of new ones falls,
 * and a gap over the close: what the pair wins together is what the house loses.
 */
import { describe, expect, it } from 'vitest';
import { ContractsFixture, USER } from './testing/fixture.ts';

const OTHER = 8;
const MINUTE_MS = 60_000;
const BEFORE_CLOSE = { minutes: 60, maxLeverage: 8 };
const CLOSE_REQUIREMENT = { minutes: 30, rate: '0.12', largestGap: '0.1' };

/** Both open at 50×, 61 minutes before the close; the market opens again at another price. */
async function afterGap(offer: object, price: number) {
  const core = await ContractsFixture.start({ offer });
  const { harness } = core;
  await harness.open(OTHER);
  const before = { pair: core.available() + core.available(OTHER), insurance: core.house('pool.insurance') };
  const sessionEnds = harness.now + 61 * MINUTE_MS;
  harness.market.sessionEnds = sessionEnds;
  await core.bought({ side: 'buy', leverage: 50 });
  await core.bought({ side: 'sell', leverage: 50 }, OTHER);
  await core.price(20_000);
  while (harness.now + MINUTE_MS < sessionEnds) await core.price(20_000, MINUTE_MS);
  // The next session, a night later.
  harness.market.sessionEnds = sessionEnds + 24 * 60 * MINUTE_MS;
  await core.price(price, 16 * 60 * MINUTE_MS);
  for (const user of [USER, OTHER]) {
    for (const order of core.histories().map(({ order: one }) => one)) {
      if (order.settled_by === null && order.user_id === user) await core.close(order.id, undefined, user);
    }
  }
  await core.price(price);
  const pair = core.available() + core.available(OTHER) - before.pair;
  return { pair, insurance: core.house('pool.insurance') - before.insurance, faults: core.faults() };
}

describe.each([22_000, 18_000])('a gap from 20,000 to %i', (price) => {
  it('is paid by the margins that the pair needs before the close, and by nothing of the house', async () => {
    const { pair, insurance, faults } = await afterGap(
      { beforeClose: BEFORE_CLOSE, closeRequirement: CLOSE_REQUIREMENT },
      price,
    );
    expect(pair).toBeLessThanOrEqual(0n);
    expect(insurance).toBeGreaterThanOrEqual(0n);
    expect(faults).toEqual([]);
  });

  it('was the house’s while only new positions had less leverage', async () => {
    const { pair, faults } = await afterGap({ beforeClose: BEFORE_CLOSE }, price);
    // One loses its margin of 400, the other one gains 2,000; less the points between bid and ask.
    expect(pair).toBeGreaterThan(159_900_000_000n);
    expect(faults).toEqual([]);
  });
});
