import { code } from '@glasshouse/api/codes';
import { networkSpec } from '@glasshouse/api/networks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AddressDeriver } from '../../chains/derive-address.ts';
import { readChainSettings } from '../../chains/settings.ts';
import { LocalChain } from '../../chains/testing/local-chain.ts';
import { PostgresStore } from '../../kernel/core/postgres-store.ts';
import type { CommandInput } from '../../kernel/core/types.ts';
import { Harness } from '../../kernel/testing/harness.ts';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import { EnvReader } from '../../platform/env-reader.ts';
import { createLog } from '../../platform/log.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { MODULES } from '../modules.ts';
import { Watchers } from './watchers.ts';

/**
 * From the chain to the ledger: a real EVM node, the watchers' thread, the real core, PostgreSQL.
 * Nobody says that money is coming.
 */
const XPUB =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB';
const ANNA = 7;
const USDT = 10n ** 6n;
const NEEDED = networkSpec('ERC20').confirmations;
const annas = new AddressDeriver('evm', XPUB).address(ANNA);

const database = withTestDatabase();
let chain: LocalChain;
let token: string;
let payout: string;
let harness: Harness;
let watchers: Watchers;
/** The core is away while this is true. */
let isCoreGone = false;

beforeAll(async () => {
  chain = await LocalChain.start();
  token = await chain.deployToken('USDT');
  await creditUpTo('100000');
  payout = await chain.sendToken(token, { to: chain.accounts[5]!, units: 20n * USDT });
  await sent({ id: 1, hash: payout, received: '20' });
  await sent({ id: 2, hash: payout, received: '21' });
  // The other transaction of a confirmed payout, and the one of a refunded payout.
  const faster = await chain.sendToken(token, { to: chain.accounts[5]!, units: 22n * USDT });
  const secondPayment = await chain.sendToken(token, { to: chain.accounts[5]!, units: 23n * USDT });
  await sent({ id: 3, hash: `0x${'c3'.repeat(32)}`, received: '22' });
  await sent({ id: 4, hash: secondPayment, received: '23' });
  await ended(3, 'confirmed', faster);
  await ended(4, 'failed', null);
  const store = new PostgresStore({
    connectionString: database.url,
    modules: MODULES,
    encodeTicks,
    acquireTimeoutMs: 2_000,
  });
  harness = new Harness(store);
  await harness.start();
  await harness.tick(10_000_000);
  const answer = await harness.sequencer.submit(published());
  expect(answer.code).toBe(200);
  watchers = startWatchers();
});
afterAll(async () => {
  await watchers.stop();
  await harness.sequencer.stop();
  await chain.stop();
});

function startWatchers(): Watchers {
  const tokens = { USDT: { contract: token, decimals: 6 } };
  const extra = [{ name: 'ERC20', chainId: chain.chainId, url: chain.url, tokens, blockSeconds: 0.1 }];
  const env = new EnvReader({ XPUB_EVM: XPUB, WATCH_EXTRA: JSON.stringify(extra) });
  const chains = readChainSettings(env, 'sandbox');
  expect(env.problems).toEqual([]);
  return new Watchers({
    databaseUrl: database.url,
    chains,
    logLevel: 'silent',
    log: createLog({ level: 'silent', name: 'test' }),
    bus: {
      submit: (input) =>
        isCoreGone
          ? Promise.resolve({ seq: 0, code: code.coreUnavailable, result: null })
          : harness.sequencer.submit(input),
    },
  });
}

it('confirms a payout by its hash, and tells when it paid too little', async () => {
  const states = async () =>
    (await database.pool.query('select state, trouble from withdrawals where id < 3 order by id')).rows;
  await chain.mine(NEEDED - 1);
  expect(await states()).toEqual([
    { state: 'sent', trouble: null },
    { state: 'sent', trouble: null },
  ]);
  await chain.mine();
  await vi.waitFor(
    async () =>
      expect(await states()).toEqual([
        { state: 'confirmed', trouble: null },
        { state: 'sent', trouble: 'reverted' },
      ]),
    PATIENCE,
  );
});

it('tells when a payout that has ended is paid by another of its transactions', async () => {
  const paid = async () =>
    (
      await database.pool.query(
        `select state, trouble, second_payments -> 0 ->> 'amount' as amount, jsonb_array_length(second_payments) as count
           from withdrawals where 3 <= id order by id`,
      )
    ).rows;
  await vi.waitFor(
    async () =>
      expect(await paid()).toEqual([
        { state: 'confirmed', trouble: 'paidTwice', amount: '22', count: 1 },
        { state: 'failed', trouble: 'paidTwice', amount: '23', count: 1 },
      ]),
    PATIENCE,
  );
});

