import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OperatorGatewayFixture, openOperatorGateway } from '../http/testing/operator-gateway.ts';
import { verifyDatabase } from '../kernel/verify/verify.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { MODULES } from '../runtime/modules.ts';

/** Signing in as an operator, from the one-time link to the next morning. */
const database = withTestDatabase();
let gateway: OperatorGatewayFixture;

beforeAll(async () => {
  gateway = await openOperatorGateway(database);
});
afterAll(async () => {
  expect(gateway.harness.bugs).toEqual([]);
  await gateway.close();
});

describe('the first owner', () => {
  test('enrols by the link, and everything is in the log', async () => {
    const owner = await gateway.operator(['owner'], 'ada');
    const { json } = await owner.call('getOperatorSession');
    expect(json.result).toMatchObject({
      stage: 'ready',
      operator: { name: 'ada', roles: ['owner'] },
      factors: ['totp'],
    });
    const actions = (await owner.call('listOwnActions')).json.result.items.map(
      (action: { type: string }) => action.type,
    );
    expect(actions).toEqual(['operator.signIn', 'operator.credential', 'operator.credential', 'operator.add']);
    const verified = await verifyDatabase(database.pool, MODULES);
    expect(verified.findings).toEqual([]);
  });
});
