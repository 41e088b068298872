import { code } from '@glasshouse/api/codes';
import { networkSpec } from '@glasshouse/api/networks';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { AddressDeriver } from '../../chains/derive-address.ts';
import { readChainSettings } from '../../chains/settings.ts';
import { LocalChain } from '../../chains/testing/local-chain.ts';
import { MeddlingEndpoint } from '../../chains/testing/meddling-endpoint.ts';
import { PostgresStore } from '../../kernel/core/postgres-store.ts';
import { Harness } from '../../kernel/testing/harness.ts';
import { verifyDatabase } from '../../kernel/verify/verify.ts';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import { EnvReader } from '../../platform/env-reader.ts';
import { createLog } from '../../platform/log.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { MODULES } from '../modules.ts';
import { Watchers } from './watchers.ts';

/**
 * A watcher that has many blocks to catch up with, and is not left in peace: its thread dies, its
 * endpoint breaks or talks nonsense, the core is away. Every transfer is credited, and none twice.
 */
const XPUB =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB';
const USERS = [7, 8, 9];
const TRANSFERS = 36;
const USDT = 10n ** 6n;
const NEEDED = networkSpec('ERC20').confirmations;
const PATIENCE = { timeout: 60_000, interval: 25 };
const deriver = new AddressDeriver('evm', XPUB);

const database = withTestDatabase();
let chain: LocalChain;
let endpoint: MeddlingEndpoint;
let token: string;
let harness: Harness;
let watchers: Watchers;
/** Ids of the commands that the core got, as often as it got them. */
const submitted: string[] = [];
/** The core is away for so many tellings. */
let refusals = 0;

beforeAll(async () => {
  chain = await LocalChain.start();
  token = await chain.deployToken('USDT');
  endpoint = await MeddlingEndpoint.start(chain.url);
  const store = new PostgresStore({
    connectionString: database.url,
    modules: MODULES,
    encodeTicks,
    acquireTimeoutMs: 2_000,
  });
  harness = new Harness(store);
  await harness.start();
  await harness.tick(10_000_000);
  for (const userId of USERS) {
    const body = { family: 'evm', address: deriver.address(userId), memo: '', path: userId, keyDigest: '00' };
    const id = `publish:${userId}`;
    const answer = await harness.sequencer.submit({ id, userId, book: 'real', type: 'deposits.publish', body });
    expect(answer.code).toBe(200);
  }
});
afterAll(async () => {
  await watchers?.stop();
  await harness.sequencer.stop();
  await endpoint.stop();
  await chain.stop();
});

function startWatchers(): Watchers {
  const tokens = { USDT: { contract: token, decimals: 6 } };
  const extra = [{ name: 'ERC20', chainId: chain.chainId, url: endpoint.url, tokens, blockSeconds: 0.1 }];
  const chains = readChainSettings(new EnvReader({ XPUB_EVM: XPUB, WATCH_EXTRA: JSON.stringify(extra) }), 'sandbox');
  return new Watchers({
    databaseUrl: database.url,
    chains,
    logLevel: 'silent',
    log: createLog({ level: 'silent', name: 'test' }),
    bus: {
      submit: async (input) => {
        submitted.push(input.id);
        refusals -= 1;
        if (0 <= refusals) return { seq: 0, code: code.coreUnavailable, result: null };
        return await harness.sequencer.submit(input);
      },
    },
  });
}

/** Until the core was told of so many more things, so that the next blow falls in the middle. */
async function after(more: number): Promise<void> {
  const before = submitted.length;
  await vi.waitFor(() => expect(submitted.length).toBeGreaterThanOrEqual(before + more), PATIENCE);
}
const problems = () => [...watchers.problems.values()].map(({ problem }) => problem);

/** Its connections are cut: to the thread that is a database that is gone, and it ends. */
async function cutThread(): Promise<void> {
  await vi.waitFor(async () => {
    const { rowCount } = await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'glasshouse-watchers' and datname = current_database()`,
    );
    expect(rowCount).toBeGreaterThan(0);
    expect(problems()).toContain('the watcher starts again');
  }, PATIENCE);
}

async function disturbEndpoint(instead: MeddlingEndpoint['instead']): Promise<void> {
  endpoint.instead = instead;
  const before = endpoint.requests;
  await vi.waitFor(() => expect(endpoint.requests).toBeGreaterThan(before), PATIENCE);
  if (instead?.() !== 'silence') await vi.waitFor(() => expect(problems()).not.toEqual([]), PATIENCE);
  endpoint.instead = undefined;
}

it('catches up with every transfer once, whatever befalls thread, endpoint and core', {
  timeout: 150_000,
}, async () => {
  watchers = startWatchers();
  // From here on there is something to catch up with.
  await vi.waitFor(async () => {
    expect((await database.pool.query('select from watch_cursors')).rowCount).toBe(1);
  }, PATIENCE);
  await watchers.stop();
  const expected = new Map<string, string>();
  for (let number = 0; number < TRANSFERS; number += 1) {
    const userId = USERS[number % USERS.length]!;
    const units = BigInt(130 + number);
    const hash = await chain.sendToken(token, { to: deriver.address(userId), units: units * USDT });
    expected.set(hash, `${userId} ${units}`);
    await chain.mine(number % 3);
  }
  await chain.mine(NEEDED);

  watchers = startWatchers();
  await after(2);
  await watchers.stop();
  watchers = startWatchers();
  await after(2);
  await disturbEndpoint(() => ({ status: 502, body: 'bad gateway' }));
  await after(2);
  refusals = 2;
  await after(3);
  await cutThread();
  await after(2);
  await disturbEndpoint(() => ({ status: 200, body: '{"jsonrpc":"2.0","id":0' }));
  await after(1);
  await watchers.stop();
  watchers = startWatchers();

  await vi.waitFor(async () => {
    const { rows } = await database.pool.query<{ tx_hash: string; line: string }>(
      `select tx_hash, user_id || ' ' || trim_scale(arrived) as line from deposits where state = 'reviewing'`,
    );
    expect(new Map(rows.map(({ tx_hash, line }) => [tx_hash, line]))).toEqual(expected);
    expect(rows.length).toBe(TRANSFERS);
  }, PATIENCE);
  const { rows } = await database.pool.query<{ type: string; count: number }>(
    `select entry::jsonb ->> 'type' as type, count(*)::int from command_log
      where entry::jsonb ->> 'type' in ('deposits.seen', 'deposits.vanished') group by 1`,
  );
  expect(rows).toEqual([{ type: 'deposits.seen', count: TRANSFERS }]);
  expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
  expect(harness.bugs).toEqual([]);
});
