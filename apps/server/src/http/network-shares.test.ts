/**
 * Ten guests of one network, each within a person's share, on offers as they are shipped: together
 * they cannot keep anybody else out. Over HTTP through the real sequencer, behind a proxy.
 */
import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SHIPPED } from '../figures/figures.ts';
import { RULES_VERSION } from '../kernel/core/rules.ts';
import { verifyDatabase } from '../kernel/verify/verify.ts';
import { EnvReader } from '../platform/env-reader.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { MODULES } from '../runtime/modules.ts';
import { openTestGateway, type TestGateway } from './testing/gateway.ts';
import { openTradingGateway, type TradingGateway } from './testing/trading-gateway.ts';
import { readTrustedProxies } from './trusted-proxies.ts';

const database = withTestDatabase();
let trading: TradingGateway;
/** Behind a proxy, and with nothing in front of it. */
let proxied: TestGateway;
let direct: TestGateway;

beforeAll(async () => {
  trading = await openTradingGateway(database);
  const trustedProxies = readTrustedProxies(new EnvReader({ TRUSTED_PROXIES: 'loopback' }));
  proxied = await openTestGateway(database.pool, { ...trading.products, gateway: { trustedProxies } });
  direct = await openTestGateway(database.pool, trading.products);
});
afterAll(async () => {
  await Promise.all([proxied, direct, trading].map(({ app }) => app.close()));
  await trading.harness.sequencer.stop();
});

interface Filled {
  readonly profit: number;
  /** What refused the next one. */
  readonly refusal: number;
}

let keys = 0;

/** A new guest buys options until something refuses. */
async function fill(gateway: TestGateway, address: string, instrument: string): Promise<Filled> {
  const headers = { 'x-forwarded-for': address };
  const { token } = (await gateway.call('loginAsGuest', { headers })).json.result as { token: string };
  const body = { code: instrument, direction: 'up', amount: '5000', periodId: 60 };
  for (let profit = 0; ; ) {
    keys += 1;
    const { json } = await gateway.call('buyOption', { token, headers, key: `key-${keys}`, body });
    if (json.code !== 200) return { profit, refusal: json.code };
    profit += Number(json.result.profit);
  }
}

async function fillTen(gateway: TestGateway, addressOf: (index: number) => string, instrument: string) {
  const filled: Filled[] = [];
  for (let index = 1; index <= 10; index += 1) filled.push(await fill(gateway, addressOf(index), instrument));
  return { last: filled.at(-1), profit: filled.reduce((sum, { profit }) => sum + profit, 0) };
}

test.each([
  ['IPv4', (index: number) => `203.0.113.${index}`, '198.51.100.9', 'BTCUSDT'],
  ['IPv6', (index: number) => `2001:db8:12:${index}::1`, '2001:db8:13::1', 'ETHUSDT'],
])(
  'ten guests of one network of %s leave an instrument to others',
  async (_family, neighbour, elsewhere, instrument) => {
    const { last, profit } = await fillTen(proxied, neighbour, instrument);
    expect(last).toEqual({ profit: 0, refusal: code.networkLimit });
    // Three of ten shares of 50,000.
    expect(profit).toBeGreaterThan(140_000);
    expect(profit).toBeLessThanOrEqual(150_000);
    const secondFill = await fill(proxied, elsewhere, instrument);
    expect(secondFill.refusal).toBe(code.personLimit);
    expect(secondFill.profit).toBeGreaterThan(40_000);
  },
);

test('what nobody vouches for does not count: everybody is at the address of the connection', async () => {
  const { last } = await fillTen(direct, (index) => `192.0.2.${index}`, 'EURUSD');
  expect(last?.refusal).toBe(code.personLimit);
  const { rows } = await database.pool.query(
    `select count(network)::int as named, count(*)::int as orders from option_orders where code = 'EURUSD'`,
  );
  expect(rows[0]).toMatchObject({ named: 0 });
});

test('an order names its network and nobody finds the address in the database', async () => {
  const { rows } = await database.pool.query<{ network: string }>(
    `select distinct network from option_orders where network is not null order by 1`,
  );
  expect(rows).toHaveLength(4);
  for (const { network } of rows) expect(network).toMatch(/^[0-9a-f]{16}$/);
  const { rows: log } = await database.pool.query<{ found: boolean }>(
    `select bool_or(entry like '%203.0.113%' or entry like '%2001:db8%') as found from command_log`,
  );
  expect(log[0]?.found).toBe(false);
});

test('guests of one network leave the stock of a coin to others, by conversions and spot orders', async () => {
  // Of the 6,250 ETH that are seeded 50: room for four orders of 11.2.
  const figures = { ...SHIPPED, 'parameter.networks.stock_share': '0.008' };
  await trading.harness.internal('rules.adopt', { version: RULES_VERSION, figures }, 'stock share');
  await trading.quote();
  const guestAt = async (address: string) => {
    const headers = { 'x-forwarded-for': address };
    const { token } = (await proxied.call('loginAsGuest', { headers })).json.result as { token: string };
    return async (call: 'convert' | 'placeSpotOrder', body: object): Promise<number> => {
      keys += 1;
      return (await proxied.call(call, { token, headers, key: `key-${keys}`, body })).json.code;
    };
  };
  const converted = { from: 'USDT', to: 'ETH', amount: '45000' };
  const bought = { code: 'ETHUSDT', side: 'buy', type: 'market', amount: '45000' };
  const answers: number[] = [];
  for (const host of [31, 32]) {
    const send = await guestAt(`203.0.113.${host}`);
    answers.push(await send('convert', converted), await send('placeSpotOrder', bought));
  }
  const last = await guestAt('203.0.113.33');
  const elsewhere = await guestAt('198.51.100.33');
  answers.push(await last('convert', converted), await last('placeSpotOrder', bought));
  const { networkLimit } = code;
  expect(answers).toEqual([200, 200, 200, 200, networkLimit, networkLimit]);
  expect(await elsewhere('convert', converted)).toBe(200);
  await trading.quote();
  await trading.quote();
  const { rows } = await database.pool.query(
    `select asset, taken > 0 as taken, count(*)::int as networks from stock_taken group by 1, 2 order by 1`,
  );
  expect(rows).toEqual([
    { asset: 'ETH', taken: true, networks: 2 },
    { asset: 'USDT', taken: false, networks: 2 },
  ]);
  expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
});
