/**
 * Somebody frozen sees everything, begins nothing and gets out of what they are in: each served
 * call that moves money is one or the other, and the core decides the same by its log.
 */
import { CALL_NAMES, type CallName, callSpec } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallHandlers, refuse } from '../platform/call.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { openTestGateway, type TestGateway } from './testing/gateway.ts';
import { REACHED } from './testing/listed-codes.ts';
import { MOVING_BODIES } from './testing/moving-bodies.ts';

const database = withTestDatabase();
const moving = CALL_NAMES.filter((name) => callSpec(name).served && callSpec(name).movesMoney);
/** A refusal that only handlers give here. */
const reached = () => refuse(REACHED);
let gateway: TestGateway;
let token: string;
let keys = 0;

const WAYS_OUT: readonly CallName[] = [
  'cancelLoan',
  'cancelOrder',
  'cancelWithdrawal',
  'closePosition',
  'exitPlan',
  'removeAlert',
  'repayLoan',
  'setStops',
];

beforeAll(async () => {
  gateway = await openTestGateway(database.pool, {
    handlers: Object.fromEntries(moving.map((name) => [name, reached])) as CallHandlers,
  });
  ({ token } = await gateway.guest());
  await database.pool.query(`update users set status = 'frozen'`);
});
afterAll(() => gateway.app.close());

const ask = async (name: CallName): Promise<number> => {
  keys += 1;
  return (await gateway.call(name, { token, key: `frozen-${keys}`, body: MOVING_BODIES[name] })).json.code;
};

test.each(moving)('%s', async (name) => {
  expect(MOVING_BODIES[name], `a body for ${name}`).toBeDefined();
  expect(await ask(name)).toBe(WAYS_OUT.includes(name) ? REACHED : code.userStatusWrong);
});
