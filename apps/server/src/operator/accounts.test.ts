import { createHash } from 'node:crypto';
import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accepted,
  type OperatorGatewayFixture,
  openOperatorGateway,
  TEST_MASTER,
  type TestOperator,
} from '../http/testing/operator-gateway.ts';
import { verifyDatabase } from '../kernel/verify/verify.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { MODULES } from '../runtime/modules.ts';
import { GUESSES_PER_HOUR_MAX } from './attempts.ts';
import { LINK_MS, makeServerLink } from './links.ts';

/** Accounts of operators and requests, by two browsers over HTTP. */
const database = withTestDatabase();
const PASSWORD = 'violet tram over seven bridges';
let gateway: OperatorGatewayFixture;
let ada: TestOperator;
let olga: TestOperator;

beforeAll(async () => {
  gateway = await openOperatorGateway(database);
  ada = await gateway.operator(['owner'], 'ada');
  olga = await gateway.operator(['owner'], 'olga');
});
afterAll(async () => {
  expect(gateway.harness.bugs).toEqual([]);
  expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
  await gateway.close();
});

const fresh = async (): Promise<void> => {
  await ada.stepUp();
  await olga.stepUp();
};
const approve = (by: TestOperator, id: number, verdict = 'approve') =>
  by.call('decideRequest', { path: { id }, body: { verdict, reason: 'agreed on the phone' } });
const row = async (name: string) =>
  accepted(await ada.call('listOperators')).find((operator: { name: string }) => operator.name === name);

/** The new operator's number and both halves of the link. */
async function invite(name: string): Promise<{ id: number; link: string; linkCode: string }> {
  await fresh();
  const body = { name, roles: ['compliance'], reason: 'new in the team' };
  const { request } = accepted(await ada.call('inviteOperator', { body }));
  accepted(await approve(olga, request));
  const { id } = await row(name);
  const made = accepted(await ada.call('makeOperatorLink', { path: { id } }));
  const { code: linkCode } = accepted(await olga.call('makeOperatorLinkCode', { path: { id } }));
  return { id, link: made.link.split('#')[1], linkCode };
}

describe('an invitation', () => {
  test('takes both halves of the link, of who asked and who approved', async () => {
    const { id, link, linkCode } = await invite('nina');
    expect(await row('nina')).toMatchObject({ credentials: 'invited', invitation: { part: 'link', needsCode: true } });
    // Neither of the two can get hold of the other half.
    expect((await olga.call('makeOperatorLink', { path: { id } })).json.code).toBe(code.nothingFound);
    expect((await ada.call('makeOperatorLinkCode', { path: { id } })).json.code).toBe(code.nothingFound);
    const nina = gateway.browser();
    expect(accepted(await nina.call('readOperatorLink', { body: { link } }))).toMatchObject({
      name: 'nina',
      roles: ['compliance'],
      needsCode: true,
    });
    const use = (fields: object) => nina.call('useOperatorLink', { body: { link, password: PASSWORD, ...fields } });
    expect((await use({})).json.code).toBe(code.codeWrong);
    expect((await use({ code: '0000 0000', password: PASSWORD })).json.code).toBe(code.codeWrong);
    expect((await use({ code: linkCode, password: 'nina12345' })).json.code).toBe(code.passwordTooWeak);
    await nina.enrol(link, { code: linkCode });
    expect((await use({ code: linkCode })).json.code).toBe(code.linkUsed);
    expect(await row('nina')).toMatchObject({ credentials: 'ready', factors: ['totp'], invitation: null });
    expect(accepted(await nina.call('getOperatorSession')).permissions).toContain('kyc.review');
  });

  test('is void after five wrong codes', async () => {
    const { link, linkCode } = await invite('otto');
    const otto = gateway.browser();
    for (let tries = 0; tries < 5; tries += 1) {
      const body = { link, code: '1', password: PASSWORD };
      expect((await otto.call('useOperatorLink', { body })).json.code).toBe(code.codeWrong);
    }
    const body = { link, code: linkCode, password: PASSWORD };
    expect((await otto.call('useOperatorLink', { body })).json.code).toBe(code.linkUsed);
  });

  test('is void after a day', async () => {
    const { id, link } = await invite('paul');
    gateway.pass(LINK_MS);
    expect((await gateway.browser().call('readOperatorLink', { body: { link } })).json.code).toBe(code.linkUsed);
    // One after the other: each lets time pass, and a code of the other's app is over then.
    await ada.signIn('ada');
    await olga.signIn('olga');
    expect((await ada.call('makeOperatorLink', { path: { id } })).json.code).toBe(code.nothingFound);
  });
});

