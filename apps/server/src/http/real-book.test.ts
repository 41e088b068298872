import { CALL_NAMES, type CallName, callSpec } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parameterCalls } from '../content/parameters.ts';
import { type CallHandlers, refuse } from '../platform/call.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { openTestGateway, type TestGateway } from './testing/gateway.ts';
import { REACHED } from './testing/listed-codes.ts';
import { MOVING_BODIES } from './testing/moving-bodies.ts';

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
const reached = () => refuse(REACHED);

beforeAll(async () => {
  gateway = await openTestGateway(database.pool, {
    handlers: {
      ...(Object.fromEntries([...moving, 'quoteConversion'].map((name) => [name, reached])) as CallHandlers),
      ...parameterCalls({ pool: database.pool, profile: 'demo-only', priced: '' }),
    },
    gateway: { isRealBookClosed: true },
  });
  ({ token } = await gateway.guest());
});
afterAll(() => gateway.app.close());

/** These hold no money: a reset is of the demo book only, an alert is a price to be told of. */
const WITHOUT_MONEY: readonly CallName[] = ['resetDemo', 'addAlert', 'removeAlert'];
const REAL = { virtually: 'YES' };
let keys = 0;
const ask = (name: CallName, headers: Record<string, string>) => {
  keys += 1;
  return gateway.call(name, { token, key: `real-${keys}`, body: MOVING_BODIES[name], headers });
};

test.each(moving.filter((name) => !WITHOUT_MONEY.includes(name)))('%s', async (name) => {
  expect(MOVING_BODIES[name], `a body for ${name}`).toBeDefined();
  expect((await ask(name, REAL)).json).toEqual({ code: code.realBookClosed, message: expect.stringMatching(/.+/) });
  expect((await ask(name, {})).json.code).toBe(REACHED);
});

test('quoteConversion, which sets money aside although it is a question', async () => {
  const quote = (headers: Record<string, string>) =>
    gateway.call('quoteConversion', { token, headers, query: 'from=USDT&to=BTC&amount=100' });
  expect((await quote(REAL)).json.code).toBe(code.realBookClosed);
  expect((await quote({})).json.code).toBe(REACHED);
});

test('input is validated before the book is checked', async () => {
  const answer = await gateway.call('openPosition', {
    token,
    key: 'shape',
    body: { ...MOVING_BODIES.openPosition, lots: 1 },
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

test('a guest moves nothing on the real book, even where it is open', async () => {
  const open = await openTestGateway(database.pool, {
    handlers: Object.fromEntries(moving.map((name) => [name, reached])) as CallHandlers,
  });
  const guest = await open.guest();
  const info = await open.call('getUserInfo', { token: guest.token });
  expect(info.json.result.books).toEqual({ demo: 'open', real: 'closed' });
  for (const name of ['buyOption', 'openPosition', 'placeSpotOrder', 'convert', 'requestWithdrawal'] as const) {
    const answer = await open.call(name, { token: guest.token, key: name, body: MOVING_BODIES[name], headers: REAL });
    expect(answer.json.code, name).toBe(code.guestMustUpgrade);
  }
  await open.app.close();
});

test('anybody may ask under which profile this installation runs', async () => {
  expect((await gateway.call('getParameter', { path: { key: 'profile' } })).json).toEqual({
    code: 200,
    result: { paramValue: 'demo-only' },
  });
  const app = () => gateway.call('getParameter', { path: { key: 'down_url' } });
  expect((await app()).json.result).toEqual({ paramValue: '' });
  await database.pool.query(
    `insert into operators (id, name, roles, state, added_at) values (1, 'olga', '["owner"]', 'active', now())`,
  );
  await database.pool.query(
    `insert into parameters (key, version, value, set_at, set_by) values ('site.down_url', 1, '"https://app.example"', now(), 1)`,
  );
  expect((await app()).json.result).toEqual({ paramValue: 'https://app.example' });
  expect((await gateway.call('getParameter', { path: { key: 'secret' } })).json.code).toBe(code.parametersUnavailable);
});
