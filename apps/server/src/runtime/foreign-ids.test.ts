// long: a table with a row for every call
import { CALL_NAMES, type CallName, callSpec } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_CHAINS } from '../chains/settings.ts';
import { adoption } from '../figures/in-force.ts';
import {
  accepted,
  type OperatorGatewayFixture,
  openOperatorGateway,
  type TestOperator,
} from '../http/testing/operator-gateway.ts';
import { registerTestUser, USER_PASSWORD } from '../http/testing/test-users.ts';
import { OFFERS } from '../http/testing/trading-gateway.ts';
import type { CoreBus } from '../kernel/core/bus.ts';
import type { Json } from '../kernel/core/types.ts';
import { stockCalls } from '../money/house-stock/routes.ts';
import { alertCalls } from '../people/alerts/routes.ts';
import { masterKeyOf } from '../platform/master-key.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { cancelCall } from '../products/contracts/cancel-call.ts';
import { contractsCalls, contractsCancel } from '../products/contracts/routes.ts';
import { convertCalls } from '../products/convert/routes.ts';
import { LENDING } from '../products/loans/testing/fixture.ts';
import { Pictures } from '../products/nfts/pictures.ts';
import { nftCalls } from '../products/nfts/routes.ts';
import { optionsCalls } from '../products/options/routes.ts';
import { plansCalls } from '../products/plans/routes.ts';
import { spotCalls, spotCancel } from '../products/spot/routes.ts';
import { testEvidence } from '../transparency/testing/proving.ts';
import { fundingCalls } from './funding.ts';
import { seedHouse } from './seed-house.ts';
import { testFundingOperatorCalls, testPersonChecks } from './testing/funding-parts.ts';

/**
 * Every call that names something of its caller, with what belongs to somebody else: answered as if
 * it did not exist, on either book, and nothing of it changes.
 */
const database = withTestDatabase();
const MASTER_KEY = masterKeyOf('07'.repeat(32));
const XPUB =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB';
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const REAL = { virtually: 'YES' };
const NOT_THERE: ReadonlySet<number> = new Set([
  code.orderNotFound,
  code.sessionNotFound,
  code.nothingFound,
  code.quoteExpired,
  code.fileNotFound,
]);
const UNKNOWN = 999_999_999;
let gateway: OperatorGatewayFixture;
let anna: string;
let eve: string;
let keys = 0;

beforeAll(async () => {
  const { pool } = database;
  const bus: CoreBus = {
    submit: (input) => gateway.bus.submit(input),
    onUserEvents: () => {},
    onMarketFrame: () => {},
  };
  const now = () => gateway.clock.now();
  const offer = (code: string) => OFFERS.find((instrument) => instrument.code === code);
  const parts = {
    pool,
    bus,
    now,
    nameOf: (code: string) => offer(code)?.name ?? code,
    precisionOf: (code: string) => offer(code)?.precision,
    isClosed: () => false,
    opensAt: () => null,
    pricesOf: (code: string) => gateway.harness.market.lastTick(code) ?? null,
    findTick: async () => undefined,
    prove: testEvidence(pool).prove,
    networkOf: () => ({}),
    linesOf: async () => [],
  };
  const handlers = {
    ...optionsCalls(parts),
    ...contractsCalls(parts),
    ...spotCalls(parts),
    ...cancelCall([contractsCancel(parts), spotCancel(parts)]),
    ...convertCalls(parts),
    ...stockCalls(parts),
    ...alertCalls(parts),
    ...plansCalls({ ...parts, isRealBookClosed: false }),
    ...nftCalls({
      ...parts,
      isRealBookClosed: false,
      pictures: new Pictures({ pool, vault: { open: async () => undefined } }),
    }),
    ...fundingCalls({
      pool,
      bus,
      masterKey: MASTER_KEY,
      profile: 'sandbox',
      instruments: parts,
      evidence: testEvidence(pool),
      chains: { ...NO_CHAINS, keys: { ...NO_CHAINS.keys, evm: XPUB } },
      checks: testPersonChecks({
        verifiedHolderOf: async () => ({ name: 'Anna Lovelace', case: 1 }),
      }),
    }),
  };
  gateway = await openOperatorGateway(database, {
    gateway: { handlers },
    handlers: (core) => testFundingOperatorCalls(core, { clock: { now }, masterKey: MASTER_KEY }),
  });
  const { sequencer } = gateway.harness;
  for (const input of adoption(sequencer.state, LENDING)) await sequencer.submitInternal(input);
  await seedHouse(sequencer, OFFERS, 'sandbox');
  await gateway.harness.tick(10_000_000);
  await gateway.harness.tick(400_000, 1, 'ETHUSDT');
  await gateway.harness.tick(115_000, 1, 'EURUSD');
  [anna, eve] = [await person('anna'), await person('eve')];
});
afterAll(async () => {
  expect(gateway.harness.bugs).toEqual([]);
  await gateway.close();
});

