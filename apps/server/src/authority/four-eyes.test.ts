import { code } from '@glasshouse/api/codes';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../kernel/core/types.ts';
import type { ActionRow, Operator, OperatorRequest } from './rows.ts';
import { authorityOf } from './slice.ts';
import { type Acting, AuthorityFixture } from './testing/authority-fixture.ts';

/**
 * What needs two persons is done by two persons: whatever one of them, or somebody in between,
 * tries instead.
 */
const HOUR_MS = 3_600_000;
let core: AuthorityFixture;
let ada: Acting;
let bob: Acting;
let eve: Acting;

beforeEach(async () => {
  core = await AuthorityFixture.start();
  ada = await core.operator('ada', ['owner']);
  bob = await core.operator('bob', ['finance']);
  eve = await core.operator('eve', ['support']);
});

const MONEY = { key: 'deposit.minimums', value: { USDT: '50' } };
const ask = (): Promise<number> => core.ask(ada, 'parameter.set', MONEY);
const request = (id: number): OperatorRequest | undefined =>
  core.rows<OperatorRequest>('operator_requests').find((row) => row.id === id);
const parameters = () => core.rows('parameters');
const actions = () => core.rows<ActionRow>('operator_actions');

describe('a request', () => {
  test('changes nothing until somebody else approves it, and then what was asked for', async () => {
    const id = await ask();
    expect(parameters()).toEqual([]);
    expect(request(id)).toMatchObject({
      state: 'waiting',
      before: { USDT: '120', BTC: '0.015', ETH: '0.2' },
      after: { USDT: '50' },
    });
    const answer = await core.decide(bob, id, 'approve', { reason: 'agreed on the phone' });
    expect(answer.result).toEqual({ state: 'approved', request: id, type: 'parameter.set' });
    expect(parameters()).toMatchObject([{ key: 'deposit.minimums', version: 1, value: { USDT: '50' } }]);
    expect(request(id)).toMatchObject({
      state: 'approved',
      decided_by: bob.operator,
      decided_seq: answer.seq,
      decision_reason: 'agreed on the phone',
    });
    // Both are on record for the same entry of the log.
    expect(actions().filter(({ seq }) => seq === answer.seq)).toMatchObject([
      { operator: ada.operator, type: 'parameter.set', reason: 'because', request: id, address: ada.address },
      { operator: bob.operator, type: 'request.decide', reason: 'agreed on the phone', request: id },
    ]);
    core.replays();
  });

  test('that is rejected changes nothing, and stays rejected', async () => {
    const id = await ask();
    expect((await core.decide(bob, id, 'reject')).code).toBe(200);
    expect(parameters()).toEqual([]);
    expect((await core.decide(bob, id, 'approve')).code).toBe(code.requestNotOpen);
    expect(request(id)).toMatchObject({ state: 'rejected' });
    core.replays();
  });

  test('is withdrawn by who asked, and by nobody else', async () => {
    const id = await ask();
    expect((await core.act(bob, 'request.withdraw', { request: id })).code).toBe(code.requestNotOpen);
    expect((await core.act(ada, 'request.withdraw', { request: id })).code).toBe(200);
    expect((await core.decide(bob, id, 'approve')).code).toBe(code.requestNotOpen);
    expect(request(id)).toMatchObject({ state: 'withdrawn', decided_by: ada.operator });
  });

  test('expires by itself, and at its last moment already', async () => {
    const id = await ask();
    core.harness.now += 72 * HOUR_MS;
    expect((await core.decide(bob, id, 'approve')).code).toBe(code.requestNotOpen);
    await core.harness.wait(1);
    expect(request(id)).toMatchObject({ state: 'expired', decided_by: null });
    expect(authorityOf(core.harness.sequencer.state).nextExpiry).toBe(Number.POSITIVE_INFINITY);
    expect((await core.decide(bob, id, 'approve')).code).toBe(code.requestNotOpen);
    core.replays();
  });

  test('survives a restart', async () => {
    const id = await ask();
    await core.restart();
    expect((await core.decide(bob, id, 'approve')).code).toBe(200);
    core.replays();
  });

  test('is decided once by many at a time', async () => {
    const id = await ask();
    const others = await Promise.all(['carl', 'dora', 'emil'].map((name) => core.operator(name, ['finance'])));
    const answers = await Promise.all(others.map((operator) => core.decide(operator, id, 'approve')));
    expect(answers.map((answer) => answer.code).sort((a, b) => a - b)).toEqual([
      200,
      code.requestNotOpen,
      code.requestNotOpen,
    ]);
    expect(parameters()).toMatchObject([{ version: 1 }]);
  });
});

