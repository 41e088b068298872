import { beforeEach, expect, test } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import type { AuthDeps } from './deps.ts';
import { notifyNewLogin } from './notices.ts';
import { createSessionStore, type Device } from './sessions.ts';
import { insertUser, type User } from './users.ts';

/** Whether the owner is told of a login, by the device and network of the sessions before. */
const database = withTestDatabase();
const clock = manualClock(Date.parse('2026-01-05T12:00:00Z'));
const HOME: Device = { userAgent: 'Firefox on Linux', ip: '192.0.2.7' };
const THIEF = '198.51.100.9';
let made = 0;
let user: User;

beforeEach(async () => {
  made += 1;
  user = await person(`owner${made}@example.org`);
});

async function person(email: string | undefined): Promise<User> {
  const added = await insertUser(
    database.pool,
    { username: `owner${made}`, email, passwordHash: 'x', kind: 'user', language: 'en', invitedBy: undefined },
    clock.now(),
  );
  if (typeof added === 'string') throw new Error(added);
  return added;
}

/** Mails of a login from there, told before its session is opened. */
async function noticesSent(from: Device, who = user): Promise<number> {
  const count = async (): Promise<number> =>
    (await database.pool.query('select count(*)::int as n from mail_outbox')).rows[0].n;
  const before = await count();
  const deps = { pool: database.pool, clock, mail: { wake: () => {} }, site: 'https://example.org' };
  await notifyNewLogin(deps as unknown as AuthDeps, who, from);
  return (await count()) - before;
}
const opened = (device: Device) => createSessionStore({ pool: database.pool, clock }).open(user.id, device);

test('the first login of all is no news', async () => {
  expect(await noticesSent(HOME)).toBe(0);
});

test.each([
  ['the same device at home', HOME, 0],
  ['the same device a few addresses on', { ...HOME, ip: '192.0.2.99' }, 0],
  ['the same device through IPv6 to IPv4', { ...HOME, ip: '::ffff:192.0.2.8' }, 0],
  ['a thief who names the owner’s browser', { ...HOME, ip: THIEF }, 1],
  ['another device at home', { ...HOME, userAgent: 'Safari on iPhone' }, 1],
  ['another device elsewhere', { userAgent: 'curl/8', ip: THIEF }, 1],
  ['an address that cannot be read', { ...HOME, ip: '' }, 1],
])('%s', async (_name, from, expected) => {
  await opened(HOME);
  expect(await noticesSent(from)).toBe(expected);
});

test('a device and a network that were seen apart are both known', async () => {
  await opened(HOME);
  await opened({ userAgent: 'Safari on iPhone', ip: '203.0.113.4' });
  expect(await noticesSent({ userAgent: 'Safari on iPhone', ip: '192.0.2.50' })).toBe(0);
});

test('sessions of somebody else make nothing known', async () => {
  await opened(HOME);
  made += 1;
  const otherUser = await person(`other${made}@example.org`);
  await createSessionStore({ pool: database.pool, clock }).open(otherUser.id, { ...HOME, ip: THIEF });
  expect(await noticesSent({ ...HOME, ip: THIEF })).toBe(1);
});

test('without an address nobody can be told', async () => {
  made += 1;
  const guest = await person(undefined);
  await createSessionStore({ pool: database.pool, clock }).open(guest.id, HOME);
  expect(await noticesSent({ ...HOME, ip: THIEF }, guest)).toBe(0);
});
