/** What a handler that throws, and a row that the store refuses, do to everything else: nothing. */
import { hash } from 'node:crypto';
import { code } from '@glasshouse/api/codes';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { MODULES } from '../../runtime/modules.ts';
import { Harness, TEST_CODE } from '../testing/harness.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { verifyDatabase } from '../verify/verify.ts';
import { HELD_TABLE, reopened } from './guard.ts';
import { PostgresStore } from './postgres-store.ts';
import { SEQUENCER_LIMITS } from './sequencer-options.ts';
import type { Command, CoreModule, Handler } from './types.ts';

/** Orders whose handlers throw, as a bug would make them. */
const broken = new Set<number>();
let tickFails = false;

const withBug = (module: CoreModule, type: string): CoreModule => {
  const original = module.handlers[type] as Handler;
  const handler: Handler = (state, command) => {
    const { orders } = command.body as unknown as { orders: number[] };
    if (orders.some((id) => broken.has(id))) throw new Error('a bug');
    return original(state, command);
  };
  return { ...module, handlers: { ...module.handlers, [type]: handler } };
};

/** What an operator's command does; its own test is with the operators' calls. */
const reopening: CoreModule = {
  name: 'reopening',
  initial: () => undefined,
  tables: [],
  reduce: () => undefined,
  handlers: {
    'test.reopen': (state, { at }: Command) => ({
      ok: true,
      result: null,
      postings: [],
      rows: reopened(state, TEST_CODE, at).map((row) => ({ table: HELD_TABLE.table, row })),
      events: [],
    }),
  },
  gather: {},
  onTick: () => {
    if (tickFails) throw new Error('a bug in what a tick fires');
    return [];
  },
};

const modules = [
  ...MODULES.map((module) => (module.name === 'options' ? withBug(module, 'options.settle') : module)),
  reopening,
];

beforeEach(() => {
  broken.clear();
  tickFails = false;
});

async function started(store: MemoryStore): Promise<{ harness: Harness; orders: number[] }> {
  const harness = new Harness(store, { modules });
  await harness.start();
  await harness.open(1);
  await harness.tick(10_000_000);
  const orders: number[] = [];
  for (let index = 0; index < 5; index += 1) orders.push((await harness.buy(1, { periodId: 30 })).seq);
  return { harness, orders };
}

const rowOf = (store: MemoryStore, id: number) => store.rows.get('option_orders')?.get(String(id));
const heldIn = (store: MemoryStore) => [...(store.rows.get('held_triggers')?.values() ?? [])];

describe('a handler that throws for one order', () => {
  test('holds that one alone, closes its instrument, and does it later by the same tick', async () => {
    const store = new MemoryStore(modules);
    const { harness, orders } = await started(store);
    const [, , third] = orders;
    broken.add(third as number);
    for (let second = 0; second < 33; second += 1) await harness.tick(10_000_001 + second);
    for (const id of orders) expect(rowOf(store, id)?.state).toBe(id === third ? 'open' : 'settled');
    expect(heldIn(store)).toMatchObject([{ id: `options.settle:${third}`, code: TEST_CODE, done_at: null }]);
    expect(harness.bugs.length).toBeGreaterThan(0);
    expect((await harness.buy(1, {}, 'while closed')).code).toBe(code.notTradable);

    // Another process continues where this one stopped; its prices have moved on.
    const next = new Harness(store, { modules });
    next.now = harness.now;
    for (const tick of harness.published.slice(-1)) next.market.sequenced(tick);
    await next.sequencer.start();
    broken.clear();
    await next.wait(120_000);
    expect(rowOf(store, third as number)).toMatchObject({
      state: 'settled',
      exit_mid: rowOf(store, orders[0] as number)?.exit_mid,
    });
    expect(heldIn(store)).toMatchObject([{ done_at: expect.any(Number), reopened_at: null }]);
    await next.tick(10_000_100);
    expect((await next.buy(1, {}, 'still closed')).code).toBe(code.notTradable);
    expect((await next.internal('test.reopen', {}, 'reopen')).code).toBe(200);
    expect((await next.buy(1, {}, 'open again')).code).toBe(200);
  });

  test('tries less and less often, and never fires it beside', async () => {
    const store = new MemoryStore(modules);
    const { harness, orders } = await started(store);
    broken.add(orders[0] as number);
    for (let second = 0; second < 33; second += 1) await harness.tick(10_000_001);
    const before = harness.bugs.length;
    for (let second = 0; second < 600; second += 1) await harness.wait(1_000);
    expect(harness.bugs.length - before).toBeLessThan(30);
    expect(heldIn(store)).toHaveLength(1);
  });
});

