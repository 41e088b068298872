/**
 * The login password alone moves nothing within 24 hours, in whatever order somebody who knows it
 * sets up, changes or removes what protects an account; and its honest owner, who reads the
 * mailbox, is not kept waiting. Real identity, withdrawals and PostgreSQL; the core only counts.
 */
import { code } from '@glasshouse/api/codes';
import { base32 } from '@scure/base';
import { beforeAll, describe, expect, test } from 'vitest';
import { Networks } from '../chains/networks.ts';
import { createFactorStore, type FactorStore } from '../factors/factor-store.ts';
import { relyingPartyOf } from '../factors/relying-party.ts';
import { SoftAuthenticator } from '../factors/testing/soft-authenticator.ts';
import { TOTP_PERIOD_MS, totpCode } from '../factors/totp.ts';
import type { CommandInput } from '../kernel/core/types.ts';
import { withdrawalCalls } from '../money/withdrawals/routes.ts';
import type { AuthDeps } from '../people/auth/deps.ts';
import { authCalls } from '../people/auth/routes.ts';
import type { CallAnswer, CallContext, CallHandlers } from '../platform/call.ts';
import { masterKeyOf } from '../platform/master-key.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { WITHDRAWAL_BLOCK_MS } from '../platform/withdrawal-wait.ts';
import { personChecks } from './funding.ts';

const HOUR_MS = 3_600_000;
const SITE = 'https://broker.example';
const PASSWORD = 'nine brown owls';
const OWNERS_MONEY_PASSWORD = 'seven grey herons';
const THIEFS_MONEY_PASSWORD = 'eight green newts';
const FOREIGN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const master = masterKeyOf('07'.repeat(32));
const database = withTestDatabase();
let now = Date.parse('2026-01-05T12:00:00Z');
let factors: FactorStore;
let calls: CallHandlers;
const reached: CommandInput[] = [];

beforeAll(() => {
  const { pool } = database;
  factors = createFactorStore({ db: pool, kind: 'customer', masterKey: master });
  const clock = { now: () => now } as AuthDeps['clock'];
  const bus = {
    submit: async (input: CommandInput) => {
      // Of credentials the core is told too.
      if (!input.type.startsWith('withdrawals.')) return { seq: 1, code: 200, result: null };
      reached.push(input);
      return { seq: reached.length, code: code.nothingFound, result: null };
    },
    onUserEvents: () => {},
    onMarketFrame: () => {},
  };
  const unused = undefined as never;
  const identity: AuthDeps = {
    pool,
    factors,
    clock,
    bus,
    party: relyingPartyOf(SITE),
    site: SITE,
    isRealBookClosed: false,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    mail: { wake: () => {} },
    // Real hashing is tested beside the hasher; here it would take an hour.
    hasher: { hash: async (text) => `hash ${text}`, verify: async (hash, text) => hash === `hash ${text}` },
    sessions: { revokeAll: async () => 0, refresh: async () => {} } as never,
    gate: unused,
    signIn: unused,
    worthOf: unused,
    levelOf: unused,
    unreadOf: unused,
    supportUnreadOf: unused,
    kycOf: unused,
  };
  calls = {
    ...authCalls(identity),
    ...withdrawalCalls({
      pool,
      bus,
      now: clock.now,
      isRealBookClosed: false,
      priceOf: () => null,
      pricedAt: () => null,
      opensAt: () => null,
      networks: new Networks(),
      details: { keep: async () => 'a'.repeat(64), forget: async () => {}, read: async () => new Map() } as never,
      ...personChecks({ ...identity, masterKey: master }),
    }),
  };
});

type Name = keyof CallHandlers;
let requests = 0;

/** One person at the site: who has the password, and whose mails they can read. */
class Actor {
  readonly id: number;
  readonly mailboxes: string[];
  readonly device = new SoftAuthenticator();
  moneyPassword: string;
  secret: Buffer | undefined;
  recovery: readonly string[] = [];
  password = PASSWORD;

  constructor(id: number, setup: { readonly mailboxes: readonly string[]; readonly moneyPassword: string }) {
    this.id = id;
    this.mailboxes = [...setup.mailboxes];
    this.moneyPassword = setup.moneyPassword;
  }

  async call(name: Name, body: object): Promise<CallAnswer<never>> {
    requests += 1;
    const context: Partial<CallContext> = {
      caller: { userId: this.id, sessionId: 1, kind: 'user', status: 'active', hasWeight: true },
      book: 'real',
      language: 'en',
      ip: '203.0.113.9',
      userAgent: '',
      commandId: `${this.id}:${requests}`,
    };
    const handler = calls[name] as (input: object, context: unknown) => Promise<CallAnswer<never>>;
    return handler({ body, query: {}, params: {} }, context);
  }

  app(): string {
    now += TOTP_PERIOD_MS;
    return this.secret === undefined ? '000000' : totpCode(this.secret, now);
  }