describe('nobody approves what they asked for', () => {
  /** Who tries to approve Ada's request. */
  const attempts: readonly (readonly [string, () => Acting, number])[] = [
    ['the same operator', () => ada, code.ownRequest],
    ['the same operator elsewhere', () => ({ ...bob, operator: ada.operator }), code.ownRequest],
    ['from the same session', () => ({ ...bob, session: ada.session }), code.ownRequest],
    ['from the same device', () => ({ ...bob, device: ada.device }), code.ownRequest],
    ['with the same second factor', () => ({ ...bob, credential: ada.credential }), code.ownRequest],
    ['without the permission of what it does', () => eve, code.permissionDenied],
    ['as nobody', () => ({ ...bob, operator: 9_999 }), code.permissionDenied],
  ];
  test.each(attempts)('%s', async (_title, who, expected) => {
    const id = await ask();
    for (const verdict of ['approve', 'reject'] as const) {
      expect((await core.decide(who(), id, verdict)).code).toBe(expected);
    }
    expect(request(id)).toMatchObject({ state: 'waiting' });
    expect(parameters()).toEqual([]);
    core.replays();
  });

  test('nor by a command that claims to be approved already', async () => {
    const forged = { ...MONEY, request: 1, approved: true, approvedBy: bob.operator, approvals: [bob.operator] };
    const answer = await core.act(ada, 'parameter.set', forged);
    expect(answer.result).toMatchObject({ state: 'waiting' });
    expect(parameters()).toEqual([]);
  });

  test('nor under another person, whose accounts would then be changed', async () => {
    const id = await ask();
    expect((await core.decide(bob, id, 'approve', { userId: 7 })).code).toBe(code.requestNotOpen);
    expect((await core.decide(bob, id, 'approve', { book: 'demo' })).code).toBe(code.requestNotOpen);
  });

  test('nor without a reason', async () => {
    const id = await ask();
    expect(await core.decide(bob, id, 'approve', { reason: '  ' })).toMatchObject({
      code: code.fieldRequired,
      fields: { reason: code.fieldRequired },
    });
  });
});

describe('what changed between asking and approving', () => {
  test('who asked was disabled', async () => {
    const owner = await core.operator('olga', ['owner']);
    const id = await core.ask(bob, 'parameter.set', MONEY);
    await core.act(owner, 'operator.disable', { operator: bob.operator });
    expect((await core.decide(ada, id, 'approve')).code).toBe(code.permissionDenied);
    expect(parameters()).toEqual([]);
    expect((await core.decide(ada, id, 'reject')).code).toBe(200);
  });

  test('who approves was disabled', async () => {
    const id = await ask();
    await core.act(ada, 'operator.disable', { operator: bob.operator });
    expect((await core.decide(bob, id, 'approve')).code).toBe(code.permissionDenied);
  });

  test('the money is gone: refused, and still open', async () => {
    await fundCapital('100');
    const adjust = { asset: 'USDT', amount: '80', direction: 'credit' };
    const first = await core.ask(ada, 'balances.adjust', adjust, { userId: 7 });
    const second = await core.ask(ada, 'balances.adjust', adjust, { userId: 7 });
    expect((await core.decide(bob, first, 'approve', { userId: 7 })).code).toBe(200);
    expect((await core.decide(bob, second, 'approve', { userId: 7 })).code).toBe(code.capitalTooSmall);
    expect(request(second)).toMatchObject({ state: 'waiting' });
    core.replays();
  });
});

async function approved(type: string, fields: { readonly [field: string]: Json }, userId = 0): Promise<number> {
  const id = await core.ask(ada, type, fields, { userId });
  return (await core.decide(bob, id, 'approve', { userId })).code;
}

const fundCapital = (amount: string): Promise<number> =>
  approved('house.move', { asset: 'USDT', amount, from: 'external', to: 'capital' });