const person = async (username: string): Promise<string> => (await registerTestUser(gateway, username)).token;

async function numberOf(username: string): Promise<number> {
  const { rows } = await database.pool.query('select id from users where username = $1', [username]);
  return Number(rows[0].id);
}

async function ask(token: string, name: CallName, request: Parameters<OperatorGatewayFixture['call']>[1] = {}) {
  keys += 1;
  return gateway.call(name, { token, key: `key-${keys}`, ...request });
}

/** A command of the core, for what people and operators do elsewhere in many steps. */
async function command(userId: number, type: string, body: { readonly [field: string]: Json }) {
  keys += 1;
  const answer = await gateway.bus.submit({ id: `command-${keys}`, userId, book: 'real', type, body });
  expect([type, answer.code]).toEqual([type, 200]);
  return { ...(answer.result as object), seq: answer.seq } as { readonly id: number; readonly seq: number };
}

/** A plan, an NFT and a loan that was asked for under a signed agreement. */
async function ofRealBook(userId: number, operator: TestOperator) {
  const by = {
    operator: operator.id,
    session: operator.id,
    device: operator.name,
    credential: operator.name,
    address: '10.0.0.1',
  };
  const real = async (name: CallName, body: object) => accepted(await ask(anna, name, { body, headers: REAL }));
  await real('setSmartTrading', { enabled: true });
  const [product] = accepted(await ask(anna, 'listPlanProducts', { headers: REAL })).items;
  const { id: plan } = await real('buyPlan', { productId: product.id, amount: product.min });

  const approval = { by, reason: 'a test' };
  const texts = { language: 'en', texts: { en: { name: 'Forest', text: 'Grows trees.' } } };
  const { seq: charity } = await command(0, 'nfts.charity', {
    ...approval,
    ...texts,
    id: null,
    registration: 'VR 1',
    website: null,
  });
  const { seq: work } = await command(0, 'nfts.listing', {
    ...approval,
    ...texts,
    id: null,
    charity,
    image: 'a-picture-of-a-work',
    imageSha256: 'ab'.repeat(32),
    price: '1',
    supply: 5,
  });
  await command(0, 'nfts.sale', { ...approval, id: work, to: 'onSale' });
  await real('buyNft', { id: work, quantity: 1 });
  const [nft] = accepted(await ask(anna, 'listMyNfts', { headers: REAL })).items;

  // Eve as well: she may ask for loans, but not under what Anna signed.
  for (const person of [userId, await numberOf('eve')]) {
    await command(person, 'kyc.submit', { level: 'basic', submission: `of-${person}`, digest: 'ab' });
    const { rows } = await database.pool.query('select id from kyc_cases where user_id = $1', [person]);
    const verdict = { case: Number(rows[0].id), decision: 'verify', code: null, refused: [], noteDigest: null };
    await command(person, 'kyc.review', { ...approval, ...verdict });
    await gateway.sessions.refresh(person);
  }
  const terms = { amount: '100', termDays: 30 };
  const { id: agreement } = await real('prepareLoanAgreement', terms);
  const signed = { ...terms, agreementId: agreement, signature: { typed: 'Anna Lovelace' } };
  const { id: loan } = await real('requestLoan', signed);
  return { plan, nft: nft.id, agreement, loan };
}

