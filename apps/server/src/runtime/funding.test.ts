import { createHash } from 'node:crypto';
import { code } from '@glasshouse/api/codes';
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
import type { CoreBus } from '../kernel/core/bus.ts';
import { parseEntry } from '../kernel/core/log-entry.ts';
import { verifyDatabase } from '../kernel/verify/verify.ts';
import { verifyAddresses } from '../money/deposits/verify-addresses.ts';
import { tellFunding } from '../money/funding/mails.ts';
import { withdrawalsWaiting } from '../money/withdrawals/operator-queries.ts';
import { done, refuse } from '../platform/call.ts';
import { masterKeyOf } from '../platform/master-key.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { testEvidence } from '../transparency/testing/proving.ts';
import { fundingCalls } from './funding.ts';
import { MODULES } from './modules.ts';
import { testFundingOperatorCalls, testPersonChecks } from './testing/funding-parts.ts';

/** Money in and out over HTTP, the real core and PostgreSQL: a person and two operators. */
const XPUB =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB';
const OTHER_XPUB =
  'xpub6BkDvjgcbV4mHAf9MWyHJceyj5PqJPsYELg2BCJYoH7wQH2boKV1keYLN7KiSU5FfnnVnKYPiWHJED3jSPYf9epNfZbxrwGuySy4DFYLbTa';
const DESTINATION = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const PASSWORD = 'second of all secrets';
const IBAN = 'DE89 3704 0044 0532 0130 00';
const PAID = `0x${'5e'.repeat(32)}`;
const REAL = { virtually: 'YES' };
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const database = withTestDatabase();
let gateway: OperatorGatewayFixture;
let first: TestOperator;
let second: TestOperator;
/** The market of the euro is closed without a tick yet: it shows the end of its chart. */
const OPENS_AT = '2026-11-29T22:00:00.000Z';
let blockedUntil: number | undefined;
let token = '';
let keys = 0;
/** How often the second step was given back. */
let putBack = 0;
/** The identity check that says so. */
const IDENTITY = 77;

beforeAll(async () => {
  const bus: CoreBus = {
    submit: (input) => gateway.bus.submit(input),
    onUserEvents: () => {},
    onMarketFrame: () => {},
  };
  const handlers = fundingCalls({
    pool: database.pool,
    evidence: testEvidence(database.pool),
    bus,
    instruments: {
      now: () => gateway.clock.now(),
      pricesOf: () => ({ mid: 115_948, at: 0 }),
      precisionOf: () => 5,
      opensAt: () => OPENS_AT,
    },
    profile: 'sandbox',
    chains: { ...NO_CHAINS, keys: { ...NO_CHAINS.keys, evm: XPUB } },
    masterKey: masterKeyOf('07'.repeat(32)),
    checks: testPersonChecks({
      checkWithdrawalPassword: async (_user, password) =>
        password === PASSWORD ? undefined : refuse(code.withdrawalPasswordWrong, 'withdrawalPassword'),
      takeStep: async (_user, proof) => {
        if (proof.code !== '123456') return refuse(code.codeWrong, 'code');
        return done({
          by: 'email',
          putBack: async () => {
            putBack += 1;
          },
        });
      },
      withdrawalsBlockedUntil: async () => blockedUntil,
      verifiedHolderOf: async () => ({ name: 'Ada Lovelace', case: IDENTITY }),
    }),
  });
  gateway = await openOperatorGateway(database, {
    gateway: { handlers },
    handlers: (core) =>
      testFundingOperatorCalls(core, {
        clock: { now: () => gateway.clock.now() },
        masterKey: masterKeyOf('07'.repeat(32)),
      }),
  });
  first = await gateway.operator(['owner'], 'ada');
  second = await gateway.operator(['finance'], 'grace');
  await gateway.harness.tick(110_000, 1, 'EURUSD');
  token = await person('anna');
});
afterAll(async () => {
  expect(gateway.harness.bugs).toEqual([]);
  const verified = await verifyDatabase(database.pool, MODULES);
  expect(verified.findings).toEqual([]);
  await gateway.close();
});

const person = async (username: string): Promise<string> => (await registerTestUser(gateway, username)).token;

