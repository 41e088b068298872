/**
 * A fired alert is a notification, over HTTP from PostgreSQL: in the reader's language, counted
 * until it is read, and visible to nobody else.
 */
import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../../http/testing/gateway.ts';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { PostgresStore } from '../../kernel/core/postgres-store.ts';
import { Harness, TEST_CODE } from '../../kernel/testing/harness.ts';
import { verifyDatabase } from '../../kernel/verify/verify.ts';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { MODULES } from '../../runtime/modules.ts';
import { alertCalls } from '../alerts/routes.ts';
import { notificationCalls } from './routes.ts';

const database = withTestDatabase();
let gateway: TestGateway;
let harness: Harness;
let keys = 0;
let isClosed = false;

beforeAll(async () => {
  const { pool } = database;
  harness = new Harness(
    new PostgresStore({ connectionString: database.url, modules: MODULES, encodeTicks, acquireTimeoutMs: 2_000 }),
  );
  await harness.start();
  await harness.tick(10_000);
  const bus: CoreBus = {
    submit: (input) => harness.sequencer.submit(input),
    onUserEvents: () => {},
    onMarketFrame: () => {},
  };
  const nameOf = () => 'BTC/USDT';
  const precisionOf = (code: string) => (code === TEST_CODE ? 2 : undefined);
  const handlers = {
    ...alertCalls({ pool, bus, nameOf, precisionOf, isClosed: () => isClosed }),
    ...notificationCalls({ pushKey: '', pool, nameOf, now: () => harness.now }),
  };
  gateway = await openTestGateway(pool, { bus, handlers });
});
afterAll(async () => {
  await gateway.app.close();
  await harness.sequencer.stop();
});

const post = async (
  name: 'addAlert' | 'removeAlert' | 'markNotificationsRead' | 'getUserInfo',
  token: string,
  body: object,
) => {
  keys += 1;
  return (await gateway.call(name, { token, body, key: `alert-${keys}` })).json;
};
const add = (token: string, price: string) => post('addAlert', token, { code: TEST_CODE, price });
const unread = async (token: string) => (await post('getUserInfo', token, {})).result.unread.notifications;
const list = async (token: string, query?: string, headers?: Record<string, string>) =>
  (
    await gateway.call('listNotifications', {
      token,
      ...(query === undefined ? {} : { query }),
      ...(headers ? { headers } : {}),
    })
  ).json.result;

test('alerts are added, listed, removed and fired; what fired is read once', async () => {
  const { token } = await gateway.guest();
  const stranger = await gateway.guest();
  expect((await post('addAlert', token, { code: 'NOPE', price: '5' })).code).toBe(code.instrumentUnknown);
  const ids: number[] = [];
  for (const price of ['101', '102', '103', '99', '98']) {
    const { result } = await add(token, price);
    expect(result).toMatchObject({ code: TEST_CODE, name: 'BTC/USDT', state: 'active', tick: null });
    ids.push(result.id);
  }
  expect((await post('removeAlert', stranger.token, { id: ids[4] })).code).toBe(code.nothingFound);
  expect((await post('removeAlert', token, { id: ids[4] })).result).toMatchObject({ state: 'removed' });
  expect((await post('removeAlert', token, { id: ids[4] })).code).toBe(code.orderAlreadyFinal);
  expect(await unread(token)).toBe(0);

  await harness.tick(10_250);
  await harness.tick(9_900);
  const alerts = (await gateway.call('listAlerts', { token, query: 'state=fired' })).json.result.items;
  expect(alerts.map(({ id }: { id: number }) => id)).toEqual([ids[3], ids[1], ids[0]]);
  expect(alerts[1]).toMatchObject({ tick: { price: '102.50' } });
  const active = (await gateway.call('listAlerts', { token, query: `state=active&code=${TEST_CODE}` })).json.result;
  expect(active.items).toMatchObject([{ id: ids[2], direction: 'above', price: '103.00' }]);

  expect(await unread(token)).toBe(3);
  expect(await unread(stranger.token)).toBe(0);
  const first = await list(token, 'limit=2');
  expect(first.items).toMatchObject([
    {
      id: ids[3],
      type: 'alert.fired',
      title: 'BTC/USDT reached 99.00',
      content: 'Your alert at 99.00 was triggered at a price of 99.00.',
      link: `/cruuency?code=${TEST_CODE}`,
      read: false,
    },
    { id: ids[1], content: 'Your alert at 102.00 was triggered at a price of 102.50.' },
  ]);
  expect(await list(token, `limit=2&cursor=${first.next}`)).toMatchObject({ items: [{ id: ids[0] }], next: null });
  expect((await list(token, undefined, { lang: 'de' })).items[0].title).toContain('BTC/USDT');
  expect((await list(token, undefined, { lang: 'de' })).items[0].content).toContain('Ihr Alarm bei 99,00');

  expect((await post('markNotificationsRead', stranger.token, { ids: [ids[3]] })).result).toEqual({ read: 0 });
  expect((await post('markNotificationsRead', token, { ids: [ids[3], ids[2]] })).result).toEqual({ read: 1 });
  expect(await unread(token)).toBe(2);
  expect((await list(token, 'unread=true')).items.map(({ id }: { id: number }) => id)).toEqual([ids[1], ids[0]]);
  expect((await post('markNotificationsRead', token, {})).result).toEqual({ read: 2 });
  expect((await post('markNotificationsRead', token, {})).result).toEqual({ read: 0 });
  expect(await unread(token)).toBe(0);
  expect((await list(token)).items.every(({ read }: { read: boolean }) => read)).toBe(true);
});

test('an opening can be awaited while the market is closed, and its first price tells of it', async () => {
  const { token } = await gateway.guest();
  const wait = () => post('addAlert', token, { code: TEST_CODE });
  expect((await wait()).code).toBe(code.orderPriceIncorrect);
  isClosed = true;
  const { result } = await wait();
  expect(result).toMatchObject({ opening: true, state: 'active' });
  expect(await unread(token)).toBe(0);
  isClosed = false;
  await harness.tick(9_000);
  expect((await list(token)).items).toMatchObject([
    {
      id: result.id,
      type: 'alert.fired',
      title: 'BTC/USDT is open',
      content: 'Its first price after the opening was 90.00.',
      link: `/cruuency?code=${TEST_CODE}`,
    },
  ]);
});

test('the log makes the alerts again', async () => {
  expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
});