  /** A code of this purpose where the mailbox can be read; else a guess. */
  async mailed(purpose: string, address: string | undefined): Promise<string> {
    if (address === undefined) return '000000';
    now += 61_000;
    await this.call('sendCode', { account: address, type: purpose });
    if (!this.mailboxes.includes(address)) return '000000';
    const { rows } = await database.pool.query<{ subject: string }>(
      'select subject from mail_outbox where to_address = $1 order by id desc limit 1',
      [address],
    );
    return /\d{6}/.exec(rows[0]?.subject ?? '')?.[0] ?? '000000';
  }

  async address(): Promise<string | undefined> {
    const { rows } = await database.pool.query<{ email: string | null }>('select email from users where id = $1', [
      this.id,
    ]);
    return rows[0]?.email ?? undefined;
  }

  async setUpApp(): Promise<boolean> {
    const started = await this.call('startTotp', { password: this.password });
    if (!started.ok) return false;
    const former = this.secret;
    this.secret = Buffer.from(base32.decode((started.result as { secret: string }).secret));
    const mailed = await this.mailed('secure', await this.address());
    const confirmed = await this.call('confirmTotp', { totp: this.app(), code: mailed });
    if (!confirmed.ok) this.secret = former;
    else this.recovery = (confirmed.result as { recoveryCodes: string[] }).recoveryCodes;
    return confirmed.ok;
  }

  async setMoneyPassword(): Promise<boolean> {
    const body = { newPassword: THIEFS_MONEY_PASSWORD, password: this.password };
    const mailed = { code: await this.mailed('withdraw', await this.address()) };
    for (const proof of [{}, { totp: this.app() }, mailed, { ...mailed, totp: this.app() }]) {
      if ((await this.call('setWithdrawalPassword', { ...body, ...proof })).ok) {
        this.moneyPassword = THIEFS_MONEY_PASSWORD;
        return true;
      }
    }
    return false;
  }

  async bindAddress(): Promise<boolean> {
    const email = `own${this.id}.${now}@thief.example`;
    this.mailboxes.push(email);
    const body = { email, code: await this.mailed('bind', email), password: this.password };
    return (await this.call('bindEmail', body)).ok || (await this.call('bindEmail', { ...body, totp: this.app() })).ok;
  }

  async addPasskey(): Promise<boolean> {
    const proof = { password: this.password };
    let started = await this.call('startPasskey', proof);
    if (!started.ok) started = await this.call('startPasskey', { ...proof, totp: this.app() });
    if (!started.ok) return false;
    const response = this.device.create(started.result, { origin: SITE });
    return (await this.call('addPasskey', { response, name: 'Phone' })).ok;
  }

  async changePassword(): Promise<boolean> {
    const newPassword = this.password === PASSWORD ? 'six white swans' : PASSWORD;
    const body = { oldPassword: this.password, newPassword };
    const changed =
      (await this.call('changePassword', body)).ok ||
      (await this.call('changePassword', { ...body, totp: this.app() })).ok;
    if (changed) this.password = newPassword;
    return changed;
  }

  /** By a recovery code that came with the app. */
  async removeApp(): Promise<boolean> {
    const removed = (await this.call('removeTotp', { password: this.password, totp: this.recovery[0] ?? '000000' })).ok;
    if (removed) this.secret = undefined;
    return removed;
  }

  /** Undefined where the device has no passkey of this person. */
  sign(challenge: Parameters<SoftAuthenticator['get']>[0]) {
    try {
      return this.device.get(challenge, { origin: SITE });
    } catch {
      return undefined;
    }
  }

  /** Every way to confirm that is at hand. The number of commands that came to the core. */
  async tryToMoveMoney(): Promise<number> {
    const before = reached.length;
    const withdrawal = { method: 'crypto', symbol: 'USDT', network: 'ERC20', address: FOREIGN, amount: '200' };
    const withdrawalPassword = this.moneyPassword;
    const confirm = (step: object) => this.call('requestWithdrawal', { ...withdrawal, withdrawalPassword, ...step });
    await confirm({ totp: this.app() });
    await confirm({ totp: this.recovery[1] ?? '000000' });
    await confirm({ code: await this.mailed('withdraw', await this.address()) });
    const challenge = await this.call('askWithdrawalPasskey', withdrawal);
    const passkey = challenge.ok ? this.sign(challenge.result) : undefined;
    if (passkey !== undefined) await confirm({ passkey });
    const address = { symbol: 'USDT', network: 'ERC20', address: FOREIGN, label: 'mine', withdrawalPassword };
    await this.call('addWithdrawalAddress', address);
    await this.call('setWhitelistLock', { isLocked: false, withdrawalPassword });
    return reached.length - before;
  }
}

interface Start {
  readonly email: boolean;
  readonly app: boolean;
  readonly moneyPassword: boolean;
  readonly passkey: boolean;
}
let people = 0;

