/**
 * Operators and invitations over HTTP, through the real core into PostgreSQL: what is listed, who
 * looks like one person, who may stop an invitation, and that nobody else may.
 */
import { code } from '@glasshouse/api/codes';
import type { Role } from '@glasshouse/api/operator/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  accepted,
  type OperatorGatewayFixture,
  openOperatorGateway,
  type TestOperator,
} from '../../http/testing/operator-gateway.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { referralOperatorCalls } from './operator-routes.ts';
import { defaultReferralOffer } from './terms.ts';

const database = withTestDatabase();
let fixture: OperatorGatewayFixture;
let compliance: TestOperator;
/** The inviter, two friends on one device, and a friend on a device of their own. */
let anna = 0;
let friends: number[] = [];

beforeAll(async () => {
  const { pool } = database;
  fixture = await openOperatorGateway(database, {
    handlers: ({ bus }) => referralOperatorCalls({ pool, bus, now: () => fixture.harness.now }),
  });
  const { sequencer } = fixture.harness;
  const define = { id: 'define', userId: 0, book: 'real', type: 'referrals.define' } as const;
  await sequencer.submitInternal({ ...define, body: defaultReferralOffer(true) });
  compliance = await fixture.operator(['compliance']);
  const people: number[] = [];
  for (let index = 0; index < 5; index += 1) people.push((await fixture.guest()).id);
  const [inviter = 0, ben = 0, cara = 0, dan = 0, eve = 0] = people;
  anna = inviter;
  friends = [ben, cara, dan];
  await pool.query('delete from sessions where user_id = any($1::bigint[])', [people]);
  const seen = [
    ...[inviter, dan, eve].map((id) => [id, `198.51.100.${id % 200}`, 'own']),
    ...[ben, cara].map((id) => [id, '203.0.113.9', 'shared']),
    // The address alone says little: a whole office has one.
    [inviter, '192.0.2.1', 'office a'],
    [dan, '192.0.2.1', 'office b'],
  ];
  for (const [index, [id, ip, agent]] of seen.entries()) {
    await pool.query(
      `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, user_agent, ip)
       values ($1, $2, now(), now(), now() + interval '1 day', $3, $4)`,
      [Buffer.from(`session ${index}`), id, agent, ip],
    );
  }
  for (const [by, friend] of [...friends.map((friend) => [inviter, friend]), [dan, eve]]) {
    const link = { id: `${by}:link ${friend}`, userId: by ?? 0, book: 'real', type: 'referrals.link' } as const;
    const answer = await fixture.bus.submit({ ...link, body: { friend: friend ?? 0 } });
    expect(answer.code).toBe(200);
  }
});
afterAll(() => fixture.close());

test('inviters are listed with what their friends share, and found by number', async () => {
  const all = accepted(await compliance.call('listInviters'));
  expect(
    all.items.map(({ friends: count, active, sharing }: Record<string, number>) => [count, active, sharing]),
  ).toEqual([
    [1, 1, 0],
    [3, 3, 2],
  ]);
  const suspicious = accepted(await compliance.call('listInviters', { query: 'view=suspicious' }));
  expect(suspicious.items).toMatchObject([{ user: { id: anna }, sharing: 2, sameDevices: 1, sameAddresses: 2 }]);
  const found = accepted(await compliance.call('listInviters', { query: `q=${anna}` }));
  expect(found.items).toHaveLength(1);
  const first = accepted(await compliance.call('listInviters', { query: 'limit=1' }));
  const second = accepted(await compliance.call('listInviters', { query: `limit=1&cursor=${first.next}` }));
  expect([...first.items, ...second.items]).toEqual(all.items);
  expect(second.next).toBeNull();
});

test('totals and invitations of one inviter', async () => {
  const totals = accepted(await compliance.call('getReferralTotals'));
  expect(totals).toMatchObject({ inviters: 2, friends: 4, active: 4, stopped: 0, earned: '0', suspicious: 1 });
  const { items } = accepted(await compliance.call('listInvitations', { query: `userId=${anna}` }));
  expect(
    items.map((item: { friend: { id: number }; sameDevices: number }) => [item.friend.id, item.sameDevices]),
  ).toEqual([...friends].reverse().map((id) => [id, id === friends[2] ? 0 : 1]));
  expect(accepted(await compliance.call('listPaidRewards', { query: `userId=${anna}` }))).toEqual({
    items: [],
    next: null,
  });
});

test.each([
  [['support'], code.permissionDenied],
  [['finance'], code.permissionDenied],
  [['auditor'], code.permissionDenied],
] as [Role[], number][])('%s may read, and not stop an invitation', async (roles, refused) => {
  const operator = await fixture.operator(roles);
  accepted(await operator.call('listInvitations'));
  const stop = { path: { id: friends[0] ?? 0 }, body: { reason: 'One person.' } };
  expect((await operator.call('stopInvitation', stop)).json.code).toBe(refused);
});

test('an invitation is stopped once, with a reason in the log of actions', async () => {
  const id = friends[0] ?? 0;
  const stop = { path: { id }, body: { reason: 'Both accounts are one person.' } };
  expect(accepted(await compliance.call('stopInvitation', stop))).toEqual({ state: 'done', request: null });
  expect((await compliance.call('stopInvitation', stop)).json.code).toBe(code.nothingFound);
  const { items } = accepted(await compliance.call('listInvitations', { query: `userId=${anna}` }));
  expect(items.at(-1)).toMatchObject({ friend: { id }, state: 'stopped' });
  expect(accepted(await compliance.call('getReferralTotals'))).toMatchObject({ active: 3, stopped: 1 });
  const { rows } = await database.pool.query(`select reason from operator_actions where type = 'referrals.stop'`);
  expect(rows).toEqual([{ reason: 'Both accounts are one person.' }]);
});

test('the newest twenty sign-ins of a person count, so older ones are never read', async () => {
  const { pool } = database;
  const signIn = (id: number, index: number) =>
    pool.query(
      `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, user_agent, ip)
       values ($1, $2, now() + make_interval(secs => $3), now(), now() + interval '1 day', $4, '198.51.100.77')`,
      [Buffer.from(`later ${id} ${index}`), id, index + 1, `own ${id}`],
    );
  const [ben = 0, cara = 0] = friends;
  for (let index = 0; index < 19; index += 1) for (const id of [ben, cara]) await signIn(id, index);
  const suspicious = async () => accepted(await compliance.call('listInviters', { query: 'view=suspicious' })).items;
  expect(await suspicious()).toMatchObject([{ user: { id: anna }, sharing: 2 }]);
  for (const id of [ben, cara]) await signIn(id, 19);
  expect(await suspicious()).toEqual([]);
  expect(accepted(await compliance.call('listInviters', { query: `view=suspicious&q=${anna}` })).items).toEqual([]);
  expect(accepted(await compliance.call('getReferralTotals'))).toMatchObject({ inviters: 2, suspicious: 0 });
});

test('an inviter who is searched for is looked at among the suspicious too', async () => {
  const { pool } = database;
  await pool.query(`delete from sessions where user_agent like 'own %'`);
  const found = async (q: number) =>
    accepted(await compliance.call('listInviters', { query: `view=suspicious&q=${q}` })).items;
  expect(await found(anna)).toMatchObject([{ user: { id: anna }, friends: 3, sharing: 2, sameDevices: 1 }]);
  expect(await found(friends[2] ?? 0)).toEqual([]);
});