/** Something of Anna's for each call that names it: by number or by a text of ours. */
async function possessions(): Promise<{ readonly [name in CallName]?: number | string }> {
  const idOf = async (name: CallName, body: object, headers = {}) =>
    accepted(await ask(anna, name, { body, headers })).id;
  const option = await idOf('buyOption', { code: 'BTCUSDT', direction: 'up', amount: '100', periodId: 60 });
  const position = await idOf('openPosition', {
    code: 'EURUSD',
    side: 'buy',
    type: 'market',
    lots: '0.1',
    leverage: 10,
  });
  const waiting = await idOf('openPosition', {
    code: 'EURUSD',
    side: 'buy',
    type: 'limit',
    price: '1.1',
    lots: '0.1',
    leverage: 10,
  });
  const resting = { code: 'BTCUSDT', side: 'buy', type: 'limit', price: '90000', quantity: '0.001' };
  const spot = await idOf('placeSpotOrder', resting);
  await idOf('convert', { from: 'USDT', to: 'BTC', amount: '100' });
  const alert = await idOf('addAlert', { code: 'BTCUSDT', price: '120000' });
  const claim = { symbol: 'USDT', network: 'ERC20', amount: '5000' };
  await ask(anna, 'getDepositAddress', { body: { symbol: 'USDT', network: 'ERC20' }, headers: REAL });
  const deposit = await idOf('simulateDeposit', claim, REAL);
  const operator = await gateway.operator(['owner']);
  const review = { path: { id: deposit }, body: { decision: 'approve', reason: 'a test of the sandbox' } };
  accepted(await operator.call('reviewDeposit', review));
  const { plan, nft, agreement, loan } = await ofRealBook(await numberOf('anna'), operator);
  const out = { method: 'crypto', symbol: 'USDT', network: 'ERC20', address: ADDRESS, amount: '200' };
  const secrets = { withdrawalPassword: 'second of all secrets', code: '123456' };
  const withdrawal = await idOf('requestWithdrawal', { ...out, ...secrets }, REAL);
  const proof = 'proof-of-anna-0123456789';
  await database.pool.query(
    `insert into files (id, user_id, purpose, media_type, bytes, sha256, sealed_key, created_at, stored_at, expires_at)
     select $1, id, 'depositProof', 'image/jpeg', 1, '\\x00', '\\x00', now(), now(), now() + interval '1 day'
       from users where username = 'anna'`,
    [proof],
  );
  const { rows: passkeys } = await database.pool.query(
    `insert into customer_passkeys (owner, credential_id, fingerprint, public_key, counter, transports, backed_up, name, created_at)
     select id, 'c', 'f', '\\x00', 0, '{}', false, 'key', now() from users where username = 'anna' returning id`,
  );
  const passkey = passkeys[0].id;
  const sessions = accepted(await ask(anna, 'listSessions'));
  const quote = accepted(await ask(anna, 'quoteConversion', { query: 'from=USDT&to=BTC&amount=100' }));
  const own = accepted(await ask(anna, 'quoteConversion', { query: 'from=USDT&to=ETH&amount=100' }));
  const conversion = accepted(
    await ask(anna, 'convert', { body: { from: 'USDT', to: 'ETH', amount: '100', quoteId: own.quoteId } }),
  );
  const book = {
    symbol: 'USDT',
    network: 'ERC20',
    address: ADDRESS,
    label: 'own',
    withdrawalPassword: 'second of all secrets',
  };
  const saved = accepted(await ask(anna, 'addWithdrawalAddress', { body: book, headers: REAL }));
  return {
    getOptionOrder: option,
    closePosition: position,
    setStops: position,
    getPosition: position,
    reversePosition: position,
    openPosition: waiting,
    cancelOrder: spot,
    getSpotOrder: spot,
    removeAlert: alert,
    getDeposit: deposit,
    getWithdrawal: withdrawal,
    cancelWithdrawal: withdrawal,
    requestDeposit: proof,
    renamePasskey: passkey,
    removePasskey: passkey,
    revokeSession: sessions[0].id,
    convert: quote.quoteId,
    getConversion: conversion.id,
    removeWithdrawalAddress: saved.id ?? saved[0]?.id,
    exitPlan: plan,
    getPlan: plan,
    getMyNft: nft,
    shareNft: nft,
    unshareNft: nft,
    getLoanAgreement: agreement,
    downloadLoanAgreement: agreement,
    requestLoan: agreement,
    getLoan: loan,
    getLoanReceipt: loan,
    listLoanSteps: loan,
    cancelLoan: loan,
    repayLoan: loan,
  };
}

