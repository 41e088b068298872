import { CALL_NAMES, type CallName, callSpec } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parameterCalls } from '../content/parameters.ts';
import { type CallHandlers, refuse } from '../platform/call.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { openTestGateway, type TestGateway } from './testing/gateway.ts';

/**
 * With a closed real book, every served call that moves money on it is refused before it has any
 * effect; the demo book is unaffected.
 */
const database = withTestDatabase();
let gateway: TestGateway;
let token: string;

/**
 * Served calls that move money, and what stands behind them here: a refusal that only their
 * handlers give.
 */
const moving = CALL_NAMES.filter((name) => callSpec(name).served && callSpec(name).movesMoney);
const reached = () => refuse(code.unknownError);

beforeAll(async () => {
  gateway = await openTestGateway(database.pool, {
    handlers: {
      ...(Object.fromEntries([...moving, 'quoteConversion'].map((name) => [name, reached])) as CallHandlers),
      ...parameterCalls(new Map([['profile', 'demo-only']])),
    },
    gateway: { isRealBookClosed: true },
  });
  ({ token } = await gateway.guest());
});
afterAll(() => gateway.app.close());

const BODIES: { readonly [Name in CallName]?: object } = {
  buyOption: { code: 'BTCUSDT', direction: 'up', amount: '10', periodId: 60 },
  openPosition: { code: 'BTCUSDT', side: 'buy', type: 'market', lots: '1', leverage: 10 },
  closePosition: { id: 1 },
  setStops: { id: 1, stopLoss: null },
  cancelOrder: { id: 1 },
  placeSpotOrder: { code: 'BTCUSDT', side: 'buy', type: 'market', amount: '100' },
  convert: { from: 'USDT', to: 'BTC', amount: '100' },
};
/** These hold no money: a reset is of the demo book only, an alert is a price to be told of. */
const WITHOUT_MONEY: readonly CallName[] = ['resetDemo', 'addAlert', 'removeAlert'];
const REAL = { virtually: 'YES' };
let keys = 0;
const ask = (name: CallName, headers: Record<string, string>) => {
  keys += 1;
  return gateway.call(name, { token, key: `real-${keys}`, body: BODIES[name], headers });
};

test.each(moving.filter((name) => !WITHOUT_MONEY.includes(name)))('%s', async (name) => {
  expect(BODIES[name], `a body for ${name}`).toBeDefined();
  expect((await ask(name, REAL)).json).toEqual({ code: code.realBookClosed, message: expect.stringMatching(/.+/) });
  expect((await ask(name, {})).json.code).toBe(code.unknownError);
});

test('quoteConversion, which sets money aside although it is a question', async () => {
  const quote = (headers: Record<string, string>) =>
    gateway.call('quoteConversion', { token, headers, query: 'from=USDT&to=BTC&amount=100' });
  expect((await quote(REAL)).json.code).toBe(code.realBookClosed);
  expect((await quote({})).json.code).toBe(code.unknownError);
});

test('input is validated before the book is checked', async () => {
  const answer = await gateway.call('openPosition', {
    token,
    key: 'shape',
    body: { ...BODIES.openPosition, lots: 1 },
    headers: REAL,
  });
  expect(answer.json.code).toBe(code.wrongType);
});

test('the page is told that the real book is closed, before somebody changes to it', async () => {
  const password = 'nine brown owls';
  const form = { username: 'Owl', password, confirmPassword: password };
  expect((await gateway.call('upgradeGuest', { token, body: form })).json.code).toBe(200);
  const { json } = await gateway.call('login', { body: { account: 'owl', password } });
  const info = await gateway.call('getUserInfo', { token: json.result.token });
  expect(info.json.result.books).toEqual({ demo: 'open', real: 'closed' });
});

test('anybody may ask under which profile this installation runs', async () => {
  expect((await gateway.call('getParameter', { path: { key: 'profile' } })).json).toEqual({
    code: 200,
    result: { paramValue: 'demo-only' },
  });
  expect((await gateway.call('getParameter', { path: { key: 'secret' } })).json.code).toBe(code.parametersUnavailable);
});
