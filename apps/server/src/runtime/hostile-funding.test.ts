import { HOSTILE_DECIMALS, HOSTILE_TEXTS, invalidValue, validValue } from '@glasshouse/api/arbitrary';
import { CALL_NAMES, type CallName, callSpec } from '@glasshouse/api/calls';
import { catalogue, code, codeKey } from '@glasshouse/api/codes';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_CHAINS } from '../chains/settings.ts';
import type { TestAnswer } from '../http/testing/gateway.ts';
import {
  accepted,
  type OperatorGatewayFixture,
  openOperatorGateway,
  type TestOperator,
} from '../http/testing/operator-gateway.ts';
import { registerTestUser } from '../http/testing/test-users.ts';
import { compileValidator } from '../http/validation.ts';
import type { CoreBus } from '../kernel/core/bus.ts';
import { verifyDatabase } from '../kernel/verify/verify.ts';
import { done, refuse } from '../platform/call.ts';
import { masterKeyOf } from '../platform/master-key.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { Pictures } from '../products/nfts/pictures.ts';
import { nftCalls } from '../products/nfts/routes.ts';
import { testEvidence } from '../transparency/testing/proving.ts';
import { fundingCalls } from './funding.ts';
import { MODULES } from './modules.ts';
import { testFundingOperatorCalls, testPersonChecks } from './testing/funding-parts.ts';

/**
 * Every call of money in and out meets random and hostile bodies from a registered, verified person
 * with money on the real book, through the real core. Never a 500; what is refused names its field
 * and changes nothing; other people's things stay theirs; in the end every balance follows from its
 * movements.
 */
const XPUB =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB';
const DESTINATION = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const PASSWORD = 'second of all secrets';
const REAL = { virtually: 'YES' };

const FUNDING = CALL_NAMES.filter((name) => {
  const { served, body, codes, path } = callSpec(name);
  return served && body !== undefined && codes.includes('switchToReal') && path.startsWith('/user/');
});

const database = withTestDatabase();
let gateway: OperatorGatewayFixture;
let operator: TestOperator;
let anna = '';
let bob = '';
/** What Bob has: a deposit, a withdrawal that waits, an entry of the address book. */
const ofBob = { deposit: 0, withdrawal: 0, address: 0 };
let keys = 0;

beforeAll(async () => {
  const bus: CoreBus = {
    submit: (input) => gateway.bus.submit(input),
    onUserEvents: () => {},
    onMarketFrame: () => {},
  };
  const masterKey = masterKeyOf('07'.repeat(32));
  const { pool } = database;
  const now = () => gateway.clock.now();
  const funding = fundingCalls({
    pool,
    evidence: testEvidence(pool),
    bus,
    instruments: { now, pricesOf: () => null, precisionOf: () => undefined, opensAt: () => null },
    profile: 'sandbox',
    chains: { ...NO_CHAINS, keys: { ...NO_CHAINS.keys, evm: XPUB } },
    masterKey,
    checks: testPersonChecks({
      checkWithdrawalPassword: async (_user, password) =>
        password === PASSWORD ? undefined : refuse(code.withdrawalPasswordWrong, 'withdrawalPassword'),
      takeStep: async (_user, proof) =>
        proof.code === '123456' ? done({ by: 'email', putBack: async () => {} }) : refuse(code.codeWrong, 'code'),
    }),
  });
  const pictures = new Pictures({ pool, vault: { open: async () => undefined } });
  const nfts = nftCalls({ pool, bus, now, pictures, isRealBookClosed: false, ...testEvidence(pool) });
  gateway = await openOperatorGateway(database, {
    gateway: { handlers: { ...funding, ...nfts } },
    handlers: (core) => testFundingOperatorCalls(core, { clock: { now: () => gateway.clock.now() }, masterKey }),
  });
  operator = await gateway.operator(['owner'], 'ada');
  await gateway.harness.tick(110_000, 1, 'EURUSD');
  anna = await funded('anna');
  bob = await funded('bob');
  const own = { token: bob };
  const [deposit] = accepted(await ask('listDeposits', own)).items;
  const withdrawal = accepted(await ask('requestWithdrawal', { ...own, body: WITHDRAWAL }));
  const { symbol, network, address, withdrawalPassword } = WITHDRAWAL;
  const entry = { symbol, network, address, withdrawalPassword, label: 'cold' };
  const added = accepted(await ask('addWithdrawalAddress', { ...own, body: entry }));
  Object.assign(ofBob, { deposit: deposit.id, withdrawal: withdrawal.id, address: added.id });
});
afterAll(() => gateway.close());

const WITHDRAWAL = {
  method: 'crypto',
  symbol: 'USDT',
  network: 'ERC20',
  address: DESTINATION,
  amount: '200',
  withdrawalPassword: PASSWORD,
  code: '123456',
};