describe('operators', () => {
  const stateOf = (name: string) => core.rows<Operator>('operators').find((row) => row.name === name);
  let olga: Acting;
  beforeEach(async () => {
    olga = await core.operator('olga', ['owner']);
  });
  const byOwners = async (type: string, fields: { readonly [field: string]: Json }): Promise<number> =>
    (await core.decide(olga, await core.ask(ada, type, fields), 'approve')).code;

  test('are invited by two owners', async () => {
    expect(await byOwners('operator.invite', { name: 'nina', roles: ['support', 'content'] })).toBe(200);
    expect(stateOf('nina')).toMatchObject({ state: 'active', roles: ['support', 'content'], added_by: ada.operator });
    core.replays();
  });

  test('change their roles only by two owners', async () => {
    expect(await byOwners('operator.roles', { operator: eve.operator, roles: ['compliance'] })).toBe(200);
    expect(stateOf('eve')?.roles).toEqual(['compliance']);
    const id = await core.ask(ada, 'operator.roles', { operator: bob.operator, roles: ['owner'] });
    expect((await core.decide(bob, id, 'approve')).code).toBe(code.permissionDenied);
  });

  test('are shut out by one, and let in again by two', async () => {
    expect((await core.act(ada, 'operator.disable', { operator: bob.operator })).result).toMatchObject({
      state: 'done',
    });
    expect(stateOf('bob')?.state).toBe('disabled');
    expect(await byOwners('operator.enable', { operator: bob.operator })).toBe(200);
    expect(stateOf('bob')?.state).toBe('active');
  });

  test('keep an owner', async () => {
    expect((await core.act(ada, 'operator.disable', { operator: olga.operator })).code).toBe(200);
    expect((await core.act(ada, 'operator.disable', { operator: ada.operator })).code).toBe(code.lastOwner);
    expect((await core.act(ada, 'operator.roles', { operator: ada.operator, roles: ['finance'] })).code).toBe(
      code.lastOwner,
    );
  });

  test.each([
    ['operator.invite', { name: 'Nina', roles: ['support'] }, code.wrongFormat],
    ['operator.invite', { name: 'nina', roles: [] }, code.wrongFormat],
    ['operator.invite', { name: 'nina', roles: ['king'] }, code.wrongFormat],
    ['operator.invite', { name: 'nina', roles: ['support', 'support'] }, code.wrongFormat],
    ['operator.invite', { name: 'bob', roles: ['support'] }, code.usernameExists],
    ['operator.roles', { operator: 9_999, roles: ['support'] }, code.nothingFound],
    ['operator.disable', { operator: 9_999 }, code.nothingFound],
    ['operator.enable', { operator: 1 }, code.nothingFound],
  ] as const)('%s %j is refused', async (type, fields, expected) => {
    expect((await core.act(ada, type, fields as never)).code).toBe(expected);
  });
});

