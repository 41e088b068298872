/**
 * Stops, targets and trailing stops that were changed under terms with a lead: whoever saw other
 * instruments jump sets them just before the price that comes next.
 */
import { describe, expect, it } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import { RULES_VERSION } from '../../kernel/core/rules.ts';
import { HELD_SINCE_RULES } from '../../trading/lead.ts';
import type { StopsBody } from './manage.ts';
import { ContractsFixture } from './testing/fixture.ts';

const LEAD_MS = 1_000;

async function start(options: { version?: number; offer?: object } = {}): Promise<ContractsFixture> {
  const { version = RULES_VERSION, offer = {} } = options;
  const core = await ContractsFixture.start({ offer: { slippageRate: '0.01', leadMs: LEAD_MS, ...offer } });
  await core.harness.internal('rules.adopt', { version, figures: SHIPPED }, 'rules');
  return core;
}

/** An open position of a buyer at 20,000.01, at 10×. */
async function opened(core: ContractsFixture, order = {}): Promise<number> {
  const { id } = await core.bought({ leverage: 10, ...order });
  await core.price(20_000, LEAD_MS);
  return id;
}

const LADDER = [
  { price: '20050', lots: '0.5' },
  { price: '20060', lots: '0.5' },
];
const CHANGES: readonly (readonly [string, Omit<StopsBody, 'id'>, number, string])[] = [
  ['a stop-loss', { stopLoss: '19950' }, 19_900, 'stopLoss'],
  ['a take-profit', { takeProfit: '20050' }, 20_100, 'takeProfit'],
  ['a ladder', { targets: LADDER }, 20_100, 'takeProfit'],
  ['a trailing stop', { trailing: { distance: '50' } }, 19_900, 'trailingStop'],
];

describe.each(CHANGES)('%s', (_name, change, price, by) => {
  it('fires at the first price from the lead on', async () => {
    const core = await start();
    const id = await opened(core);
    await core.stops(id, change);
    await core.price(price, 999);
    expect(core.latest(id).state).toBe('open');
    await core.price(price, 1);
    expect(core.latest(id)).toMatchObject({ state: 'closed', closedBy: by });
    expect(core.faults()).toEqual([]);
  });

  it('does not fire at a price that had gone by then, and at the one that comes back', async () => {
    const core = await start();
    const id = await opened(core);
    await core.stops(id, change);
    await core.price(price, 500);
    await core.price(20_000, 500);
    expect(core.latest(id).state).toBe('open');
    await core.price(price, 1);
    expect(core.latest(id)).toMatchObject({ state: 'closed', closedBy: by });
    expect(core.faults()).toEqual([]);
  });

  it.each([
    ['where times of prices are exact', { offer: { leadMs: 0 } }],
    ['under rules of before', { version: HELD_SINCE_RULES - 1 }],
  ])('fires at the next price %s', async (_case, options) => {
    const core = await start(options);
    const id = await opened(core);
    await core.stops(id, change);
    expect(core.latest(id).stopsFrom).toBeUndefined();
    await core.price(price, 1);
    expect(core.latest(id)).toMatchObject({ state: 'closed', closedBy: by });
    expect(core.faults()).toEqual([]);
  });

  it('waits as long after it was changed while its order waited', async () => {
    const core = await start();
    const { id } = await core.bought({ leverage: 10 });
    await core.price(20_000, 900);
    await core.stops(id, change);
    await core.price(20_000, 100);
    expect(core.latest(id).state).toBe('open');
    await core.price(price, 899);
    expect(core.latest(id).state).toBe('open');
    await core.price(price, 1);
    expect(core.latest(id)).toMatchObject({ state: 'closed', closedBy: by });
    expect(core.faults()).toEqual([]);
  });
});

describe('the lead of a change', () => {
  it('counts from the last one, whichever of them it was, by the rules of before', async () => {
    const core = await start({ version: HELD_SINCE_RULES });
    const id = await opened(core);
    await core.stops(id, { stopLoss: '19950' });
    await core.price(20_000, 900);
    await core.stops(id, { takeProfit: '20500' });
    await core.price(19_900, 999);
    expect(core.latest(id).state).toBe('open');
    await core.price(19_900, 1);
    expect(core.latest(id)).toMatchObject({ state: 'closed', closedBy: 'stopLoss' });
  });

  it('is not begun by a command that changes none of them', async () => {
    const core = await start();
    const id = await opened(core);
    await core.stops(id, { stopLoss: '19950' });
    await core.price(20_000, 900);
    const { stopsFrom } = core.latest(id);
    await core.stops(id, {});
    expect(core.latest(id).stopsFrom).toBe(stopsFrom);
    await core.price(19_900, 100);
    expect(core.latest(id)).toMatchObject({ state: 'closed', closedBy: 'stopLoss' });
  });

  it('holds no stop that an order was placed with: it has waited as long for its opening', async () => {
    const core = await start();
    const id = await opened(core, { stopLoss: '19950' });
    await core.price(19_900, 1);
    expect(core.latest(id)).toMatchObject({ state: 'closed', closedBy: 'stopLoss' });
  });

  it('holds no liquidation', async () => {
    const core = await start();
    const id = await opened(core);
    await core.stops(id, { stopLoss: '19950' });
    await core.price(18_000, 1);
    expect(core.latest(id)).toMatchObject({ state: 'liquidated' });
    expect(core.faults()).toEqual([]);
  });

  it.each([
    ['a take-profit', { takeProfit: '20050' }],
    ['a ladder', { targets: LADDER }],
  ])('holds no limit of profit, which closes all of it before %s', async (_name, change) => {
    const core = await start({ offer: { profitMaxRate: '0.01' } });
    const id = await opened(core);
    await core.stops(id, change);
    await core.price(20_100, 1);
    expect(core.latest(id).state).toBe('open');
    await core.price(20_300, 1);
    expect(core.latest(id)).toMatchObject({ state: 'closed', closedBy: 'profitLimit', realised: '200.0001' });
    expect(core.faults()).toEqual([]);
  });

  it('holds no close that its owner asks for beside it', async () => {
    const core = await start();
    const id = await opened(core);
    await core.close(id);
    await core.price(20_000, 900);
    await core.stops(id, { stopLoss: '19950' });
    await core.price(19_900, 100);
    expect(core.latest(id)).toMatchObject({ state: 'closed', closedBy: 'user' });
    expect(core.faults()).toEqual([]);
  });
});
