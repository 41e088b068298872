/** A database that stops answering, and sessions that outlive their process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import { type Client, createClient, createPool, endClient } from '../../platform/postgres.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { MODULES } from '../../runtime/modules.ts';
import { Harness } from '../testing/harness.ts';
import { SilentProxy } from '../testing/silent-proxy.ts';
import { PostgresStore, type PostgresStoreOptions } from './postgres-store.ts';
import { FencedError } from './store.ts';

const database = withTestDatabase();

const storeOf = (connectionString: string, more: Partial<PostgresStoreOptions> = {}): PostgresStore =>
  new PostgresStore({ connectionString, modules: MODULES, encodeTicks, acquireTimeoutMs: 2_000, ...more });

describe('a database that falls silent without closing a connection', () => {
  let proxy: SilentProxy;
  afterEach(() => proxy.close());

  test('counts as failed within seconds; what waits is done once when it speaks again', async () => {
    const opened = await SilentProxy.before(database.url);
    proxy = opened.proxy;
    const harness = new Harness(storeOf(opened.url, { patienceMs: 500, silentMs: 1_000, acquireTimeoutMs: 4_000 }));
    await harness.start();
    await harness.open(1);
    await harness.tick(10_000_000);
    proxy.silence();
    const order = harness.buy(1);
    const silentAt = performance.now();
    harness.beforeReload = () => proxy.speak();
    expect((await order).code).toBe(200);
    expect(performance.now() - silentAt).toBeLessThan(6_000);
    expect(harness.reloads).toBeGreaterThan(0);
    const { rows } = await database.pool.query('select count(*) as n from option_orders');
    expect(rows[0].n).toBe(1);
    await harness.sequencer.stop();
  });

  test('fails a read of a page, too, and closing does not wait for it', async () => {
    const opened = await SilentProxy.before(database.url);
    proxy = opened.proxy;
    const pool = createPool(opened.url, { max: 2, patienceMs: 300 });
    await pool.query('select 1');
    const client = createClient(opened.url, 'silent', 300);
    await client.connect();
    proxy.silence();
    await expect(pool.query('select 2')).rejects.toThrow(/timeout/i);
    const closing = performance.now();
    await endClient(client);
    expect(performance.now() - closing).toBeLessThan(3_000);
    proxy.speak();
    await pool.end();
  });
});

describe('the lock of the shard', () => {
  /** A session that took the lock as an owner does. */
  async function holder(): Promise<Client> {
    const client = createClient(database.url, 'glasshouse-core-writer');
    await client.connect();
    await client.query('select pg_try_advisory_lock(7421060)');
    return client;
  }

  test('is taken from a session that nobody uses any more', async () => {
    const zombie = await holder();
    const report = vi.fn();
    const store = storeOf(database.url, { silentMs: 700, report });
    await store.acquire();
    expect(report).toHaveBeenCalledWith(expect.stringMatching(/glasshouse-core-writer .*held the shard and was ended/));
    await expect(zombie.query('select 1')).rejects.toThrow();
    await store.close();
  });

  test('is not taken from an owner that shows signs of life, with or without orders', async () => {
    const live = await holder();
    let alive = true;
    const signs = (async () => {
      while (alive) {
        await live.query('select 1');
        await sleep(100);
      }
    })();
    const takeover = storeOf(database.url, { silentMs: 700 }).acquire();
    await expect(takeover).rejects.toBeInstanceOf(FencedError);
    await expect(takeover).rejects.toThrow(/holds the shard and lives: glasshouse-core-writer/);
    alive = false;
    await signs;
    await endClient(live);
  });

  test('an idle owner says something every two seconds', async () => {
    const store = storeOf(database.url);
    await store.acquire();
    const silence = async (): Promise<number> =>
      (
        await database.pool.query(
          `select (extract(epoch from clock_timestamp() - query_start) * 1000)::double precision as ms
             from pg_stat_activity where application_name = 'glasshouse-core-writer' and datname = current_database()`,
        )
      ).rows[0].ms;
    await sleep(4_500);
    expect(await silence()).toBeLessThan(3_500);
    await store.close();
  });
});

test('recovery reads more rows than a page holds, by key, each once', async () => {
  await database.pool.query(
    'truncate command_log, command_ids, accounts, postings, tick_journal, option_orders, option_terms',
  );
  const seeded = `select 'C' || n as code, 1 as version, jsonb_build_object('code', 'C' || n) as terms from generate_series(1, 12001) n`;
  await database.pool.query(`insert into option_terms (code, version, terms) ${seeded}`);
  const store = storeOf(database.url);
  await store.acquire();
  const codes: string[] = [];
  for await (const page of store.loadLiveRows()) {
    codes.push(...page.filter(({ table }) => table === 'option_terms').map(({ row }) => String(row.code)));
  }
  expect(codes).toHaveLength(12_001);
  expect(new Set(codes).size).toBe(12_001);
  await store.close();
});