/** Fields that name something which belongs to somebody. */
const FIELDS = new Set([
  'id',
  'ids',
  'quoteId',
  'ref',
  'proofFileId',
  'agreementId',
  'signatureFileId',
  'files',
  'idFront',
  'idBack',
  'handHeld',
  'signature',
  'proofOfAssets',
  'form',
  'ocoWith',
  'import',
]);
/** Fields that do not: values, filters of one's own lists, and what everybody may name. */
const VALUES = new Set([
  'account',
  'accountNumber',
  'address',
  'amount',
  'asset',
  'bankType',
  'bic',
  'birthdate',
  'code',
  'country',
  'confirmPassword',
  'cursor',
  'date',
  'direction',
  'documentNumber',
  'documentType',
  'email',
  'file',
  'firstName',
  'expectedInvestment',
  'format',
  'from',
  'holder',
  'interval',
  'inviteCode',
  'isLocked',
  'key',
  'kind',
  'label',
  'language',
  'lastName',
  'leave',
  'level',
  'leverage',
  'limit',
  'lots',
  'method',
  'monthlyIncome',
  'name',
  'network',
  'newPassword',
  'oldPassword',
  'password',
  'periodId',
  'phone',
  'price',
  'product',
  'purpose',
  'quantity',
  'reason',
  'seq',
  'response',
  'sex',
  'text',
  'side',
  'sourceOfWealth',
  'state',
  'stopLoss',
  'symbol',
  'takeProfit',
  'termDays',
  'timeInForce',
  'to',
  'lang',
  // What is sold to everybody, and the terms that were shown of it.
  'productId',
  'days',
  'version',
  'charity',
  'serial',
  'enabled',
  // Of a certificate that its owner shows to whoever has the link.
  'token',
  // A signature: whose passkey made it is for `people/auth/factors/step.test.ts`.
  'passkey',
  // Ways past a limit: for which names they serve is for `people/auth/login-gate.test.ts`.
  'devices',
  'proof',
  // Of a sign-in that has begun: whose it is, is for `people/auth/sign-in/*.test.ts`.
  'provider',
  'codeChallenge',
  'codeVerifier',
  'redirectUri',
  'iss',
  'emailCode',
  'chainId',
  'message',
  // A browser's own address and keys, and how to be told.
  'endpoint',
  'p256dh',
  'auth',
  'mail',
  'push',
  'totp',
  'txHash',
  'type',
  'unread',
  'username',
  'withdrawalPassword',
  // One's own words to support, and a place among them.
  'text',
  'upTo',
  'score',
  'comment',
  // What a tax report is about; its lines are one's own.
  'year',
  'starts',
  'zone',
  'currency',
  // Prices to wait for, and how far from the best one.
  'stopPrice',
  'stopLimitPrice',
  'targets',
  'trailing',
  'trailingDistance',
  'trailingRate',
  // One's own arrangement of the pages; a part of what one imported.
  'layout',
  'table',
  // Whether whoever left comes back: only with the password.
  'reopen',
]);
/** Walked elsewhere, or named by the market. */
const ELSEWHERE: ReadonlySet<CallName> = new Set([
  ...(['getMarketInfo', 'getAsset'] as const),
  // What is sold to everybody, and what became of the money.
  ...(['listPlanFunding', 'buyNft', 'getNftById', 'listCharity'] as const),
  // What everybody may read.
  ...(['getContent'] as const),
  // People/notifications/notifications.test.ts
  ...(['markNotificationsRead'] as const),
  // People/identity/sign-in/oidc.test.ts and wallet.test.ts
  ...(['loginWithWallet', 'linkWallet', 'removeSignIn'] as const),
  // People/kyc/kyc.test.ts
  ...(['submitBasicKyc', 'submitFullKyc', 'saveKycDraft'] as const),
  // Support/support.test.ts
  ...(['sendSupportMessage', 'getSupportFile'] as const),
  // Leaving/imports.test.ts
  ...(['listImportedRows', 'removeImport'] as const),
  // Transparency/shared/shared.test.ts
  ...(['shareReceipt', 'unshareReceipt'] as const),
  // Filters of one's own lines: below.
  ...(['listStatement', 'exportStatement'] as const),
]);
const fieldsOf = (name: CallName): readonly string[] => {
  const { params, query, body, served } = callSpec(name);
  if (!served) return [];
  return [params, query, body].flatMap((part) => Object.keys((part as { properties?: object })?.properties ?? {}));
};
const namesSomething = (name: CallName): boolean => fieldsOf(name).some((field) => FIELDS.has(field));

