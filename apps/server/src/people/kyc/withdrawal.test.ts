/** A verification that is taken back: by two persons, told, and the real book closed again. */
import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestOperator } from '../../http/testing/operator-gateway.ts';
import { verifyDatabase } from '../../kernel/verify/verify.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { MODULES } from '../../runtime/modules.ts';
import { BASIC, INCOME, openKycGateway, type Person } from './testing/kyc-gateway.ts';

const database = withTestDatabase();
let gateway: Awaited<ReturnType<typeof openKycGateway>>;
let reviewer: TestOperator;
beforeAll(async () => {
  gateway = await openKycGateway(database);
  reviewer = await gateway.operator(['compliance']);
});
afterAll(() => gateway.closeAll());

const review = async (id: number, body: object) =>
  (await reviewer.call('reviewKyc', { path: { id }, body: { reason: 'checked', ...body } })).json;
const submitBasic = (who: Person) => gateway.post(who, 'submitBasicKyc', BASIC);
const REAL = { virtually: 'YES' };
const convert = async (who: Person, key: string) => {
  const body = { from: 'USDT', to: 'BTC', amount: '100' };
  return (await gateway.call('convert', { token: who.token, body, headers: REAL, key })).json.code;
};
const withdraw = async (id: number, body: object = {}, by = reviewer) =>
  (
    await by.call('withdrawVerification', {
      path: { id },
      body: { code: 'notGenuine', reason: 'forged document', ...body },
    })
  ).json;
const verified = async (who: Person, level: 'basic' | 'full' = 'basic') => {
  if (level === 'basic') await submitBasic(who);
  else await gateway.post(who, 'submitFullKyc', { ...(await gateway.photos(who)), ...INCOME });
  const id = await gateway.caseOf(who, level);
  expect((await review(id, { decision: 'verify' })).code).toBe(200);
  return id;
};
const approve = async (request: number, by: TestOperator) => {
  await by.stepUp();
  const body = { verdict: 'approve', reason: 'seen too' };
  return (await by.call('decideRequest', { path: { id: request }, body })).json;
};

test('takes two persons; then the person is told, and the real book is closed to them again', async () => {
  const who = await gateway.person('de');
  const id = await verified(who);
  expect(await convert(who, 'verified')).not.toBe(code.verifyIdentityFirst);
  await reviewer.stepUp();
  const request = await withdraw(id, { note: 'Bitte melden Sie sich.' });
  expect(request).toMatchObject({ code: 200, result: { state: 'waiting' } });
  expect((await gateway.status(who)).basic.state).toBe('verified');
  expect((await approve(request.result.request, reviewer)).code).toBe(code.ownRequest);
  const secondOwner = await gateway.operator(['owner']);
  expect((await approve(request.result.request, secondOwner)).code).toBe(200);

  expect((await gateway.status(who, { lang: 'de' })).basic).toMatchObject({
    state: 'notPassed',
    reason: 'notGenuine',
    note: 'Bitte melden Sie sich.',
    text: 'Die Echtheit lässt sich nicht bestätigen.',
  });
  expect((await gateway.summary(who)).basic).toMatchObject({ state: 'notPassed' });
  expect(await convert(who, 'taken-back')).toBe(code.verifyIdentityFirst);
  // The case says what was decided then, and since.
  const shown = (await reviewer.call('getKycCase', { path: { id } })).json.result;
  expect(shown).toMatchObject({ state: 'verified', withdrawn: { reason: 'notGenuine' } });
  expect((await withdraw(id)).code).toBe(code.authenticationStatusWrong);
  // And they can come again.
  await verified(who);
  expect(await convert(who, 'again')).not.toBe(code.verifyIdentityFirst);
});

test('the full check falls with the basic one, and what waits of it is closed', async () => {
  const secondOwner = await gateway.operator(['owner']);
  for (const level of ['verified', 'pending'] as const) {
    const who = await gateway.person();
    const basic = await verified(who);
    if (level === 'verified') await verified(who, 'full');
    else await gateway.post(who, 'submitFullKyc', { ...(await gateway.photos(who)), ...INCOME });
    await reviewer.stepUp();
    const request = await withdraw(basic);
    expect((await approve(request.result.request, secondOwner)).code).toBe(200);
    const status = await gateway.status(who);
    expect([status.basic.state, status.full.state]).toEqual(['notPassed', 'notPassed']);
    const waiting = await gateway.caseOf(who, 'full');
    expect((await review(waiting, { decision: 'verify' })).code).toBe(code.orderAlreadyFinal);
  }
});

test('of the full check the basic one stays', async () => {
  const who = await gateway.person();
  await verified(who);
  const full = await verified(who, 'full');
  await reviewer.stepUp();
  const request = await withdraw(full);
  expect((await approve(request.result.request, await gateway.operator(['owner']))).code).toBe(200);
  const status = await gateway.status(who);
  expect([status.basic.state, status.full.state]).toEqual(['verified', 'notPassed']);
  expect(await convert(who, 'basic-stays')).not.toBe(code.verifyIdentityFirst);
});

test('what waits, or is not there, cannot be taken back', async () => {
  const who = await gateway.person();
  await submitBasic(who);
  await reviewer.stepUp();
  expect((await withdraw(await gateway.caseOf(who))).code).toBe(code.authenticationStatusWrong);
  expect((await withdraw(99_999_999)).code).toBe(code.nothingFound);
});

test('the log makes all of it again', async () => {
  expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
});