/** A person with 20,000 on the real book. */
async function funded(username: string): Promise<string> {
  const { token } = await registerTestUser(gateway, username);
  const transfer = { symbol: 'USDT', network: 'ERC20', amount: '20000' };
  const { id } = accepted(await ask('simulateDeposit', { token, body: transfer }));
  const review = { path: { id }, body: { decision: 'approve', reason: 'a test of the sandbox' } };
  accepted(await operator.call('reviewDeposit', review));
  return token;
}

type Request = NonNullable<Parameters<OperatorGatewayFixture['call']>[1]>;
function ask(name: CallName, request: Request = {}): Promise<TestAnswer> {
  keys += 1;
  return gateway.call(name, { token: anna, headers: REAL, key: `hostile-${keys}`, ...request });
}

/** Bodies that are accepted, or are right as far as their own fields go. */
const WELL_FORMED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  getDepositAddress: { symbol: 'USDT', network: 'ERC20' },
  requestDeposit: { method: 'crypto', symbol: 'USDT', network: 'ERC20', amount: '500', txHash: `0x${'ab'.repeat(32)}` },
  simulateDeposit: { symbol: 'USDT', network: 'ERC20', amount: '500' },
  requestWithdrawal: WITHDRAWAL,
  askWithdrawalPasskey: { method: 'crypto', symbol: 'USDT', network: 'ERC20', address: DESTINATION, amount: '200' },
  cancelWithdrawal: { id: 999_999 },
  addWithdrawalAddress: {
    symbol: 'USDT',
    network: 'ERC20',
    address: DESTINATION,
    label: 'mine',
    withdrawalPassword: PASSWORD,
  },
  removeWithdrawalAddress: { id: 999_999 },
  setWhitelistLock: { isLocked: false, withdrawalPassword: PASSWORD },
  buyNft: { id: 999_999, quantity: 1 },
  prepareLoanAgreement: { amount: '200', termDays: 30 },
  requestLoan: { amount: '200', termDays: 30, agreementId: 999_999, signature: { typed: 'Anna' } },
  cancelLoan: { id: 999_999 },
  repayLoan: { id: 999_999, amount: '10' },
};

const HOSTILE: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  Number.MIN_VALUE,
  '',
  ' ',
  '-1',
  '-0.00000001',
  '0',
  '0.000000001',
  '1e999',
  '9'.repeat(400),
  '0x',
  `0x${'0'.repeat(40)}`,
  'a\u0000b',
  '\u0000',
  '\u202e',
  '\ud800',
  'x'.repeat(10_000),
  '__proto__',
  'demo',
  'NO',
  [],
  ['200'],
  {},
  { amount: '200' },
  { toString: 'x' },
  [[[[]]]],
  ...HOSTILE_TEXTS,
  ...HOSTILE_DECIMALS,
];

/** Changes when any money, request or address does. */
async function digest(): Promise<string> {
  const tables = ['accounts', 'postings', 'deposits', 'withdrawals', 'withdrawal_addresses', 'loans', 'nft_purchases'];
  const parts = tables.map(
    (table) => `(select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) from ${table} t) as ${table}`,
  );
  const { rows } = await database.pool.query(`select ${parts.join(', ')}`);
  return JSON.stringify(rows[0]);
}

const stageOf = (number: number): string | undefined => {
  const key = codeKey(number);
  return key === undefined ? undefined : catalogue[key].stage;
};

/** An answer that may be given to a bad body, and what it did. */
async function expectHarmless(name: CallName, body: unknown, before: string): Promise<string> {
  const { status, json } = await ask(name, { body });
  const what = `${name} ${JSON.stringify(body).slice(0, 200)}: ${JSON.stringify(json).slice(0, 300)}`;
  expect(status, what).toBe(200);
  expect(stageOf(json.code) ?? json.code, what).not.toBe('server');
  const after = await digest();
  if (json.code === 200) return after;
  expect(json.message.length, what).toBeGreaterThan(0);
  expect(after, what).toBe(before);
  const isRecord = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (isRecord && stageOf(json.code) === 'shape') expect(Object.keys(json.fields ?? {}), what).not.toEqual([]);
  return before;
}

test('the calls of money in and out are those that this test knows', () => {
  expect([...FUNDING].sort()).toEqual(Object.keys(WELL_FORMED).sort());
});