describe('money', () => {
  test('reaches a person only by two, with a reason that they read', async () => {
    expect(await fundCapital('1000')).toBe(200);
    expect(await approved('balances.adjust', { asset: 'USDT', amount: '12.5', direction: 'credit' }, 7)).toBe(200);
    expect(core.balance(7, 'USDT', 'available', 'real')).toBe(1_250_000_000n);
    expect(await approved('balances.adjust', { asset: 'USDT', amount: '2.5', direction: 'debit' }, 7)).toBe(200);
    expect(core.balance(7, 'USDT', 'available', 'real')).toBe(1_000_000_000n);
    expect(core.balance('house', 'USDT', 'capital', 'real')).toBe(99_000_000_000n);
    const events = core.harness.events.filter((event) => event.kind === 'adjustment');
    expect(events.map((event) => event.data)).toEqual([
      { asset: 'USDT', amount: '12.5', direction: 'credit', reason: 'because' },
      { asset: 'USDT', amount: '2.5', direction: 'debit', reason: 'because' },
    ]);
    core.replays();
  });

  test('moves between capital and pools only by two', async () => {
    await fundCapital('100');
    expect(await approved('house.move', { asset: 'USDT', amount: '60', from: 'capital', to: 'pool.liquidity' })).toBe(
      200,
    );
    expect(await approved('house.move', { asset: 'USDT', amount: '10', from: 'pool.liquidity', to: 'capital' })).toBe(
      200,
    );
    expect(await approved('house.move', { asset: 'USDT', amount: '50', from: 'capital', to: 'external' })).toBe(200);
    expect(core.balance('house', 'USDT', 'pool.liquidity', 'real')).toBe(5_000_000_000n);
    expect(core.balance('house', 'USDT', 'capital', 'real')).toBe(0n);
    core.replays();
  });

  test.each([
    ['balances.adjust', { asset: 'USDT', amount: '1', direction: 'credit' }, 7, code.capitalTooSmall],
    ['balances.adjust', { asset: 'USDT', amount: '1', direction: 'debit' }, 7, code.balanceInsufficient],
    ['balances.adjust', { asset: 'USDT', amount: '0', direction: 'credit' }, 7, code.outOfRange],
    ['balances.adjust', { asset: 'USDT', amount: '-5', direction: 'debit' }, 7, code.outOfRange],
    ['balances.adjust', { asset: 'USDT', amount: 'x', direction: 'debit' }, 7, code.outOfRange],
    ['balances.adjust', { asset: 'USDT', amount: '1', direction: 'credit' }, 0, code.nothingFound],
    ['house.move', { asset: 'USDT', amount: '1', from: 'pool.options', to: 'external' }, 0, code.wrongFormat],
    ['house.move', { asset: 'USDT', amount: '1', from: 'fees', to: 'capital' }, 0, code.wrongFormat],
    ['house.move', { asset: 'USDT', amount: '1', from: 'capital', to: 'capital' }, 0, code.wrongFormat],
    ['house.move', { asset: 'USDT', amount: '1', from: 'capital', to: 'external' }, 0, code.capitalTooSmall],
    ['house.move', { asset: 'USDT', amount: '1', from: 'pool.options', to: 'capital' }, 0, code.capitalTooSmall],
  ] as const)('%s %j of %i is refused', async (type, fields, userId, expected) => {
    expect((await core.act(ada, type, fields, { userId })).code).toBe(expected);
  });
});

describe('a person', () => {
  test('is frozen by one, who says why, and let go again', async () => {
    const request = { userId: 7, reason: 'reported as stolen' };
    expect((await core.act(eve, 'standing.set', { status: 'frozen' }, request)).code).toBe(code.permissionDenied);
    expect((await core.act(ada, 'standing.set', { status: 'frozen' }, request)).code).toBe(200);
    expect(authorityOf(core.harness.sequencer.state).standings.get(7)).toMatchObject({
      status: 'frozen',
      reason: 'reported as stolen',
    });
    expect(core.harness.events.at(-1)).toMatchObject({
      userId: 7,
      kind: 'standing',
      data: { status: 'frozen', reason: 'reported as stolen' },
    });
    expect((await core.act(ada, 'standing.set', { status: 'frozen' }, request)).code).toBe(code.nothingFound);
    expect((await core.act(ada, 'standing.set', { status: 'active' }, request)).code).toBe(200);
    expect(authorityOf(core.harness.sequencer.state).standings.has(7)).toBe(false);
    core.replays();
  });

  test('is looked at on record, by who may', async () => {
    const look = (by: Acting, kind: string) => core.act(by, 'view.record', { kind, subject: 'case 12' }, { userId: 7 });
    expect((await look(eve, 'profile')).code).toBe(200);
    expect((await look(eve, 'documents')).code).toBe(code.permissionDenied);
    expect((await look(eve, 'secrets')).code).toBe(code.permissionDenied);
    expect(core.rows('operator_views')).toMatchObject([{ operator: eve.operator, user_id: 7, kind: 'profile' }]);
    core.replays();
  });
});

describe('a parameter', () => {
  test('that touches no money changes by one', async () => {
    const answer = await core.act(ada, 'parameter.set', { key: 'kyc.review_hours', value: 24 });
    expect(answer.result).toEqual({ state: 'done', request: null });
    expect(parameters()).toMatchObject([{ key: 'kyc.review_hours', version: 1, value: 24, set_by: ada.operator }]);
  });

  test('of allowed networks never leaves out who asks', async () => {
    const set = (value: string[]) => core.act(ada, 'parameter.set', { key: 'operator.networks', value });
    expect((await set(['198.51.100.0/24'])).code).toBe(code.outOfRange);
    expect((await set(['203.0.113.0/24', '2001:db8::/32'])).result).toMatchObject({ state: 'waiting' });
  });
});