/** An account that is older than a day, with what it has from its start. */
async function account(start: Start): Promise<{ id: number; email: string | undefined; owner: Actor }> {
  people += 1;
  const email = start.email ? `owner${people}@example.org` : undefined;
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into users (kind, language, invite_code, created_at, username, email, password_hash)
     values ('user', 'en', gen_random_uuid()::text, now(), $1, $2, $3) returning id`,
    [`owner${people}`, email ?? null, `hash ${PASSWORD}`],
  );
  const id = rows[0]!.id;
  const owner = new Actor(id, {
    mailboxes: email === undefined ? [] : [email],
    moneyPassword: OWNERS_MONEY_PASSWORD,
  });
  if (start.app) await owner.setUpApp();
  if (start.moneyPassword) {
    await owner.setMoneyPassword();
    await database.pool.query('update withdrawal_passwords set password_hash = $2 where user_id = $1', [
      id,
      `hash ${OWNERS_MONEY_PASSWORD}`,
    ]);
    owner.moneyPassword = OWNERS_MONEY_PASSWORD;
  }
  if (start.passkey) await owner.addPasskey();
  now += WITHDRAWAL_BLOCK_MS + HOUR_MS;
  return { id, email, owner };
}

const MOVES = ['setUpApp', 'setMoneyPassword', 'bindAddress', 'addPasskey', 'changePassword', 'removeApp'] as const;
type Move = (typeof MOVES)[number];

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}

const BOTH = [false, true];
const STARTS = BOTH.flatMap((email) =>
  BOTH.flatMap((app) =>
    BOTH.flatMap((moneyPassword) => (app ? [true] : BOTH).map((passkey) => ({ email, app, moneyPassword, passkey }))),
  ),
);
const nameOf = (start: Start): string =>
  Object.entries(start)
    .flatMap(([name, has]) => (has ? [name] : []))
    .join(', ') || 'nothing but a password';
const FIRST: readonly Move[] = ['setUpApp', 'setMoneyPassword', 'bindAddress', 'addPasskey'];
/** Every order of first set-ups; changes and removals among them, in every order of three. */
const ORDERS: readonly (readonly Move[])[] = [
  ...permutations(FIRST),
  ...permutations<Move>(['setUpApp', 'setMoneyPassword', 'removeApp']).map((order) => [...order, 'setUpApp'] as const),
  ...permutations<Move>(['changePassword', 'setMoneyPassword', 'bindAddress']),
];

describe('whoever knows the password alone', () => {
  test.each(STARTS.map((start) => [nameOf(start), start] as const))(
    'moves nothing from an account that has: %s',
    async (_name, start) => {
      for (const order of ORDERS) {
        const { id } = await account(start);
        const thief = new Actor(id, { mailboxes: [], moneyPassword: THIEFS_MONEY_PASSWORD });
        const signedIn = now;
        for (const move of order) {
          await thief[move]();
          expect(await thief.tryToMoveMoney(), order.join(', ')).toBe(0);
        }
        now = Math.max(now, signedIn + WITHDRAWAL_BLOCK_MS - 5 * 60_000);
        expect(await thief.tryToMoveMoney(), order.join(', ')).toBe(0);
        expect(now).toBeLessThan(signedIn + WITHDRAWAL_BLOCK_MS);
      }
    },
    300_000,
  );

  test('would after a day, where there is no mailbox: the walk can see money move', async () => {
    const { id } = await account({ email: false, app: false, moneyPassword: false, passkey: false });
    const thief = new Actor(id, { mailboxes: [], moneyPassword: THIEFS_MONEY_PASSWORD });
    expect([await thief.setUpApp(), await thief.setMoneyPassword()]).toEqual([true, true]);
    now += WITHDRAWAL_BLOCK_MS;
    expect(await thief.tryToMoveMoney()).toBeGreaterThan(0);
  });

  test('sets up neither app nor withdrawal password where a mailbox is asked', async () => {
    const { id } = await account({ email: true, app: false, moneyPassword: false, passkey: false });
    const thief = new Actor(id, { mailboxes: [], moneyPassword: THIEFS_MONEY_PASSWORD });
    expect([await thief.setUpApp(), await thief.setMoneyPassword()]).toEqual([false, false]);
  });
});

test.each(permutations<Move>(['setUpApp', 'setMoneyPassword', 'addPasskey']).map((order) => [order.join(', '), order]))(
  'the owner, who confirms by mail, withdraws at once after: %s',
  async (_name, order) => {
    const { owner } = await account({ email: true, app: false, moneyPassword: false, passkey: false });
    for (const move of order as Move[]) expect(await owner[move]()).toBe(true);
    expect(await owner.tryToMoveMoney()).toBeGreaterThan(0);
    const types = reached.slice(-3).map(({ type }) => type);
    expect(types).toContain('withdrawals.request');
  },
);