type Call = Parameters<OperatorGatewayFixture['call']>;
function ask(name: Call[0], request: NonNullable<Call[1]> = {}): Promise<TestAnswer> {
  keys += 1;
  return gateway.call(name, { token, headers: REAL, key: `key-${keys}`, ...request });
}
const withdrawal = {
  method: 'crypto',
  symbol: 'USDT',
  network: 'ERC20',
  address: DESTINATION,
  amount: '200',
  withdrawalPassword: PASSWORD,
  code: '123456',
};

test('an address is in the log before it is shown, and stays the same', async () => {
  const methods = accepted(await ask('listDepositMethods'));
  expect(methods).toMatchObject({ canSimulate: true, bankWaits: null });
  expect(
    methods.methods.map((method: { symbol: string; network: string }) => `${method.symbol}.${method.network}`),
  ).toContain('USDT.ERC20');
  const body = { symbol: 'USDT', network: 'ERC20' };
  const shown = accepted(await ask('getDepositAddress', { body }));
  expect(shown).toMatchObject({ kind: 'own', minimum: '120', memo: null });
  expect(shown.uri).toContain('/transfer?address=');
  expect(accepted(await ask('getDepositAddress', { body }))).toEqual(shown);
  const { rows } = await database.pool.query('select type from command_log where seq = $1', [shown.seq]);
  expect(rows).toEqual([{ type: 'deposits.publish' }]);
});

test('on the demo book, and for a guest, nothing of it is there', async () => {
  expect((await ask('listDepositMethods', { headers: {} })).json.code).toBe(code.switchToReal);
  const guest = await gateway.guest();
  expect(
    (await ask('requestDeposit', { token: guest.token, body: { symbol: 'USDT', network: 'ERC20', amount: '500' } }))
      .json.code,
  ).toBe(code.guestMustUpgrade);
});

test('a simulated transfer is reviewed like any other, and every step has its ledger lines', async () => {
  const request = { body: { symbol: 'USDT', network: 'ERC20', amount: '20000' }, key: 'simulate' };
  const made = accepted(await ask('simulateDeposit', request));
  expect(made).toMatchObject({ state: 'reviewing', simulated: true, amount: '20000' });
  expect(accepted(await ask('simulateDeposit', request)).id).toBe(made.id);
  const queue = accepted(await first.call('listDepositQueue'));
  expect(queue.items).toMatchObject([{ id: made.id, state: 'reviewing', user: { name: 'anna' } }]);
  const found = accepted(await first.call('getDepositCase', { path: { id: made.id } }));
  expect(found.transfer).toMatchObject({ amount: '20000' });
  const review = { path: { id: made.id }, body: { decision: 'approve', reason: 'a test of the sandbox' } };
  accepted(await second.call('reviewDeposit', review));
  expect((await first.call('reviewDeposit', review)).json.code).toBe(code.orderAlreadyFinal);
  const after = accepted(await ask('getDeposit', { path: { id: String(made.id) } }));
  expect(after).toMatchObject({ state: 'approved', credited: '20000', valueUsdt: '20000' });
  expect(after.timeline.at(-1)).toMatchObject({
    step: 'credited',
    lines: [{ reason: 'deposit.credit', account: 'available', amount: '20000' }],
  });
});

test('a coin that was paid in has cost what it was worth at its credit', async () => {
  await gateway.harness.tick(320_000, 1, 'ETHUSDT');
  const made = accepted(await ask('simulateDeposit', { body: { symbol: 'ETH', network: 'ERC20', amount: '2' } }));
  await second.stepUp();
  accepted(
    await second.call('reviewDeposit', { path: { id: made.id }, body: { decision: 'approve', reason: 'test' } }),
  );
  await gateway.harness.tick(100_000, 1, 'ETHUSDT');
  expect(accepted(await ask('getCostBasis')).items).toMatchObject([{ asset: 'ETH', quantity: '2', cost: '6400' }]);
});

