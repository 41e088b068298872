import { code } from '@glasshouse/api/codes';
import { expect, test } from 'vitest';
import { withTestDatabase } from '../platform/test-database.ts';
import { isServedHost } from './own-host.ts';
import { openTestGateway } from './testing/gateway.ts';

/** An installation with an address serves no other domain. */
const database = withTestDatabase();

test.each([
  ['broker.example', true],
  ['BROKER.example:443', true],
  ['broker.example.', true],
  ['broker.example.evil.test', false],
  ['evil.test', false],
  ['www.broker.example', false],
  ['127.0.0.1:4000', true],
  ['[::1]:4000', true],
  ['localhost:4000', true],
  ['glasshouse:4000', true],
])('%s: %s', (host, expected) => {
  expect(isServedHost(host, 'broker.example')).toBe(expected);
});

test('another domain gets 421, probes get their answer', async () => {
  const gateway = await openTestGateway(database.pool, { gateway: { ownHost: 'broker.example' } });
  const ask = async (url: string, host: string) => {
    const response = await gateway.app.inject({ method: 'GET', url, headers: { host } });
    return response.statusCode;
  };
  expect(await ask('/swx/customer/market/listMarket', 'evil.test')).toBe(421);
  expect(await ask('/', 'evil.test')).toBe(421);
  expect(await ask('/healthz', 'evil.test')).toBe(200);
  const refused = await gateway.call('login', {
    headers: { host: 'evil.test' },
    body: { account: 'a', password: 'b' },
  });
  expect(refused.json.code).toBe(code.hostUnknown);
  expect((await gateway.call('login', { body: { account: 'a', password: 'b' } })).json.code).toBe(code.passwordWrong);
  await gateway.app.close();
});