describe('a request', () => {
  test('is decided by nobody who shares anything with who asked', async () => {
    await fresh();
    const body = { name: 'rita', roles: ['support'], reason: 'new in the team' };
    const { request } = accepted(await ada.call('inviteOperator', { body }));
    const own = accepted(await ada.call('getRequest', { path: { id: request } }));
    expect(own).toMatchObject({ isOwn: true, mayDecide: false, state: 'waiting', askedBy: { name: 'ada' } });
    expect((await approve(ada, request)).json.code).toBe(code.ownRequest);
    const support = await gateway.operator(['support']);
    expect((await approve(support, request)).json.code).toBe(code.permissionDenied);
    const auditor = await gateway.operator(['auditor']);
    expect(accepted(await auditor.call('getRequest', { path: { id: request } })).mayDecide).toBe(false);
    expect((await approve(auditor, request)).json.code).toBe(code.permissionDenied);
    expect((await auditor.call('withdrawRequest', { path: { id: request }, body: { reason: 'no!' } })).json.code).toBe(
      code.requestNotOpen,
    );
    await olga.stepUp();
    expect(accepted(await approve(olga, request, 'reject'))).toMatchObject({
      state: 'rejected',
      decidedBy: { name: 'olga' },
      decisionReason: 'agreed on the phone',
    });
    expect((await approve(olga, request)).json.code).toBe(code.requestNotOpen);
    expect(await row('rita')).toBeUndefined();
  });

  test('of a second account at the same browser is its own', async () => {
    // Eve has two accounts, and signs in with the second one where she asked with the first.
    const eve = await gateway.operator(['owner'], 'eve');
    const body = { name: 'tom', roles: ['support'], reason: 'new in the team' };
    const { request } = accepted(await eve.call('inviteOperator', { body }));
    const second = gateway.browser();
    second.cookies.set('glasshouse_device', eve.cookies.get('glasshouse_device') as string);
    const { pool } = database;
    await second.enrol(
      await makeServerLink(pool, TEST_MASTER, {
        name: 'eve2',
        roles: ['owner'],
        operator: null,
        now: gateway.clock.now(),
      }),
    );
    expect((await approve(second, request)).json.code).toBe(code.ownRequest);
    accepted(await eve.call('withdrawRequest', { path: { id: request }, body: { reason: 'not needed' } }));
    const page = accepted(await eve.call('listRequests', { query: 'state=withdrawn' }));
    expect(page.items.map((item: { id: number }) => item.id)).toContain(request);
  });
});

describe('an item of a queue', () => {
  test('is worked on by one, until they let go or five minutes pass', async () => {
    const item = { queue: 'requests', item: 7 };
    const claim = async (by: TestOperator) => (await by.call('claimItem', { body: item })).json.code;
    expect(await claim(ada)).toBe(200);
    expect(await claim(ada)).toBe(200);
    expect(await claim(olga)).toBe(code.claimedByOther);
    expect(accepted(await olga.call('getQueues')).claims).toMatchObject([{ ...item, operator: { name: 'ada' } }]);
    // Only who has it lets go.
    accepted(await olga.call('releaseItem', { body: item }));
    expect(await claim(olga)).toBe(code.claimedByOther);
    accepted(await ada.call('releaseItem', { body: item }));
    expect(await claim(olga)).toBe(200);
    gateway.pass(5 * 60_000);
    expect(await claim(ada)).toBe(200);
    const support = await gateway.operator(['support']);
    expect((await support.call('claimItem', { body: { queue: 'kyc', item: 1 } })).json.code).toBe(
      code.permissionDenied,
    );
  });
});