describe('a deposit on the chain', () => {
  it('is seen, counted and credited, and frozen when its block is gone', async () => {
    const before = await chain.snapshot();
    await chain.sendToken(token, { to: annas, units: 250n * USDT });
    await chain.mine();
    await vi.waitFor(
      async () => expect(await deposits()).toEqual([{ state: 'confirming', arrived: '250.00000000' }]),
      PATIENCE,
    );
    expect(await balance()).toBe('0');
    await chain.mine(NEEDED - 1);
    await vi.waitFor(async () => expect(await balance()).toBe('250'), PATIENCE);
    expect(await deposits()).toEqual([{ state: 'approved', arrived: '250.00000000' }]);

    await chain.revert(before);
    await chain.mine(NEEDED + 2);
    await vi.waitFor(async () => expect(await balance()).toBe('0'), PATIENCE);
    const { rows } = await database.pool.query('select kind, amount from deposit_alarms');
    expect(rows).toEqual([{ kind: 'vanished', amount: '250.00000000' }]);
  });

  it('waits for a core that is away, and for a thread that was killed', async () => {
    isCoreGone = true;
    await chain.sendToken(token, { to: annas, units: 130n * USDT });
    await chain.mine(NEEDED);
    await vi.waitFor(
      () =>
        expect([...watchers.problems.values()].map(({ problem }) => problem)).toEqual(['the core is not available']),
      PATIENCE,
    );
    expect(Object.values(watchers.health)).toEqual([false]);
    await watchers.stop();
    isCoreGone = false;
    watchers = startWatchers();
    await vi.waitFor(async () => expect(await balance()).toBe('130'), PATIENCE);
    expect(watchers.problems.size).toBe(0);
    expect(Object.values(watchers.health)).toEqual([true]);
  });
});

const PATIENCE = { timeout: 15_000, interval: 50 };

const published = (): CommandInput => ({
  id: 'publish:7',
  userId: ANNA,
  book: 'real',
  type: 'deposits.publish',
  body: { family: 'evm', address: annas, memo: '', path: ANNA, keyDigest: '00' },
});

async function deposits(): Promise<readonly unknown[]> {
  const { rows } = await database.pool.query('select state, arrived from deposits order by id');
  return rows;
}

async function balance(): Promise<string> {
  const { rows } = await database.pool.query<{ balance: string }>(
    `select trim_scale(balance)::text as balance from accounts
     where owner = $1 and book = 'real' and asset = 'USDT' and kind = 'available'`,
    [ANNA],
  );
  return rows[0]?.balance ?? '0';
}

/** As an operator would mark it, approved before any block; the core reads it at the start. */
async function sent({ id, hash, received }: { id: number; hash: string; received: string }): Promise<void> {
  await database.pool.query(
    `insert into withdrawals (id, user_id, book, method, asset, network, state, amount, fee, received, fee_rate,
       fee_minimum, address, confirmed_with, tx_hash, steps, placed_at, approved_at, sent_at)
     values ($1, $2, 'real', 'crypto', 'USDT', 'ERC20', 'sent', $3::numeric + 2, 2, $3, 0, 2, $4, 'none', $5, '[]',
       now(), now() - interval '1 hour', now())`,
    [id, ANNA, received, chain.accounts[5], hash],
  );
}

/** As it ends within the week that its other transactions are watched. */
async function ended(id: number, state: string, replaced: string | null): Promise<void> {
  await database.pool.query(
    `update withdrawals set state = $2, approvers = '[]', closed_at = now(), watched_until = now() + interval '7 days',
       replaced = case when $3::text is null then null else jsonb_build_array($3::text) end where id = $1`,
    [id, state, replaced],
  );
}

/** As two operators would set it; the core reads it at the start. */
async function creditUpTo(amount: string): Promise<void> {
  await database.pool.query(
    `insert into operators (id, name, roles, state, added_at) values (1, 'olga', '["owner"]', 'active', now())`,
  );
  await database.pool.query(
    `insert into parameters (key, version, value, set_at, set_by)
     values ('deposit.auto_credit_usdt', 1, to_jsonb($1::text), now(), 1)`,
    [amount],
  );
}
