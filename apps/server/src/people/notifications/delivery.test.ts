/** Who is told of what, and how: on a real database, with a push service of this machine. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NOTICE_GROUPS } from '@glasshouse/api/constants';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { isPushService } from '../../platform/push/services.ts';
import { openVapid, type Vapid } from '../../platform/push/vapid.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { choose, groupOf } from './choices.ts';
import { noticeTeller, tellNotices } from './delivery.ts';
import { NOTICE_KINDS } from './kinds.ts';
import { sendPushes } from './push-sender.ts';
import { subscribe, subscriptionsOf } from './subscriptions.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const ANNA = 11;
const database = withTestDatabase();
let service: Server;
let origin: string;
let answer = 201;
let received: { headers: Record<string, unknown>; body: Buffer }[] = [];
let vapid: Vapid;
const folder = mkdtempSync(join(tmpdir(), 'push-'));
const clock = manualClock(NOW);
const log = createLog({ level: 'silent', name: 'test' });
const woken: number[] = [];

/** A browser: keys, and what it reads. */
const browser = createECDH('prime256v1');
browser.generateKeys();
const auth = randomBytes(16);
const keys = { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') };

function opened(body: Buffer): unknown {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body[20]!);
  const sealed = body.subarray(21 + body[20]!);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32));
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes));
  const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  cipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return JSON.parse(plain.subarray(0, -1).toString());
}

beforeAll(async () => {
  vapid = openVapid(folder, 'mailto:house@example.test');
  service = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(answer).end();
    });
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => {
  service.close();
  rmSync(folder, { recursive: true });
});

beforeEach(async () => {
  const { pool } = database;
  await pool.query('update shards set sequence = 0 where id = 0');
  answer = 201;
  received = [];
  await pool.query(
    'truncate users, referral_links, notice_choices, push_subscriptions, push_outbox, notice_places, mail_outbox cascade',
  );
  await pool.query(
    `insert into users (id, username, email, password_hash, kind, language, invite_code, created_at)
     values (${ANNA}, 'anna', 'anna@example.test', 'x', 'user', 'de', 'ANNA', $1)`,
    [new Date(NOW)],
  );
  await tell();
});

const deps = () => ({
  pool: database.pool,
  clock,
  mail: { wake: (id: number) => woken.push(id) },
  site: 'https://house.test',
  nameOf: (code: string) => code,
});
const tell = () => tellNotices(deps());
const push = (isService: (endpoint: string) => boolean = () => true) =>
  sendPushes({ pool: database.pool, vapid, clock, log, isService });
const use = (endpoint = `${origin}/send/1`) =>
  subscribe(database.pool, { userId: ANNA, endpoint, ...keys, userAgent: 'test', now: NOW });
const invite = (friend: number, seq: number, at = NOW) =>
  database.pool.query(
    `insert into referral_links (friend, user_id, seq, linked_at, until, reward_max, fees, earned, state)
     values ($1, $2, $3, $4, $4::timestamptz + interval '365 days', 1000, 0, 0, 'active')`,
    [friend, ANNA, seq, new Date(at)],
  );
const mails = async () =>
  (await database.pool.query<{ subject: string; text: string }>('select subject, text from mail_outbox order by id'))
    .rows;

test('a browser is sent what only it can read, once, with a link', async () => {
  await use();
  await invite(21, 101);
  await tell();
  await tell();
  expect(await push()).toBe(1);
  expect(await push()).toBe(0);
  expect(received).toHaveLength(1);
  const [{ headers, body }] = received as [(typeof received)[number]];
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
  expect(String(headers.authorization)).toMatch(/^vapid t=.+, k=/);
  expect(body.includes('Freund')).toBe(false);
  expect(opened(body)).toMatchObject({
    title: 'Ein Freund hat sich mit Ihrem Code registriert',
    link: '/profile/invite',
    tag: 'referral.joined:101',
    language: 'de',
  });
});

test('nobody is looked for while the log has no new entry', async () => {
  const { pool } = database;
  await pool.query('update shards set sequence = 100 where id = 0');
  await use();
  const teller = noticeTeller(deps());
  await teller();
  await pool.query('update shards set sequence = 101 where id = 0');
  await invite(21, 101);
  expect(await teller()).toBe(1);
  // As no release writes it: a row without an entry waits for the next one.
  await invite(22, 102);
  expect(await teller()).toBe(0);
  await pool.query('update shards set sequence = 102 where id = 0');
  expect(await teller()).toBe(1);
});

