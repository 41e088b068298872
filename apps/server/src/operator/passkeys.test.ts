import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SoftAuthenticator } from '../factors/testing/soft-authenticator.ts';
import { TEST_SITE } from '../http/testing/gateway.ts';
import { accepted, type OperatorGatewayFixture, openOperatorGateway } from '../http/testing/operator-gateway.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { STEP_UP_MS } from './sessions.ts';

/** A passkey in place of the app: enrolled, signed in with, confirmed with, removed. */
const database = withTestDatabase();
let gateway: OperatorGatewayFixture;

beforeAll(async () => {
  gateway = await openOperatorGateway(database);
});
afterAll(() => gateway.close());

test('serves as second factor, and the last one stays', async () => {
  const ada = await gateway.operator(['owner'], 'ada');
  const device = new SoftAuthenticator();
  const at = { origin: TEST_SITE };
  gateway.pass(STEP_UP_MS);
  expect((await ada.call('startOperatorPasskey')).json.code).toBe(code.stepUpRequired);
  await ada.stepUp();
  const creation = accepted(await ada.call('startOperatorPasskey'));
  const made = { name: 'key on the ring', response: device.create(creation, at) };
  accepted(await ada.call('finishOperatorPasskey', { body: made }));
  expect((await ada.call('finishOperatorPasskey', { body: made })).json.code).toBe(code.passkeyRefused);

  gateway.pass(STEP_UP_MS);
  const remove = () => ada.call('removeOperatorFactor', { body: { kind: 'totp' } });
  expect((await remove()).json.code).toBe(code.stepUpRequired);
  const request = accepted(await ada.call('askOperatorPasskey'));
  const response = device.get(request, at);
  accepted(await ada.call('confirmOperatorPasskey', { body: { response } }));
  expect((await ada.call('confirmOperatorPasskey', { body: { response } })).json.code).toBe(code.passkeyRefused);
  expect((await remove()).json.code).toBe(200);
  const { factors } = accepted(await ada.call('listOperatorFactors'));
  expect(factors).toMatchObject([{ kind: 'passkey', name: 'key on the ring' }]);
  const last = await ada.call('removeOperatorFactor', { body: { kind: 'passkey', id: factors[0].id } });
  expect(last.json.code).toBe(code.lastFactor);
  const actions = accepted(await ada.call('listOwnActions')).items.map((action: { type: string }) => action.type);
  expect(actions.filter((type: string) => type === 'operator.credential')).toHaveLength(4);
});

test('of one operator is nobody else’s', async () => {
  const eve = await gateway.operator(['support'], 'eve');
  const bob = await gateway.operator(['support'], 'bob');
  const device = new SoftAuthenticator();
  const at = { origin: TEST_SITE };
  const creation = accepted(await eve.call('startOperatorPasskey'));
  accepted(await eve.call('finishOperatorPasskey', { body: { name: 'key', response: device.create(creation, at) } }));
  const request = accepted(await eve.call('askOperatorPasskey'));
  const answer = await bob.call('confirmOperatorPasskey', { body: { response: device.get(request, at) } });
  expect(answer.json.code).toBe(code.passkeyRefused);
});