test('a module that cannot find what a tick fires stops alone, until somebody has looked', async () => {
  const store = new MemoryStore(modules);
  const { harness, orders } = await started(store);
  tickFails = true;
  for (let second = 0; second < 34; second += 1) await harness.tick(10_000_001 + second);
  tickFails = false;
  expect(harness.fatal).toBeUndefined();
  expect(harness.reloads).toBe(1);
  for (const id of orders) expect(rowOf(store, id)).toMatchObject({ state: 'settled' });
  expect(heldIn(store)).toMatchObject([{ id: `reopening/${TEST_CODE}`, input: null }]);
  expect((await harness.buy(1, {}, 'closed')).code).toBe(code.notTradable);
});

test('a batch that cannot even be prepared is decided anew', async () => {
  const store = new MemoryStore(modules);
  const harness = new Harness(store, { modules, limits: { ...SEQUENCER_LIMITS, batchMax: 4 } });
  await harness.start();
  const prepared = Promise.withResolvers<void>();
  let fails = 1;
  store.prepare = () => {
    prepared.resolve();
    if (0 < fails--) throw new Error('a row lacks a column');
  };
  store.fault = async () => {
    await prepared.promise;
    return undefined;
  };
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => harness.open(10 + index)));
  expect(answers.every((answer) => answer.code === 200)).toBe(true);
  expect(harness.reloads).toBe(1);
});

describe('a row that the database refuses', () => {
  const database = withTestDatabase();
  const storeOf = () =>
    new PostgresStore({ connectionString: database.url, modules, encodeTicks, acquireTimeoutMs: 4_000 });

  beforeEach(async () => {
    await database.pool.query(
      'truncate command_log, command_ids, accounts, postings, tick_journal, option_orders, option_terms, held_triggers',
    );
    await database.pool.query(
      `update shards set sequence = 0, last_hash = decode(repeat('00', 32), 'hex'), next_account_id = 1`,
    );
    await database.pool.query('alter table option_orders drop constraint if exists cursed');
  });

  const verify = async () => (await verifyDatabase(database.pool, modules)).findings;

  test('is answered and logged, and the others of its batch are done', async () => {
    const harness = new Harness(storeOf());
    await harness.start();
    await harness.open(1);
    await harness.tick(10_000_000);
    await database.pool.query(`alter table option_orders add constraint cursed check (stake <> 66)`);
    const buy = (key: string, amount: string) => harness.buy(1, { amount }, key);
    const answers = await Promise.all([buy('a', '50'), buy('b', '66'), buy('c', '50'), buy('d', '66')]);
    expect(answers.map((answer) => answer.code)).toEqual([200, code.serverError, 200, code.serverError]);
    expect(harness.fatal).toBeUndefined();
    const reloads = harness.reloads;
    expect((await buy('b', '66')).code).toBe(code.serverError);
    expect((await buy('e', '50')).code).toBe(200);
    expect(harness.reloads).toBe(reloads);
    await harness.sequencer.stop();
    const { rows } = await database.pool.query(
      `select entry::jsonb -> 'body' as body from command_log where type = 'core.refused' order by seq`,
    );
    expect(rows).toEqual(
      ['b', 'd'].map((key) => ({ body: { type: 'options.buy', user: 1, digest: hash('sha256', `1:${key}`) } })),
    );
    expect(await verify()).toEqual([]);
  });

  test('of a settlement holds that order alone; its neighbours settle, and ticks go on', async () => {
    const harness = new Harness(storeOf());
    await harness.start();
    await harness.open(1);
    await harness.tick(10_000_000);
    harness.beforeReload = () => harness.market.restore(harness.published);
    const orders: number[] = [];
    for (let index = 0; index < 4; index += 1) orders.push((await harness.buy(1, { periodId: 30 })).seq);
    await database.pool.query(
      `alter table option_orders add constraint cursed check (state <> 'settled' or id <> ${orders[1]})`,
    );
    for (let second = 0; second < 36; second += 1) await harness.tick(10_000_001 + second);
    expect(harness.fatal).toBeUndefined();
    const { rows } = await database.pool.query('select id, state from option_orders order by id');
    expect(rows).toEqual(orders.map((id) => ({ id, state: id === orders[1] ? 'open' : 'settled' })));
    await vi.waitFor(async () => {
      const held = await database.pool.query('select id, code from held_triggers');
      expect(held.rows).toEqual([{ id: `options.settle:${orders[1]}`, code: TEST_CODE }]);
    });
    await harness.sequencer.stop();
    expect(await verify()).toEqual([]);
  });
});
