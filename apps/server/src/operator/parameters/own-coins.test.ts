/** Coins that only the settings of an installation name, in parameters of money in and out. */
import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUILT_IN_NETWORKS } from '../../chains/built-in-networks.ts';
import { adoption } from '../../figures/in-force.ts';
import {
  accepted,
  type OperatorGatewayFixture,
  openOperatorGateway,
  type TestOperator,
} from '../../http/testing/operator-gateway.ts';
import { verifyDatabase } from '../../kernel/verify/verify.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { MODULES } from '../../runtime/modules.ts';
import { operatorParameterCalls } from './routes.ts';

const database = withTestDatabase();
const ethereum = BUILT_IN_NETWORKS.find(({ name }) => name === 'ERC20')!;
const ACME = { ...ethereum, assets: [{ asset: 'ACME', contract: undefined, decimals: 18 }] };
let fixture: OperatorGatewayFixture;
let ada: TestOperator;
let grace: TestOperator;

beforeAll(async () => {
  fixture = await openOperatorGateway(database, {
    handlers: (core) => operatorParameterCalls({ ...core, ownNetworks: [ACME] }),
  });
  for (const { id, type, body } of adoption(fixture.harness.sequencer.state))
    expect((await fixture.harness.internal(type, body, id)).code).toBe(200);
  ada = await fixture.operator(['owner'], 'ada');
  grace = await fixture.operator(['owner'], 'grace');
});
afterAll(() => fixture.close());

const set = (key: string, value: object) =>
  ada.call('setParameter', { path: { key }, body: { value, reason: 'agreed in the meeting' } });

test.each([
  ['deposit.minimums', { ACME: '5' }],
  ['withdrawal.fee_minimums', { ACME: '1' }],
  ['withdrawal.minimums', { ACME: '5', USDT: '20' }],
  ['deposit.addresses', { 'ACME.ERC20': '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }],
])('%s takes them, asked for and approved', async (key, value) => {
  await ada.stepUp();
  const request = accepted(await set(key, value));
  expect(request.state).toBe('waiting');
  await grace.stepUp();
  const body = { verdict: 'approve', reason: 'agreed in the meeting' };
  expect(accepted(await grace.call('decideRequest', { path: { id: request.request }, body })).state).toBe('approved');
});

test.each([
  ['deposit.minimums', { EMCA: '5' }],
  ['withdrawal.minimums', { EMCA: '5' }],
  ['deposit.addresses', { 'ACME.POLYGON': '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }],
])('%s takes no coin that nobody names, or on another network: %j', async (key, value) => {
  await ada.stepUp();
  const { json } = await set(key, value);
  const [name] = Object.keys(value);
  expect(json.code).toBe(code.wrongFormat);
  expect(JSON.stringify(json)).toContain(`value.${name}`);
});

test('the log decides the same without the settings', async () => {
  expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
});
