/** A loan or a plan that the core cannot serve, as a bug would make it: its neighbours go on. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommandAnswer, CoreModule, Handler } from '../../kernel/core/types.ts';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import { OTHER, USER } from '../../money/funding/testing/funding-fixture.ts';
import { MODULES } from '../../runtime/modules.ts';
import { OFFER } from '../plans/testing/fixture.ts';
import { DAY_MS, LoansFixture } from './testing/fixture.ts';

/** Orders whose handlers throw. */
const broken = new Set<number>();
const withBug = (module: CoreModule, type: string, list: string): CoreModule => {
  const original = module.handlers[type] as Handler;
  const handler: Handler = (state, command) => {
    const ids = (command.body as unknown as { readonly [name: string]: number[] })[list]!;
    if (ids.some((id) => broken.has(id))) throw new Error('a bug');
    return original(state, command);
  };
  return { ...module, handlers: { ...module.handlers, [type]: handler } };
};
const modules = MODULES.map((module) => {
  if (module.name === 'loans') return withBug(module, 'loans.service', 'loans');
  return module.name === 'plans' ? withBug(module, 'plans.pay', 'plans') : module;
});

let core: LoansFixture;
beforeEach(async () => {
  broken.clear();
  core = await LoansFixture.begin('full', undefined, modules);
  await core.deposit(OTHER, '10000');
  await core.verify(OTHER);
  await core.verifyFully(OTHER);
});
afterEach(() => expect(core.harness.bugs.length).toBeGreaterThan(0));

async function lendTo(userId: number): Promise<number> {
  const { id } = accepted<{ id: number }>(await core.ask({}, userId));
  const verdict = { id, decision: 'approve', rejection: null, note: null };
  accepted(await core.operate(userId, 'loans.review', verdict));
  return id;
}

const held = () => core.rows<{ id: string; done_at: number | null }>('held_triggers');
const waiting = () => held().filter((row) => row.done_at === null);

test('a loan: it is held once, however often it should be looked at, and done with when its owner repaid it', async () => {
  const mine = await lendTo(USER);
  const otherLoan = await lendTo(OTHER);
  broken.add(mine);
  await core.look(9_000_000);
  for (let minute = 0; minute < 10; minute += 1) await core.look(9_000_000);
  expect(waiting()).toHaveLength(1);
  await core.days(31, 9_000_000);
  expect([core.loan(mine).state, core.loan(otherLoan).state]).toEqual(['repaying', 'repaid']);
  expect(waiting()).toHaveLength(1);
  accepted(await core.repay(mine));
  broken.clear();
  await core.days(1, 9_000_000);
  expect(waiting()).toEqual([]);
});

test('a loan: what was due meanwhile is done when it can be', async () => {
  const mine = await lendTo(USER);
  broken.add(mine);
  await core.days(31);
  expect([core.loan(mine).state, waiting().length]).toEqual(['repaying', 1]);
  broken.clear();
  await core.days(1);
  expect([core.loan(mine).state, waiting()]).toEqual(['repaid', []]);
});

test('a plan: its neighbours are paid, and it is paid each day once when it can be', async () => {
  const real = (userId: number, type: string, body: object): Promise<CommandAnswer> =>
    core.command(userId, type, body as never);
  await core.house('1000', 'external', 'capital');
  accepted(await real(0, 'plans.define', OFFER));
  const request = await core.operate(0, 'plans.fund', { product: 1, amount: '100' });
  accepted(await core.decide(0, accepted<{ request: number }>(request).request));
  const plans: number[] = [];
  for (const user of [USER, OTHER]) {
    accepted(await real(user, 'plans.switch', { enabled: true }));
    const bought = await real(user, 'plans.buy', { product: 1, amount: '100', days: null, version: null });
    plans.push(accepted<{ id: number }>(bought).id);
  }
  broken.add(plans[0]!);
  await core.days(OFFER.days + 2);
  const states = () => core.rows<{ id: number; state: string }>('plan_orders').map(({ state }) => state);
  expect([states(), waiting().length]).toEqual([['earning', 'divided'], 1]);
  broken.clear();
  core.harness.now += DAY_MS;
  for (let round = 0; round < 2 * OFFER.days; round += 1) await core.look();
  expect([states(), waiting()]).toEqual([['divided', 'divided'], []]);
  const yields = core.store.lines.filter(({ reason }) => reason === 'plans.yield');
  expect(yields).toHaveLength(2 * OFFER.days);
});
