/**
 * What happens to orders is a notification, from the rows that the core writes: with the net
 * result, linked to the receipt, and by no doing of their owner.
 */
import { code } from '@glasshouse/api/codes';
import { translatorFor } from '@glasshouse/i18n/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PostgresStore } from '../../kernel/core/postgres-store.ts';
import { Harness, TEST_CODE } from '../../kernel/testing/harness.ts';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { TEST_CONTRACT } from '../../products/contracts/testing/fixture.ts';
import { TEST_PAIR } from '../../products/spot/testing/fixture.ts';
import { MODULES } from '../../runtime/modules.ts';
import { markRead, notificationsOf, unreadOf } from './queries.ts';

const database = withTestDatabase();
let harness: Harness;
const ANNA = 7;
const PAGE = { after: undefined, limit: 50, from: null, to: null };

beforeAll(async () => {
  harness = new Harness(
    new PostgresStore({ connectionString: database.url, modules: MODULES, encodeTicks, acquireTimeoutMs: 2_000 }),
  );
  await harness.start();
  await harness.submit(ANNA, 'books.open', {});
  await harness.tick(10_000);
});
afterAll(() => harness.sequencer.stop());

const noticesOf = async (language: 'en' | 'de' = 'en') =>
  (await notificationsOf(database.pool, { userId: ANNA, unread: false, language, nameOf: () => 'BTC/USDT' }, PAGE))
    .items;

test('a settled option is told with its net result, until it is read', async () => {
  await harness.submit(ANNA, 'options.buy', { code: TEST_CODE, direction: 'up', amount: '100', periodId: 30 });
  for (let second = 0; second < 33; second += 1) await harness.tick(10_000 + second);
  const [notice, ...others] = await noticesOf();
  expect(others).toEqual([]);
  expect(notice).toMatchObject({ type: 'options.settled', read: false, content: 'Demo account' });
  const { rows } = await database.pool.query<{ id: number; net: string }>(
    'select id, trim_scale(paid - stake - fee)::text as net from option_orders where user_id = $1',
    [ANNA],
  );
  expect(notice?.link).toBe(`/order/options/${rows[0]?.id}`);
  expect(notice?.title).toContain(`+${Number(rows[0]?.net).toFixed(2)}`);
  expect((await noticesOf('de'))[0]?.title).not.toBe(notice?.title);
  expect(await unreadOf(database.pool, ANNA)).toBe(1);
  expect(await markRead(database.pool, { userId: ANNA, ids: undefined, now: harness.now })).toBe(1);
  expect(await unreadOf(database.pool, ANNA)).toBe(0);
});

test('only the newest of many are listed', async () => {
  await database.pool.query(
    `insert into option_orders
       select (jsonb_populate_record(o, jsonb_build_object('id', 1000000 + n, 'settled_by', 1000000 + n))).*
         from option_orders o, generate_series(1, 600) n where o.user_id = $1`,
    [ANNA],
  );
  expect(await unreadOf(database.pool, ANNA)).toBe(100);
  expect(await markRead(database.pool, { userId: ANNA, ids: undefined, now: harness.now })).toBe(500);
  await database.pool.query('delete from option_orders where id > 1000000');
});

test('an order that waited for its price is told when it opens, a market order is not', async () => {
  const offer = { ...TEST_CONTRACT, code: TEST_CODE, slippageRate: '0.05', minLots: '0.01' };
  await harness.internal('contracts.define', offer, 'contracts');
  const fund = { asset: 'USDT', amount: '1000000', into: 'pool.contracts' };
  await harness.internal('house.fund', fund, 'pool');
  await harness.tick(10_000);
  const order = { code: TEST_CODE, side: 'buy', lots: '0.1', leverage: 5 };
  const place = async (more: object): Promise<number> => {
    const answer = await harness.submit(ANNA, 'contracts.buy', { ...order, ...more });
    expect(answer.code).toBe(200);
    return (answer.result as { id: number }).id;
  };
  const limit = await place({ type: 'limit', price: '99' });
  const stop = await place({ type: 'stop', stopPrice: '101' });
  const stopLimit = await place({ type: 'stopLimit', stopPrice: '102', price: '103' });
  await place({ type: 'market' });
  for (const mid of [10_000, 10_000, 10_000, 9_890, 10_120, 10_250]) await harness.tick(mid);
  const opened = (await noticesOf()).filter(({ type }) => type === 'contracts.opened');
  expect(opened.map(({ link }) => link).sort()).toEqual(
    [limit, stop, stopLimit].map((id) => `/order/contracts/${id}`).sort(),
  );
  const titles = opened.map(({ title }) => title.replace(/[\d.,]+$/, '…'));
  expect(titles.filter((title) => /limit order/.test(title))).toHaveLength(1);
});

test('a spot order that nobody fills at its trigger is told with the reason, one that its owner cancels is not', async () => {
  await harness.internal('spot.define', TEST_PAIR, 'spot');
  const order = { code: TEST_CODE, side: 'buy', price: null, quantity: null, timeInForce: null };
  const stop = { ...order, type: 'stop', amount: '10', stopPrice: '104' };
  const placed = async () => ((await harness.submit(ANNA, 'spot.submit', stop)).result as { id: number }).id;
  const refused = await placed();
  const cancelled = await placed();
  await harness.submit(ANNA, 'spot.cancel', { id: cancelled });
  await harness.tick(10_400);
  for (const language of ['en', 'de'] as const) {
    const notices = (await noticesOf(language)).filter(({ type }) => type.startsWith('spot.'));
    expect(notices.map(({ link }) => link)).toEqual([`/order/spot/${refused}`]);
    expect(notices[0]?.title).toContain(translatorFor(language).error(code.notFilledAtOnce));
  }
});