test('mail goes to who chose it, push not to who chose against it', async () => {
  await use();
  await invite(21, 101);
  await tell();
  expect(await mails()).toEqual([]);
  await choose(database.pool, ANNA, 'referral', { mail: true, push: false });
  await invite(22, 102);
  await tell();
  const [mail] = await mails();
  expect(mail?.subject).toBe('Ein Freund hat sich mit Ihrem Code registriert');
  expect(mail?.text).toContain('https://house.test/profile/invite');
  expect(await push()).toBe(1);
});

test('a new level of the real account is told, up or down, and none of play money', async () => {
  await choose(database.pool, ANNA, 'level', { mail: true, push: false });
  const assign = async (book: string, tier: { level: number; before: number; seq: number }) => {
    await database.pool.query(
      `insert into user_levels (user_id, book, level, volume, assigned_at, assigned_by, level_before)
       values ($1, $2, $3, 0, $4, $5, $6)
       on conflict (user_id, book) do update set level = $3, assigned_by = $5, level_before = $6`,
      [ANNA, book, tier.level, new Date(NOW), tier.seq, tier.before],
    );
    await tell();
  };
  await assign('demo', { level: 3, before: 0, seq: 201 });
  expect(await mails()).toEqual([]);
  await assign('real', { level: 2, before: 0, seq: 202 });
  await assign('real', { level: 1, before: 2, seq: 203 });
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    'Sie haben Stufe 2 erreicht',
    'Ihre Stufe ist jetzt 1',
  ]);
  await database.pool.query('delete from user_levels');
});

test('many of one moment are all told, whatever fits into one run', async () => {
  await choose(database.pool, ANNA, 'referral', { mail: true, push: false });
  for (let friend = 1; friend <= 450; friend += 1) await invite(1_000 + friend, 500 + friend);
  await tell();
  expect(await mails()).toHaveLength(450);
});

test('what is older than three days is in the list only', async () => {
  await use();
  await invite(21, 101, NOW - 4 * 86_400_000);
  await tell();
  expect(await push()).toBe(0);
});

test('a browser that is gone is forgotten', async () => {
  await use();
  answer = 410;
  await invite(21, 101);
  await tell();
  await push();
  expect(await subscriptionsOf(database.pool, ANNA)).toEqual([]);
  expect((await database.pool.query('select from push_outbox')).rowCount).toBe(0);
});

test('nothing is sent to an address that was put into the database, or is no push service any more', async () => {
  await use();
  await invite(21, 101);
  await tell();
  expect(await push(isPushService)).toBe(0);
  expect(received).toEqual([]);
  expect(await subscriptionsOf(database.pool, ANNA)).toEqual([]);
  const { rows } = await database.pool.query('select from push_outbox');
  expect(rows).toEqual([]);
});

test('a push service that fails is tried again later, and given up in the end', async () => {
  await use();
  answer = 503;
  await invite(21, 101);
  await tell();
  await push();
  await push();
  expect(received).toHaveLength(1);
  for (let hour = 0; hour < 12; hour += 1) {
    clock.advance(2 * 3_600_000);
    await push();
  }
  expect(received).toHaveLength(8);
  expect(await subscriptionsOf(database.pool, ANNA)).toHaveLength(1);
});

test('a person keeps the twenty newest browsers, and a browser belongs to one person', async () => {
  for (let index = 1; index <= 25; index += 1) await use(`${origin}/send/${index}`);
  expect(await subscriptionsOf(database.pool, ANNA)).toHaveLength(20);
  await subscribe(database.pool, { userId: 99, endpoint: `${origin}/send/25`, ...keys, userAgent: '', now: NOW });
  expect(await subscriptionsOf(database.pool, ANNA)).toHaveLength(19);
});

test('every kind belongs to a group that people can choose for', () => {
  for (const { type } of NOTICE_KINDS) expect(NOTICE_GROUPS as readonly string[]).toContain(groupOf(type));
});
