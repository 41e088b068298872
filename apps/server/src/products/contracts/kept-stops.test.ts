/**
 * Stops, targets and trailing stops that are removed or replaced under terms with a lead: whoever
 * sees a price sooner elsewhere takes none of them away from it.
 */
import { code } from '@glasshouse/api/codes';
import { describe, expect, it } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import { RULES_VERSION } from '../../kernel/core/rules.ts';
import { HELD_SINCE_RULES } from '../../trading/lead.ts';
import type { StopsBody } from './manage.ts';
import { ContractsFixture, TEST_CONTRACT } from './testing/fixture.ts';
import { historyFaults } from './verify-history.ts';

const LEAD_MS = 1_000;

async function start(options: { version?: number; offer?: object } = {}): Promise<ContractsFixture> {
  const { version = RULES_VERSION, offer = {} } = options;
  const core = await ContractsFixture.start({ offer: { slippageRate: '0.01', leadMs: LEAD_MS, ...offer } });
  await core.harness.internal('rules.adopt', { version, figures: SHIPPED }, 'rules');
  return core;
}

/** An open position of a buyer at 20,000.01, at 10×, whose stops have been in force for a while. */
async function opened(core: ContractsFixture, stops: object): Promise<number> {
  const { id } = await core.bought({ leverage: 10, ...stops });
  await core.price(20_000, LEAD_MS);
  return id;
}

/** In the money, and in what the steps of each order say. */
const faultsOf = (core: ContractsFixture, keptSince = 1): string[] => [
  ...core.faults(),
  ...core.histories().flatMap(({ order, steps, terms }) => historyFaults(order, steps, { ...terms, keptSince })),
];

const LADDER = [
  { price: '20050', lots: '0.4' },
  { price: '20060', lots: '0.6' },
];
type Change = Omit<StopsBody, 'id'>;
const CASES: readonly (readonly [string, object, Change, number, string])[] = [
  ['a stop-loss that is removed', { stopLoss: '19950' }, { stopLoss: null }, 19_940, 'stopLoss'],
  ['a stop-loss that is moved away', { stopLoss: '19950' }, { stopLoss: '19900' }, 19_940, 'stopLoss'],
  ['a stop-loss beside which a target is set', { stopLoss: '19950' }, { takeProfit: '20500' }, 19_940, 'stopLoss'],
  ['a target that is removed', { takeProfit: '20050' }, { takeProfit: null }, 20_070, 'takeProfit'],
  ['a target that is moved away', { takeProfit: '20050' }, { takeProfit: '20500' }, 20_070, 'takeProfit'],
  ['a target that a ladder replaces', { takeProfit: '20050' }, { targets: [LADDER[1]!] }, 20_055, 'takeProfit'],
  ['a ladder that is removed', { targets: LADDER }, { targets: null }, 20_070, 'takeProfit'],
  ['a trailing stop that is removed', { trailing: { distance: '50' } }, { trailing: null }, 19_940, 'stopLoss'],
  [
    'a trailing stop that is set anew',
    { trailing: { distance: '50' } },
    { trailing: { distance: '500' } },
    19_940,
    'stopLoss',
  ],
  [
    'a trailing stop beside which a stop is set',
    { trailing: { distance: '50' } },
    { stopLoss: '19000' },
    19_940,
    'trailingStop',
  ],
];

describe.each(CASES)('%s', (_name, stops, change, price, by) => {
  it('fires at a price within the lead of the change', async () => {
    const core = await start();
    const id = await opened(core, stops);
    await core.stops(id, change);
    await core.price(price, 999);
    expect(core.latest(id)).toMatchObject({ state: 'closed', closedBy: by });
    expect(faultsOf(core)).toEqual([]);
  });

  it('fires no more once the change counts', async () => {
    const core = await start();
    const id = await opened(core, stops);
    await core.stops(id, change);
    await core.price(20_000, 500);
    await core.price(price, 500);
    const isKept = by === 'trailingStop' || ('takeProfit' in change && 'stopLoss' in stops);
    expect(core.latest(id).state).toBe(isKept ? 'closed' : 'open');
    expect(faultsOf(core)).toEqual([]);
  });

  it.each([
    ['where times of prices are exact', { offer: { leadMs: 0 } }],
    ['by the rules of before', { version: HELD_SINCE_RULES }],
  ])('is gone at once %s', async (_case, options) => {
    const core = await start(options);
    const id = await opened(core, stops);
    await core.stops(id, change);
    expect(core.latest(id).stopsBefore).toBeUndefined();
    await core.price(20_000, 1);
    expect(core.latest(id).state).toBe('open');
    expect(faultsOf(core, Number.MAX_SAFE_INTEGER)).toEqual([]);
  });
});

// One that is followed reads the tape at a start, which this fixture has not: the simulation's
// restarts do.
it.each(CASES.filter(([, , , , by]) => by !== 'trailingStop'))(
  '%s fires after a start as before it',
  async (_name, stops, change, price, by) => {
    const core = await start();
    const id = await opened(core, stops);
    await core.stops(id, change);
    const again = new ContractsFixture(core.store);
    again.harness.now = core.harness.now;
    await again.harness.sequencer.start();
    await again.price(price, 999);
    expect(again.latest(id)).toMatchObject({ state: 'closed', closedBy: by });
  },
);

it('is missed by who reads the steps, where the house takes it away at once', async () => {
  const core = await start({ version: HELD_SINCE_RULES });
  const id = await opened(core, { stopLoss: '19950' });
  await core.stops(id, { stopLoss: null });
  expect(faultsOf(core).join()).toContain('(stopsChanged): what fires until then is not what fired before');
});

