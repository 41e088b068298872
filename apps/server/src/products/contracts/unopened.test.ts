/**
 * Orders whose tick comes and that do not open all the same: cancelled, with the reason under rules
 * 14, and with `operator` for all that is not a gap before.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import { ContractsFixture } from './testing/fixture.ts';

const OTHER = 8;
const MINUTE_MS = 60_000;

describe.each([
  [13, { noRoom: 'operator', leverage: 'operator', gap: 'operator' }],
  [14, { noRoom: 'noRoom', leverage: 'leverage', gap: 'moved' }],
])('under rules %i an order that does not open', (version, reasons) => {
  let core: ContractsFixture;

  const begin = async (offer = {}): Promise<void> => {
    core = await ContractsFixture.start({ offer });
    await core.harness.internal('rules.adopt', { version, figures: SHIPPED }, 'rules');
    await core.harness.open(OTHER);
  };

  beforeEach(() => begin());

  it(`for want of room is cancelled by ${reasons.noRoom}`, async () => {
    await begin({ personMax: '400000', nearRate: '0.01', exposureMax: '50000' });
    const before = core.available();
    const { id } = await core.bought({ type: 'limit', price: '19000', leverage: 100 });
    await core.bought({ lots: '2', leverage: 1 }, OTHER);
    await core.price(18_999);
    expect(core.latest(id)).toMatchObject({ state: 'cancelled', closedBy: reasons.noRoom });
    expect(core.available()).toBe(before);
    expect(core.faults()).toEqual([]);
  });

  it(`for its leverage before a close is cancelled by ${reasons.leverage}`, async () => {
    await begin({ beforeClose: { minutes: 60, maxLeverage: 8 } });
    core.harness.market.sessionEnds = core.harness.now + 61 * MINUTE_MS;
    const before = core.available();
    const { id } = await core.bought({ type: 'limit', price: '19900', leverage: 50 });
    await core.price(19_899, 2 * MINUTE_MS);
    expect(core.latest(id)).toMatchObject({ state: 'cancelled', closedBy: reasons.leverage });
    expect(core.available()).toBe(before);
    expect(core.faults()).toEqual([]);
  });

  it(`for a gap that would liquidate it is cancelled by ${reasons.gap}`, async () => {
    const before = core.available();
    const { id } = await core.bought({ side: 'sell', type: 'limit', price: '20100', leverage: 100 });
    await core.price(45_000);
    expect(core.latest(id)).toMatchObject({ state: 'cancelled', closedBy: reasons.gap });
    expect(core.available()).toBe(before);
    expect(core.faults()).toEqual([]);
  });

  it('beyond its worst price is cancelled by moved', async () => {
    await begin({ slippageRate: '0.005' });
    const { id } = await core.bought({ leverage: 10 });
    await core.price(20_200);
    expect(core.latest(id)).toMatchObject({ state: 'cancelled', closedBy: 'moved' });
  });
});
