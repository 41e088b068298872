import { CALL_NAMES, type CallName, callSpec } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAnswer } from '../http/testing/gateway.ts';
import { accepted, type OperatorGatewayFixture } from '../http/testing/operator-gateway.ts';
import { verifyDatabase } from '../kernel/verify/verify.ts';
import { BASIC } from '../people/kyc/testing/kyc-gateway.ts';
import type { Profile } from '../platform/profile.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { MODULES } from './modules.ts';
import { type Installation, installProfile } from './testing/profile-installation.ts';

/** The way of real money through an installation that is not played with, over HTTP. */
const OUT = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const PAID_IN = `0x${'a1'.repeat(32)}`;
const PAID_OUT = `0x${'5e'.repeat(32)}`;
const REAL = { virtually: 'YES' };
const PROVED = { withdrawalPassword: 'second of all secrets' };
const OPTION = { code: 'BTCUSDT', direction: 'up', amount: '10', periodId: 60 };
const COIN = { symbol: 'USDT', network: 'ERC20' };
const WITHDRAWAL = { method: 'crypto', ...COIN, address: OUT, amount: '200', ...PROVED };

describe.each<[Profile, number]>([
  ['eu', code.productOffHere],
  // Sold there; nobody has put anything behind them yet.
  ['retail', code.poolFull],
])('%s', (profile, ofOptions) => {
  const database = withTestDatabase();
  let at: Installation;
  let token = '';
  let keys = 0;
  beforeAll(async () => {
    at = await installProfile(database, profile);
    const password = 'a long enough password';
    const body = { username: 'anna', password, confirmPassword: password };
    ({ token } = accepted(await at.gateway.call('register', { body })));
  });
  afterAll(async () => {
    expect(at.gateway.harness.bugs).toEqual([]);
    expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
    await at.close();
  });

  const ask = (name: CallName, request: Parameters<OperatorGatewayFixture['call']>[1] = {}): Promise<TestAnswer> => {
    keys += 1;
    return at.gateway.call(name, { token, headers: REAL, key: `key-${keys}`, ...request });
  };
  /** Asked by one operator, approved by the other. */
  async function byTwo(body: object): Promise<void> {
    await at.first.stepUp();
    await at.second.stepUp();
    const { state, request } = accepted(await at.first.call('moveHouse', { body: { reason: 'opening', ...body } }));
    expect(state).toBe('waiting');
    const decision = { verdict: 'approve', reason: 'agreed' };
    accepted(await at.second.call('decideRequest', { path: { id: request }, body: decision }));
  }
  const fresh = () => at.gateway.harness.tick(10_000_000);

  test('who was verified pays in, trades and is paid out', async () => {
    const kase = accepted(await ask('submitBasicKyc', { body: BASIC }));
    expect(kase.state).toBe('pending');
    const [waiting] = accepted(await at.first.call('listKycQueue')).items;
    accepted(
      await at.first.call('reviewKyc', {
        path: { id: waiting.id },
        body: { decision: 'verify', reason: 'documents match' },
      }),
    );

    // Nobody can give themselves money here.
    expect((await ask('simulateDeposit', { body: { ...COIN, amount: '500' } })).json.code).not.toBe(200);
    const claim = { ...COIN, amount: '900', txHash: PAID_IN };
    const deposit = accepted(await ask('requestDeposit', { body: claim }));
    expect(deposit.state).toBe('pending');
    await at.first.stepUp();
    const found = { decision: 'approve', arrived: '1000', reason: 'seen in the explorer' };
    accepted(await at.first.call('reviewDeposit', { path: { id: deposit.id }, body: found }));
    expect(accepted(await ask('getDeposit', { path: { id: String(deposit.id) } })).credited).toBe('1000');

    await fresh();
    expect((await ask('buyOption', { body: OPTION })).json.code).toBe(ofOptions);
    const order = { code: 'BTCUSDT', side: 'buy', type: 'market', amount: '300' };
    const unfunded = await ask('placeSpotOrder', { body: order });
    expect(unfunded.json.code).not.toBe(200);
    const house = { book: 'real', asset: 'BTC', amount: '2' };
    await byTwo({ ...house, from: 'external', to: 'capital' });
    await byTwo({ ...house, from: 'capital', to: 'pool.liquidity' });
    await fresh();
    accepted(await ask('placeSpotOrder', { body: order }));
    await fresh();
    const { rows } = await database.pool.query<{ asset: string; balance: string }>(
      `select asset, balance::text from accounts where owner <> 0 and book = 'real' and kind = 'available' order by asset`,
    );
    expect(rows.map(({ asset }) => asset)).toEqual(['BTC', 'USDT']);
    expect(Number(rows[0]?.balance)).toBeGreaterThan(0);
    expect(Number(rows[1]?.balance)).toBeLessThan(710);

    const out = accepted(await ask('requestWithdrawal', { body: WITHDRAWAL }));
    expect(out.state).toBe('pending');
    await at.first.stepUp();
    await at.second.stepUp();
    const review = { decision: 'approve', reason: 'known person' };
    accepted(await at.first.call('reviewWithdrawal', { path: { id: out.id }, body: review }));
    accepted(await at.second.call('makePayoutBatch', { body: { ids: [out.id], reason: 'today' } }));
    const sent = { hash: PAID_OUT, reason: 'signed' };
    accepted(await at.second.call('markWithdrawalSent', { path: { id: out.id }, body: sent }));
    expect(accepted(await ask('getWithdrawal', { path: { id: String(out.id) } }))).toMatchObject({
      state: 'sent',
      amount: '200',
      txHash: PAID_OUT,
    });
    const books = accepted(await at.first.call('getReconciliation')).assets;
    expect(books.find(({ symbol }: { symbol: string }) => symbol === 'USDT')).toMatchObject({ credited: '1000' });
  });

  /** A body for each call that is of the real book alone. */
  const BODIES: { readonly [Name in CallName]?: object } = {
    getDepositAddress: COIN,
    requestDeposit: { ...COIN, amount: '500', txHash: PAID_OUT },
    simulateDeposit: { ...COIN, amount: '500' },
    requestWithdrawal: WITHDRAWAL,
    askWithdrawalPasskey: { ...COIN, method: 'crypto', address: OUT, amount: '200' },
    cancelWithdrawal: { id: 1 },
    addWithdrawalAddress: { ...COIN, address: OUT, label: 'wallet', ...PROVED },
    removeWithdrawalAddress: { id: 1 },
    setWhitelistLock: { isLocked: true, ...PROVED },
    buyPlan: { productId: 1, amount: '100' },
    exitPlan: { id: 1 },
    setSmartTrading: { enabled: true },
    buyNft: { id: 1, quantity: 1 },
    prepareLoanAgreement: { amount: '200', termDays: 30 },
    requestLoan: { amount: '200', termDays: 30, agreementId: 1, signature: { typed: 'Anna' } },
    cancelLoan: { id: 1 },
    repayLoan: { id: 1 },
  };

  test('of the demo book each of these calls is refused', async () => {
    const ofRealBook = CALL_NAMES.filter((name) => {
      const { codes, served } = callSpec(name);
      return served && codes.includes('switchToReal');
    });
    expect(ofRealBook.length).toBeGreaterThan(8);
    const before = await database.pool.query('select max(seq) as seq from command_log');
    for (const name of ofRealBook) {
      expect(at.handlers[name], name).toBeDefined();
      const body = BODIES[name];
      const request = {
        ...(body !== undefined && { body }),
        ...(name === 'getWithdrawalTerms' && { query: 'symbol=USDT' }),
      };
      expect([name, (await ask(name, { ...request, headers: {} })).json.code]).toEqual([name, code.switchToReal]);
    }
    expect((await database.pool.query('select max(seq) as seq from command_log')).rows).toEqual(before.rows);
  });
});