describe('what a change of stops keeps', () => {
  it('is shown until it counts', async () => {
    const core = await start();
    const id = await opened(core, { stopLoss: '19950' });
    await core.stops(id, { stopLoss: null });
    expect(core.latest(id)).toMatchObject({
      stopLoss: null,
      stopsBefore: { stopLoss: '19950.00', takeProfit: null, trails: false },
    });
  });

  it('cannot be taken away by another change, which waits for a price from then on', async () => {
    const core = await start();
    const id = await opened(core, { stopLoss: '19950' });
    await core.stops(id, { stopLoss: null });
    const early = { code: code.stopsWait };
    core.harness.now += 999;
    expect(await core.stops(id, { takeProfit: '20500' })).toMatchObject(early);
    core.harness.now += 1;
    // A price from within the lead may still be on its way.
    expect(await core.stops(id, { takeProfit: '20500' })).toMatchObject(early);
    await core.price(20_000, 1);
    expect((await core.stops(id, { takeProfit: '20500' })).code).toBe(200);
    expect(faultsOf(core)).toEqual([]);
  });

  it('keeps nobody from another change for longer than a price is valid', async () => {
    const core = await start();
    const id = await opened(core, { stopLoss: '19950' });
    await core.stops(id, { stopLoss: null });
    core.harness.now += LEAD_MS + TEST_CONTRACT.stalenessMs;
    expect((await core.stops(id, { takeProfit: '20500' })).code).toBe(200);
  });

  it('is not touched by a command that changes none of them', async () => {
    const core = await start();
    const id = await opened(core, { stopLoss: '19950' });
    await core.stops(id, { stopLoss: null });
    expect((await core.stops(id, {})).code).toBe(200);
    await core.price(19_940, 999);
    expect(core.latest(id)).toMatchObject({ state: 'closed', closedBy: 'stopLoss' });
    expect(faultsOf(core)).toEqual([]);
  });

  it('closes each step of a ladder once, where that stays as it is', async () => {
    const core = await start();
    const id = await opened(core, { targets: LADDER });
    await core.stops(id, { stopLoss: '19000' });
    await core.price(20_055, 500);
    expect(core.latest(id)).toMatchObject({
      state: 'open',
      openLots: '0.6',
      targets: [{ price: '20060.00', lots: '0.6' }],
    });
    await core.price(20_055, 600);
    expect(core.latest(id)).toMatchObject({ state: 'open', openLots: '0.6' });
    await core.price(20_065, 1);
    expect(core.latest(id)).toMatchObject({ state: 'closed', closedBy: 'takeProfit' });
    expect(faultsOf(core)).toEqual([]);
  });

  it('closes its steps before the ladder that takes its place', async () => {
    const core = await start();
    const id = await opened(core, { targets: LADDER });
    await core.stops(id, { targets: [{ price: '20052', lots: '0.5' }] });
    await core.price(20_055, 500);
    expect(core.latest(id)).toMatchObject({ openLots: '0.6', targets: [{ price: '20052.00', lots: '0.5' }] });
    await core.price(20_055, 500);
    expect(core.latest(id)).toMatchObject({ state: 'open', openLots: '0.1' });
    expect(faultsOf(core)).toEqual([]);
  });

  it('is where a trailing stop has come to that is removed', async () => {
    const core = await start();
    const id = await opened(core, { trailing: { distance: '50' } });
    await core.price(20_100, 1);
    await core.stops(id, { trailing: null });
    await core.price(20_051, 1);
    expect(core.latest(id).state).toBe('open');
    await core.price(20_049, 1);
    expect(core.latest(id)).toMatchObject({ state: 'closed', closedBy: 'stopLoss' });
    expect(faultsOf(core)).toEqual([]);
  });

  it('stays in force for an order that opens within the lead', async () => {
    const core = await start();
    const { id } = await core.bought({ leverage: 10, stopLoss: '19950' });
    core.harness.now += 900;
    await core.stops(id, { stopLoss: null });
    await core.price(20_000, 100);
    expect(core.latest(id).state).toBe('open');
    await core.price(19_940, 500);
    expect(core.latest(id)).toMatchObject({ state: 'closed', closedBy: 'stopLoss' });
    expect(faultsOf(core)).toEqual([]);
  });

  it('keeps nobody from a close, which has a lead of its own', async () => {
    const core = await start();
    const id = await opened(core, { stopLoss: '19950' });
    await core.stops(id, { stopLoss: null });
    await core.close(id);
    await core.price(20_010, LEAD_MS);
    expect(core.latest(id)).toMatchObject({ state: 'closed', closedBy: 'user' });
    expect(faultsOf(core)).toEqual([]);
  });

  it('keeps no liquidation and no limit of profit from firing', async () => {
    const core = await start({ offer: { profitMaxRate: '0.01' } });
    const id = await opened(core, { takeProfit: '20500' });
    await core.stops(id, { takeProfit: null });
    await core.price(20_300, 1);
    expect(core.latest(id)).toMatchObject({ state: 'closed', closedBy: 'profitLimit' });
    const otherId = await opened(core, { stopLoss: '19950' });
    await core.stops(otherId, { stopLoss: null });
    await core.price(18_000, 1);
    expect(core.latest(otherId).state).toBe('liquidated');
    expect(faultsOf(core)).toEqual([]);
  });
});