test.each(Object.keys(WELL_FORMED) as CallName[])(
  '%s: each field in turn is replaced by each hostile value',
  async (name) => {
    const right = WELL_FORMED[name]!;
    const fits = compileValidator(callSpec(name).body as TSchema);
    let before = await digest();
    for (const field of Object.keys(right)) {
      for (const value of HOSTILE) {
        const body = { ...right, [field]: value };
        // Only text that the contract allows may get past it.
        const expected = fits(JSON.parse(JSON.stringify(body)));
        before = await expectHarmless(name, body, before);
        if (expected === undefined) continue;
        const { json } = await ask(name, { body });
        // A field of a field is named with both.
        const refused = Object.keys(json.fields ?? {}).map((path) => path.split('.')[0]);
        expect(refused, `${name}.${field} ${JSON.stringify(value)}`).toContain(field);
      }
    }
  },
  120_000,
);

test.each(Object.keys(WELL_FORMED) as CallName[])(
  '%s: random bodies, broken and whole',
  async (name) => {
    const schema = callSpec(name).body as TSchema;
    const check = compileValidator(schema);
    let before = await digest();
    const isFitting = (value: unknown): boolean => check(JSON.parse(JSON.stringify(value))) === undefined;
    const broken = invalidValue(schema, isFitting)
      .map(({ value }) => value)
      // Text is sent as it is, and is no JSON: `hostile-input.test.ts` sends that.
      .filter((value) => typeof value !== 'string');
    await fc.assert(
      fc.asyncProperty(fc.oneof(broken, validValue(schema)), async (body) => {
        before = await expectHarmless(name, body, before);
      }),
      { numRuns: 60 },
    );
  },
  120_000,
);

test.each(Object.keys(WELL_FORMED) as CallName[])('%s: nothing of it happens on the demo book', async (name) => {
  const before = await digest();
  for (const headers of [{}, { virtually: 'NO' }, { virtually: 'no' }, { virtually: 'YES\u00a0' }]) {
    const { status, json } = await ask(name, { body: WELL_FORMED[name]!, headers });
    expect(status).toBe(200);
    expect(json.code, JSON.stringify(headers)).not.toBe(200);
  }
  expect(await digest()).toBe(before);
});

test('what is another person’s is not found, whatever its number is taken for', async () => {
  const before = await digest();
  const { deposit, withdrawal, address } = ofBob;
  const ids = new Set([deposit, withdrawal, address, 0, 1, 2, 2 ** 31, 2 ** 53 - 1, String(withdrawal)]);
  for (const id of ids) {
    for (const name of ['cancelWithdrawal', 'removeWithdrawalAddress'] as const) {
      const { status, json } = await ask(name, { body: { id } });
      expect(status).toBe(200);
      expect(json.code, `${name} ${id}`).not.toBe(200);
    }
  }
  for (const [name, id] of [
    ['getDeposit', deposit],
    ['getWithdrawal', withdrawal],
  ] as const) {
    expect((await ask(name, { path: { id: String(id) } })).json.code).toBe(code.nothingFound);
    expect((await ask(name, { token: bob, path: { id: String(id) } })).json.code).toBe(200);
  }
  expect(await digest()).toBe(before);
});

test('the same key with another body moves nothing a second time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 50, max: 400 }),
      fc.integer({ min: 50, max: 400 }),
      async (amount, otherAmount) => {
        fc.pre(amount !== otherAmount);
        keys += 1;
        const key = `twice-${keys}`;
        const first = await ask('requestWithdrawal', { key, body: { ...WITHDRAWAL, amount: String(amount) } });
        const before = await digest();
        const again = await ask('requestWithdrawal', { key, body: { ...WITHDRAWAL, amount: String(otherAmount) } });
        if (first.json.code === 200) {
          expect(again.json.code).toBe(code.idempotencyKeyReused);
          expect(await digest()).toBe(before);
          accepted(await ask('cancelWithdrawal', { body: { id: first.json.result.id } }));
        }
      },
    ),
    { numRuns: 10 },
  );
});

test('afterwards every balance follows from its movements, and what is held from what is requested', async () => {
  const ask = async (sql: string): Promise<unknown[]> => (await database.pool.query(sql)).rows;
  expect(
    await ask(
      `select a.id, a.balance, coalesce(m.sum, 0) as moved from accounts a
         left join (select account, sum(amount) as sum from
                      (select to_id as account, amount from postings
                       union all select from_id, -amount from postings) lines group by account) m on m.account = a.id
        where a.balance <> coalesce(m.sum, 0)`,
    ),
  ).toEqual([]);
  expect(
    await ask(
      `select a.owner, a.balance, needed from
         (select owner, asset, balance, coalesce((select sum(w.amount) from withdrawals w where w.user_id = owner
             and w.asset = accounts.asset and w.state in ('pending', 'approved')), 0) as needed
            from accounts where book = 'real' and kind = 'held' and owner <> 0) a
        where balance <> needed`,
    ),
  ).toEqual([]);
  expect(gateway.harness.bugs).toEqual([]);
  expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
});
