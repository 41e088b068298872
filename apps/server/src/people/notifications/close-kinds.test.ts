/**
 * Owners of positions that the margin before a close will end are told ahead, once for each close,
 * from the state of the core and the price of then.
 */
import { beforeEach, expect, test } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { WARNED_AHEAD_MS } from '../../products/contracts/close-warnings.ts';
import { ContractsFixture, USER } from '../../products/contracts/testing/fixture.ts';
import { warnBeforeClose } from '../../products/contracts/warn-before-close.ts';
import { choose } from './choices.ts';
import { tellNotices } from './delivery.ts';
import { notificationsOf } from './queries.ts';

const MINUTE_MS = 60_000;
const REQUIREMENT_MINUTES = 30;
/** One lot at 20,000 needs 2,400 from half an hour before the close. */
const OFFER = {
  beforeClose: { minutes: 60, maxLeverage: 8 },
  closeRequirement: { minutes: REQUIREMENT_MINUTES, rate: '0.12', largestGap: '0.1', basis: 'mark' as const },
};
const OTHER = 8;
const database = withTestDatabase();
let core: ContractsFixture;

beforeEach(async () => {
  await database.pool.query('truncate contract_warnings, users, notice_places, mail_outbox cascade');
  core = await ContractsFixture.start({ offer: OFFER });
  await core.harness.open(OTHER);
});

/** The price again and again until so long before the close. */
async function waitUntil(minutes: number, price = 20_000): Promise<void> {
  const { harness } = core;
  const at = (harness.market.sessionEnds as number) - minutes * MINUTE_MS;
  await core.price(price, at - harness.now);
}

const warn = () =>
  warnBeforeClose({
    pool: database.pool,
    market: core.harness.market,
    state: () => core.harness.sequencer.state,
    now: () => core.harness.now,
  });

const noticesOf = async (userId = USER, language: 'en' | 'de' = 'en') =>
  (
    await notificationsOf(
      database.pool,
      { userId, unread: false, language, nameOf: () => 'BTC/USDT' },
      { after: undefined, limit: 50, from: null, to: null },
    )
  ).items;

async function openBefore(minutes: number, positions: readonly (readonly [user: number, leverage: number])[]) {
  core.harness.market.sessionEnds = core.harness.now + minutes * MINUTE_MS;
  const ids: number[] = [];
  for (const [user, leverage] of positions) ids.push((await core.bought({ leverage }, user)).id);
  await core.price(20_000);
  return ids;
}

test('a position that the requirement would end is told ahead, one with enough margin is not', async () => {
  const [short] = await openBefore(300, [
    [USER, 50],
    [OTHER, 4],
  ]);
  expect(await warn()).toBe(0);
  await waitUntil(REQUIREMENT_MINUTES + WARNED_AHEAD_MS / MINUTE_MS - 1);
  expect(await warn()).toBe(1);
  const [notice, ...others] = await noticesOf();
  expect(others).toEqual([]);
  expect(notice).toMatchObject({ type: 'contracts.beforeClose', link: `/order/contracts/${short}` });
  expect(notice?.title).toBe('BTC/USDT: this position will be liquidated before the market closes');
  // A margin of 400 at 50×, less the point between ask and mid.
  expect(notice?.content).toMatch(/^Demo account: From .*, it needs 2,400\.00.* it has 399\.99/);
  expect((await noticesOf(USER, 'de'))[0]?.title).not.toBe(notice?.title);
  expect(await noticesOf(OTHER)).toEqual([]);
});

test('nobody is told twice of a position and a close, and each close counts', async () => {
  // 2,500 of the 2,400 that it needs: less than a tenth above, and it stays open.
  await openBefore(REQUIREMENT_MINUTES + 100, [[USER, 8]]);
  expect(await warn()).toBe(1);
  expect(await warn()).toBe(0);
  await waitUntil(REQUIREMENT_MINUTES + 1);
  expect(await warn()).toBe(0);
  await waitUntil(1);
  expect(await warn()).toBe(0);
  core.harness.market.sessionEnds = core.harness.now + (REQUIREMENT_MINUTES + 100) * MINUTE_MS;
  expect(await warn()).toBe(1);
  expect(await noticesOf()).toHaveLength(2);
});

test('a position that is near is told so, and once more when it has become short', async () => {
  await openBefore(REQUIREMENT_MINUTES + 100, [[USER, 8]]);
  expect(await warn()).toBe(1);
  await waitUntil(REQUIREMENT_MINUTES + 50, 19_800);
  expect(await warn()).toBe(1);
  expect(await warn()).toBe(0);
  // Better again: who knows the worse need not read of it.
  await waitUntil(REQUIREMENT_MINUTES + 40);
  expect(await warn()).toBe(0);
  const titles = (await noticesOf()).map(({ title }) => title);
  expect(titles).toEqual([
    'BTC/USDT: this position will be liquidated before the market closes',
    'BTC/USDT: the margin of this position is only just enough until the market closes',
  ]);
});

test('a position that becomes near after the requirement has risen is told so, until the close', async () => {
  const [id] = await openBefore(REQUIREMENT_MINUTES + 100, [[USER, 5]]);
  await waitUntil(REQUIREMENT_MINUTES - 10);
  expect(await warn()).toBe(0);
  // 4,000 of margin less a loss of 1,600, where 2,208 are needed.
  await waitUntil(REQUIREMENT_MINUTES - 11, 18_400);
  expect(await warn()).toBe(1);
  expect(await warn()).toBe(0);
  const [notice] = await noticesOf();
  expect(notice).toMatchObject({ link: `/order/contracts/${id}` });
  expect(notice?.title).toBe('BTC/USDT: the margin of this position is only just enough until the market closes');
  expect(notice?.content).toMatch(/it needs 2,208\.00.* it has 2,399\.9/);
});

test('the owner of a position that the requirement ended is told nothing of it ahead', async () => {
  const [id = 0] = await openBefore(REQUIREMENT_MINUTES + 100, [[USER, 5]]);
  await waitUntil(REQUIREMENT_MINUTES - 10, 18_000);
  expect(core.latest(id).closedBy).toBe('liquidation');
  expect(await warn()).toBe(0);
  expect(await noticesOf()).toEqual([]);
});

test('is mailed to who asked for mails about contracts, once', async () => {
  const { pool } = database;
  await pool.query(
    `insert into users (id, username, email, password_hash, kind, language, invite_code, created_at)
     values ($1, 'anna', 'anna@example.test', 'x', 'user', 'de', 'ANNA', now())`,
    [USER],
  );
  const clock = manualClock(core.harness.now);
  const mail = { wake: () => undefined };
  const deps = { pool, clock, mail, site: 'https://house.example', nameOf: () => 'BTC/USDT' };
  const mails = async () => (await pool.query('select subject from mail_outbox')).rows;
  await choose(pool, USER, 'contracts', { mail: true, push: false });
  await tellNotices(deps);
  await openBefore(REQUIREMENT_MINUTES + 100, [[USER, 50]]);
  await warn();
  await tellNotices(deps);
  await tellNotices(deps);
  expect(await mails()).toHaveLength(1);
});