describe('what a person sees', () => {
  test('is who looked at what, and why a balance was corrected', async () => {
    const person = await gateway.guest();
    const stranger = await gateway.guest();
    const by = (operator: TestOperator, device: string) => ({
      operator: operator.id,
      session: operator.id,
      device,
      credential: `key of ${operator.name}`,
      address: '203.0.113.7',
    });
    const submit = (userId: number, type: string, body: object) =>
      gateway.bus.submit({
        id: `test:${type}:${JSON.stringify(body)}`,
        userId,
        book: 'real',
        type,
        body: body as never,
      });
    await submit(person.id, 'view.record', { by: by(ada, 'a'), kind: 'balances', subject: 'balances' });
    const twoPersons = async (userId: number, type: string, fields: object) => {
      const requested = await submit(userId, type, { by: by(ada, 'a'), reason: 'paid twice', ...fields });
      const { request } = requested.result as { request: number };
      const decision = { by: by(olga, 'o'), reason: 'checked', request, verdict: 'approve' };
      expect((await submit(userId, 'request.decide', decision)).code).toBe(200);
    };
    await twoPersons(0, 'house.move', { asset: 'USDT', amount: '100', from: 'external', to: 'capital' });
    await twoPersons(person.id, 'balances.adjust', { asset: 'USDT', amount: '12.50', direction: 'credit' });
    const real = { virtually: 'YES' };
    const views = await gateway.call('listDataViews', { token: person.token });
    expect(views.json.result.items).toMatchObject([{ kind: 'balances', operator: ada.id }]);
    expect(JSON.stringify(views.json)).not.toContain('ada');
    const adjustments = await gateway.call('listAdjustments', { token: person.token });
    expect(adjustments.json.result.items).toMatchObject([
      { book: 'real', asset: 'USDT', amount: '12.5', direction: 'credit', reason: 'paid twice' },
    ]);
    const lines = await gateway.call('listStatement', { token: person.token, headers: real });
    expect(lines.json.result.items).toMatchObject([{ reason: 'adjust.credit', amount: '12.5' }]);
    for (const name of ['listDataViews', 'listAdjustments'] as const) {
      expect((await gateway.call(name, { token: stranger.token })).json.result.items).toEqual([]);
    }
  });

  test('is that they are frozen, and why; and nothing at all once they are disabled', async () => {
    const person = await gateway.guest();
    const set = (status: string) =>
      gateway.bus.submit({
        id: `standing:${person.id}:${status}`,
        userId: person.id,
        book: 'real',
        type: 'standing.set',
        body: {
          by: { operator: ada.id, session: 1, device: 'a', credential: 'k', address: '203.0.113.7' },
          reason: 'reported as stolen',
          status,
        },
      });
    const info = () => gateway.call('getUserInfo', { token: person.token });
    expect((await info()).json.result.user.status).toBe('active');
    expect((await set('frozen')).code).toBe(200);
    expect((await info()).json.result.user).toMatchObject({ status: 'frozen', statusReason: 'reported as stolen' });
    const buy = { code: 'BTCUSDT', direction: 'up', amount: '100', periodId: 60 };
    const bought = await gateway.call('buyOption', { token: person.token, key: 'k', body: buy });
    expect(bought.json.code).toBe(code.userStatusWrong);
    // They get out of what they are in: of these there is nothing to get out of.
    for (const name of ['closePosition', 'cancelOrder', 'exitPlan'] as const) {
      const out = await gateway.call(name, { token: person.token, key: name, body: { id: 1 } });
      expect([code.userStatusWrong, code.pathNotFound], name).not.toContain(out.json.code);
    }
    expect((await set('disabled')).code).toBe(200);
    expect((await info()).status).toBe(401);
  });
});

describe('guessing', () => {
  const guess = async (name: string, ip: string) =>
    (await gateway.browser(ip).call('operatorSignIn', { body: { name, password: 'wrong' } })).json.code;

  test('a password locks a network, whether or not anybody has the name', async () => {
    for (const name of ['ada', 'nobody']) {
      const ip = `198.51.100.${name.length}`;
      for (let tries = 0; tries < 5; tries += 1) expect(await guess(name, ip)).toBe(code.passwordWrong);
      expect(await guess(name, ip)).toBe(code.tooManyRequests);
      expect(await guess(name, '192.0.2.9')).toBe(code.passwordWrong);
    }
  });

  test('a flood from many networks keeps nobody out of a known device, and is no more than so many', async () => {
    let looked = 0;
    for (let minute = 0; minute < 60; minute += 1) {
      for (let network = 0; network < 6; network += 1) {
        looked += (await guess('ada', `10.${minute}.${network}.7`)) === code.passwordWrong ? 1 : 0;
      }
      gateway.pass(60_000);
    }
    expect(looked).toBeLessThanOrEqual(GUESSES_PER_HOUR_MAX);
    expect(looked).toBeGreaterThan(0);
    expect((await ada.signIn('ada')).json.code).toBe(200);
  });

  test('on a new device, work lets the owner go on while strangers guess', async () => {
    while ((await guess('ada', `10.200.${nextNetwork(256)}.7`)) === code.passwordWrong);
    const fresh = gateway.browser('192.0.2.200');
    const body = { name: 'ada', password: PASSWORD };
    expect((await fresh.call('operatorSignIn', { body })).json.code).toBe(code.tooManyRequests);
    const request = accepted(await fresh.call('askOperatorWork', { body: { name: 'ada' } }));
    const proof = workFor(request);
    expect((await fresh.call('operatorSignIn', { body: { ...body, proof } })).json.code).not.toBe(code.tooManyRequests);
    expect((await fresh.call('operatorSignIn', { body: { ...body, proof } })).json.code).toBe(code.tooManyRequests);
  });
});

let networks = 0;
const nextNetwork = (most: number): number => {
  networks += 1;
  return networks % most;
};

function workFor({ challenge, bits }: { challenge: string; bits: number }) {
  for (let tried = 0; ; tried += 1) {
    const nonce = tried.toString(36);
    const digest = createHash('sha256').update(`${challenge}.${nonce}`).digest();
    if (digest.readUInt32BE(0) >>> (32 - bits) === 0) return { challenge, nonce };
  }
}