test('a withdrawal asks for everything in its order', async () => {
  const refused: readonly (readonly [object, number])[] = [
    [{ address: undefined }, code.receivingAddressMissing],
    [{ withdrawalPassword: 'wrong wrong wrong' }, code.withdrawalPasswordWrong],
    [{ address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD' }, code.addressChecksumWrong],
    [{ code: '000000' }, code.codeWrong],
    [{ amount: '1' }, code.belowWithdrawalMinimum],
    [{ amount: '999999' }, code.balanceInsufficient],
    [{ method: 'bank', holder: 'Ada Lovelace', accountNumber: 'DE00', bankType: 'Bank' }, code.accountNumberWrong],
    [{ method: 'bank', holder: 'Bob', accountNumber: IBAN, bankType: 'Bank' }, code.bankHolderWrong],
  ];
  for (const [fields, expected] of refused) {
    expect((await ask('requestWithdrawal', { body: { ...withdrawal, ...fields } })).json.code).toBe(expected);
  }
  // The two that the core refused; a wrong code and what was refused before it cost nothing.
  expect(putBack).toBe(2);
  blockedUntil = gateway.clock.now() + 3_600_000;
  expect((await ask('requestWithdrawal', { body: withdrawal })).json.code).toBe(code.withdrawalBlocked);
  expect(accepted(await ask('getWithdrawalTerms', { query: 'symbol=USDT' })).blocks).toMatchObject([
    { kind: 'credentialsChanged' },
  ]);
  blockedUntil = undefined;
  const terms = accepted(await ask('getWithdrawalTerms', { query: 'symbol=USDT' }));
  expect(terms.blocks).toEqual([]);
  // A bank withdrawal would be refused (10015); the page says from when on it is not.
  expect(terms.bank).toMatchObject({ currency: 'EUR', price: null, priceAt: null, opensAt: OPENS_AT });
  expect(accepted(await ask('listWithdrawals')).items).toEqual([]);
});

test('requested once however often it is sent, approved, batched, exported, sent and confirmed', async () => {
  const request = { body: withdrawal, key: 'withdraw' };
  const made = accepted(await ask('requestWithdrawal', request));
  expect(made).toMatchObject({ state: 'pending', amount: '200', fee: '2', received: '198', canCancel: true });
  expect(putBack).toBe(2);
  expect(accepted(await ask('requestWithdrawal', { ...request, body: { ...withdrawal, code: '000000' } })).id).toBe(
    made.id,
  );
  expect((await ask('requestWithdrawal', { ...request, body: { ...withdrawal, amount: '201' } })).json.code).toBe(
    code.idempotencyKeyReused,
  );
  const seen = accepted(await first.call('getWithdrawalCase', { path: { id: made.id } }));
  expect(seen.risk.flags).toEqual(
    expect.arrayContaining(['newAccount', 'firstUse', 'simulatedMoney', 'notVerified', 'lockOff']),
  );
  expect(seen.risk.sources).toMatchObject([{ reason: 'deposit.credit', amount: '20000', share: '1' }]);
  accepted(
    await first.call('reviewWithdrawal', {
      path: { id: made.id },
      body: { decision: 'approve', reason: 'known person' },
    }),
  );
  expect((await ask('cancelWithdrawal', { body: { id: made.id } })).json.code).toBe(code.orderAlreadyFinal);
  accepted(await second.call('makePayoutBatch', { body: { ids: [made.id], reason: 'today' } }));
  const [batch] = accepted(await second.call('listPayoutBatches')).items;
  expect(batch).toMatchObject({ count: 1, open: 1, network: 'ERC20', totals: [{ symbol: 'USDT', amount: '198' }] });
  await second.stepUp();
  const exported = { path: { id: batch.id }, body: { format: 'safe', reason: 'today' }, key: 'export' };
  const file = accepted(await second.call('exportPayoutBatch', exported));
  expect(JSON.parse(file.content).transactions).toMatchObject([
    { value: '0', data: expect.stringContaining('a9059cbb') },
  ]);
  expect(file).toMatchObject({ number: 1, digest: sha256(file.content), withdrawals: [made.id] });
  // The same request answers with the same file; another one makes none.
  expect(accepted(await second.call('exportPayoutBatch', exported))).toEqual(file);
  expect((await second.call('exportPayoutBatch', { ...exported, key: 'again' })).json.code).toBe(code.payoutInFile);
  expect(
    accepted(await second.call('markBatchSent', { path: { id: batch.id }, body: { hash: PAID, reason: 'signed' } })),
  ).toEqual({ sent: [made.id], refused: [] });
  expect(
    (await second.call('markWithdrawalSent', { path: { id: made.id }, body: { hash: PAID, reason: 'again' } })).json
      .code,
  ).toBe(code.orderAlreadyFinal);
  accepted(await second.call('confirmWithdrawal', { path: { id: made.id }, body: { reason: 'seen in the explorer' } }));
  const after = accepted(await ask('getWithdrawal', { path: { id: String(made.id) } }));
  expect(after).toMatchObject({ state: 'confirmed', txHash: PAID });
  expect(after.timeline.map(({ step }: { step: string }) => step)).toEqual([
    'requested',
    'approved',
    'prepared',
    'sent',
    'confirmed',
  ]);
  expect(after.timeline[3].lines.map(({ amount }: { amount: string }) => amount)).toEqual(['-198', '-2']);
});

test('above the limit two people approve', async () => {
  const made = accepted(await ask('requestWithdrawal', { body: { ...withdrawal, amount: '15000' } }));
  expect(await withdrawalsWaiting(database.pool)).toMatchObject({ waiting: 1, cases: 1 });
  const review = { path: { id: made.id }, body: { decision: 'approve', reason: 'known person' } };
  await first.stepUp();
  const { state, request } = accepted(await first.call('reviewWithdrawal', review));
  expect(state).toBe('waiting');
  expect(accepted(await first.call('listWithdrawalQueue')).items).toMatchObject([
    { id: made.id, request, needsSecondPerson: true },
  ]);
  // The request stands for it from now on.
  expect(await withdrawalsWaiting(database.pool)).toMatchObject({ waiting: 1, cases: 0 });
  accepted(await ask('cancelWithdrawal', { body: { id: made.id } }));
  expect(accepted(await ask('getWithdrawal', { path: { id: String(made.id) } })).state).toBe('cancelled');
});

test('bank details are sealed, exported for the bank, and not in the log', async () => {
  const body = {
    ...withdrawal,
    method: 'bank',
    holder: 'ada  LOVELACE',
    accountNumber: IBAN,
    bankType: 'Bank & Co',
    bic: 'COBADEFFXXX',
  };
  const made = accepted(await ask('requestWithdrawal', { body, key: 'bank' }));
  expect(made).toMatchObject({ address: 'DE89 •••• 3000', payout: { currency: 'EUR', amount: '180' } });
  expect(accepted(await ask('requestWithdrawal', { body, key: 'bank' })).id).toBe(made.id);
  const { rows } = await database.pool.query(
    `select count(*)::int as count from command_log where entry like '%DE89%' or entry ilike '%lovelace%'`,
  );
  expect(rows).toEqual([{ count: 0 }]);
  const request = await database.pool.query('select entry from command_log where seq = $1', [made.id]);
  expect(parseEntry(request.rows[0].entry).body).toMatchObject({ method: 'bank', holderCase: IDENTITY });
  await first.stepUp();
  accepted(
    await first.call('reviewWithdrawal', {
      path: { id: made.id },
      body: { decision: 'approve', reason: 'known person' },
    }),
  );
  accepted(await first.call('makePayoutBatch', { body: { ids: [made.id], reason: 'today' } }));
  const [batch] = accepted(await first.call('listPayoutBatches')).items;
  const exportAs = (format: string) =>
    first.call('exportPayoutBatch', { path: { id: batch.id }, body: { format, reason: 'today' } });
  expect((await exportAs('pain09')).json.code).toBe(code.parametersUnavailable);
  expect((await exportAs('safe')).json.code).toBe(code.outOfRange);
  expect(accepted(await exportAs('csv')).content).toContain('DE89370400440532013000');
});

test('the address book keeps its names to itself, and the lock to the book', async () => {
  const entry = {
    symbol: 'USDT',
    network: 'ERC20',
    address: DESTINATION.toLowerCase(),
    label: 'cold wallet',
    withdrawalPassword: PASSWORD,
  };
  const added = accepted(await ask('addWithdrawalAddress', { body: entry, key: 'add' }));
  expect(added).toMatchObject({ address: DESTINATION, label: 'cold wallet' });
  expect(accepted(await ask('addWithdrawalAddress', { body: entry, key: 'add' })).id).toBe(added.id);
  accepted(await ask('setWhitelistLock', { body: { isLocked: true, withdrawalPassword: PASSWORD } }));
  const elsewhere = { ...withdrawal, address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' };
  expect((await ask('requestWithdrawal', { body: elsewhere })).json.code).toBe(code.addressNotWhitelisted);
  expect(accepted(await ask('requestWithdrawal', { body: withdrawal })).label).toBe('cold wallet');
  const { rows } = await database.pool.query(
    `select count(*)::int as count from command_log where entry like '%cold wallet%'`,
  );
  expect(rows).toEqual([{ count: 0 }]);
  expect(accepted(await ask('removeWithdrawalAddress', { body: { id: added.id } })).items).toEqual([]);
});

test('nobody reads or cancels what is another person’s', async () => {
  const [own] = accepted(await ask('listWithdrawals')).items;
  const [deposit] = accepted(await ask('listDeposits')).items;
  const otherToken = await person('mallory');
  expect((await ask('getWithdrawal', { token: otherToken, path: { id: String(own.id) } })).json.code).toBe(
    code.nothingFound,
  );
  expect((await ask('getDeposit', { token: otherToken, path: { id: String(deposit.id) } })).json.code).toBe(
    code.nothingFound,
  );
  expect((await ask('cancelWithdrawal', { token: otherToken, body: { id: own.id } })).json.code).toBe(
    code.nothingFound,
  );
});

test('the person is told once, on the page and by mail, in their language', async () => {
  const mail = { subject: 'tests', wake: () => {} };
  const deps = { pool: database.pool, clock: { now: () => gateway.clock.now() }, mail, site: 'http://localhost' };
  await database.pool.query(`update users set email = 'anna@example.org', language = 'de' where username = 'anna'`);
  const count = await tellFunding(deps);
  expect(count).toBeGreaterThan(2);
  expect(await tellFunding(deps)).toBe(0);
  const { rows } = await database.pool.query<{ subject: string }>('select subject from mail_outbox order by id');
  expect(rows).toHaveLength(count);
  expect(rows.map(({ subject }) => subject)).toContain('Einzahlung gutgeschrieben: 20.000 USDT');
});

test('verification derives every address again, and notices another one, key or person', async () => {
  const { pool } = database;
  const none = { evm: undefined, tron: undefined, bitcoin: undefined };
  const verify = (evm: string | undefined, ...former: string[]) =>
    verifyAddresses(pool, { settings: { ...none, evm }, former });
  const shared = { 'USDT.TRC20': 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };
  const fine = await verify(XPUB);
  expect(fine).toMatchObject({ findings: [], checked: 1 });
  expect(fine.notes).toEqual([expect.stringContaining('1 address of evm derived again from key')]);
  expect(await verify(undefined, XPUB)).toMatchObject({ findings: [], checked: 1 });
  // Without a key nothing can be said, and that is said.
  const blind = await verify(undefined);
  expect(blind).toMatchObject({ findings: [], checked: 0 });
  expect(blind.notes).toEqual([expect.stringContaining('1 address of evm NOT CHECKED')]);
  expect((await verify(OTHER_XPUB)).findings).toEqual([expect.stringContaining('none of those configured')]);

  const { rows } = await pool.query('select * from deposit_addresses');
  const forgeries: readonly [string, readonly unknown[], string][] = [
    ['address = $1', ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'], 'does not follow from its key'],
    ['path = path + 1 + $1', [0], 'was made for index'],
    ['path = null, memo = $1', [''], 'was made for nobody'],
    ['user_id = user_id + $1', [1], 'was made for index'],
    ['key_digest = $1', ['ab'.repeat(32)], 'none of those configured'],
    ['family = $1, address = $2, memo = $3', ['USDT.TRC20', shared['USDT.TRC20'], 'GH1-01'], 'was never configured'],
  ];
  for (const [change, values, finding] of forgeries) {
    await pool.query(`update deposit_addresses set ${change}`, [...values]);
    expect((await verify(XPUB)).findings, change).toContainEqual(expect.stringContaining(finding));
    const { family, address, memo, user_id, path, key_digest } = rows[0];
    await pool.query(
      'update deposit_addresses set family = $1, address = $2, memo = $3, user_id = $4, path = $5, key_digest = $6',
      [family, address, memo, user_id, path, key_digest],
    );
  }
  expect((await verify(XPUB)).findings).toEqual([]);
});

test('the ledger agrees with what came in and went out', async () => {
  const { assets } = accepted(await first.call('getReconciliation'));
  expect(assets[1]).toMatchObject({ symbol: 'USDT', ledger: '19802', credited: '20000', paidOut: '198', fees: '2' });
  expect(accepted(await first.call('listFundingAlarms'))).toEqual([]);
});