test('of every field it is known whether it names something of somebody', () => {
  const unknown = CALL_NAMES.flatMap((name) =>
    fieldsOf(name)
      .filter((field) => FIELDS.has(field) === VALUES.has(field))
      .map((field) => `${name}.${field}`),
  );
  expect(unknown).toEqual([]);
});

const OWNED_BY_OWNER = new Set(['customer_passkeys', 'accounts']);

test('what belongs to somebody else does not exist', async () => {
  const owned = await possessions();
  const named = CALL_NAMES.filter((name) => namesSomething(name) && !ELSEWHERE.has(name));
  expect(Object.keys(owned).sort()).toEqual([...named].sort());
  const { pool } = database;
  const state = async () => {
    const tables = [
      'option_orders',
      'contract_orders',
      'spot_orders',
      'price_alerts',
      'customer_passkeys',
      'sessions',
      'deposits',
      'withdrawals',
      'withdrawal_addresses',
      'files',
      'accounts',
      'plan_orders',
      'nft_purchases',
      'loans',
      'loan_agreements',
    ];
    const parts = tables.map(
      (table) => `(select md5(string_agg(t::text, ',' order by t::text)) from ${table} t where
      ${OWNED_BY_OWNER.has(table) ? 'owner' : 'user_id'} = (select id from users where username = 'anna'))`,
    );
    return (await pool.query(`select ${parts.map((part, index) => `${part} as t${index}`).join(', ')}`)).rows[0];
  };
  const before = await state();
  const wrong: string[] = [];
  const found = new Set<string>();
  for (const name of named) {
    const mine = owned[name] as number | string;
    const aim = async (id: number | string, headers: Record<string, string>) => {
      const fields = {
        id,
        quoteId: id,
        name: 'mine',
        from: 'USDT',
        to: 'BTC',
        amount: '100',
        stopLoss: '1.1',
        code: '123456',
        symbol: 'USDT',
        network: 'ERC20',
        proofFileId: id,
        agreementId: id,
        termDays: 30,
        signature: { typed: 'Eve' },
        serial: 1,
        password: USER_PASSWORD,
      };
      const order = { code: 'EURUSD', side: 'buy', type: 'limit', price: '1.12', lots: '0.1', leverage: 10 };
      if (name === 'openPosition') Object.assign(fields, order, { ocoWith: id, stopLoss: '1.1' });
      const { properties = {} } = (callSpec(name).body ?? {}) as { properties?: object };
      const body = Object.fromEntries(Object.entries(fields).filter(([field]) => field in properties));
      const { json, text } = await ask(eve, name, { path: { id: String(id) }, body, headers });
      return { code: json?.code as number, text };
    };
    for (const headers of [{ virtually: 'NO' }, REAL]) {
      const foreign = await aim(mine, headers);
      const nothing = await aim(typeof mine === 'number' ? UNKNOWN : `${UNKNOWN}`.padEnd(mine.length, '0'), headers);
      if (NOT_THERE.has(foreign.code)) found.add(name);
      // The same answer: not even that it exists can be found out.
      if (foreign.code === 200 || foreign.code !== nothing.code)
        wrong.push(`${name}: ${foreign.code}, ${nothing.code}`);
    }
  }
  expect(wrong).toEqual([]);
  // Each was looked for on some book, and not refused before.
  expect([...found].sort()).toEqual([...named].sort());
  expect(await state()).toEqual(before);

  // Lines of somebody else's order are not among one's own.
  for (const [headers, ref] of [
    [{}, owned.getSpotOrder],
    [REAL, owned.getDeposit],
  ] as const) {
    const query = `ref=${ref}`;
    expect(accepted(await ask(anna, 'listStatement', { query, headers })).items).not.toEqual([]);
    expect(accepted(await ask(eve, 'listStatement', { query, headers })).items).toEqual([]);
    const all = { query: `format=json&${query}`, headers };
    expect(JSON.parse((await ask(anna, 'exportStatement', all)).text)).not.toEqual([]);
    expect(JSON.parse((await ask(eve, 'exportStatement', all)).text)).toEqual([]);
  }
});
