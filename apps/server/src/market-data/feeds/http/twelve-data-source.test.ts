import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import { instrumentByCode } from '../../instruments/catalogue/index.ts';
import type { SourceQuote } from '../live/prices.ts';
import { until } from '../testing/until.ts';
import { providerSymbol } from './symbols.ts';
import { FX_PRICE, ProviderServer, STOCK_PRICE } from './testing/provider-server.ts';
import { TwelveDataSource } from './twelve-data-source.ts';

/**
 * The adapter against a server on this machine that answers as the provider documents it
 * (https://twelvedata.com/docs, with the payloads of its examples). Nothing leaves the machine.
 */
const SERIES = {
  meta: {
    symbol: 'AAPL',
    interval: '1min',
    currency: 'USD',
    exchange_timezone: 'America/New_York',
    type: 'Common Stock',
  },
  values: [
    {
      datetime: '2021-09-16 15:58:00',
      open: '148.70000',
      high: '148.74000',
      low: '148.69000',
      close: '148.73500',
      volume: '412345',
    },
    {
      datetime: '2021-09-16 15:59:00',
      open: '148.73500',
      high: '148.86000',
      low: '148.73000',
      close: '148.85001',
      volume: '624277',
    },
  ],
  status: 'ok',
};

const instruments = ['EURUSD', 'AAPL', 'XAUUSD', 'GC'].map((code) => ({
  ...instrumentByCode(code)!,
  // Whatever day the test runs on.
  calendar: 'always',
}));

let server: ProviderServer;
let source: TwelveDataSource;
let quotes: SourceQuote[] = [];
let traded = 0;

beforeEach(async () => {
  [quotes, traded] = [[], 0];
  server = await new ProviderServer().start();
  source = new TwelveDataSource({
    url: server.url,
    socketUrl: server.socketUrl,
    key: 'secret-key',
    creditsPerMinute: 60_000,
    symbols: {},
    instruments,
    log: createLog({ level: 'silent', name: 'test' }),
    now: Date.now,
    random: () => 0,
  });
  source.start({
    quote: (quote) => quotes.push(quote),
    trade: ({ amount }) => {
      traded += amount;
    },
  });
});
afterEach(async () => {
  await source.stop();
  await server.stop();
});

describe('the keyed provider', () => {
  test('is subscribed to every symbol once, with the key', async () => {
    await until(() => 0 < server.received.length);
    expect(JSON.parse(server.received[0]!)).toEqual({
      action: 'subscribe',
      params: { symbols: 'EUR/USD,AAPL,XAU/USD' },
    });
    expect(server.requests.some(({ path }) => path === '/v1/quotes/price?apikey=secret-key')).toBe(true);
  });

  test('gives bid and ask where it has them, and the instrument’s spread around the price where not', async () => {
    await until(() => 0 < server.received.length);
    server.send(FX_PRICE);
    server.send(STOCK_PRICE);
    server.send({ ...STOCK_PRICE, day_volume: 27_631_200 });
    await until(() => quotes.length === 3);
    expect(quotes[0]).toEqual({ code: 'EURUSD', bid: 1.1316, ask: 1.13166, at: 1_592_249_566_000 });
    const { spreadPoints } = instrumentByCode('AAPL')!;
    expect(quotes[1]!.code).toBe('AAPL');
    expect(Math.round((quotes[1]!.ask - quotes[1]!.bid) * 100)).toBe(spreadPoints);
    expect(traded).toBe(88);
  });

  test.each([
    'not json',
    '[]',
    '{"event":"price"}',
    '{"event":"price","symbol":"AAPL","price":"x"}',
    '{"event":"price","symbol":"NOSUCH","price":1}',
    '{"event":"heartbeat","status":"ok"}',
    '{"event":"subscribe-status","status":"ok","success":[],"fails":[{"symbol":"AAPL"}]}',
  ])('survives %s', async (message) => {
    await until(() => 0 < server.received.length);
    server.send(message);
    server.send(FX_PRICE);
    await until(() => quotes.length === 1);
  });

  test('reconnects after a lost connection', async () => {
    await until(() => server.received.length === 1);
    server.disconnect();
    await until(() => server.received.length === 2);
    server.send(FX_PRICE);
    await until(() => quotes.length === 1);
  });

  test('is polled for symbols that do not stream', async () => {
    server.answer = (path) =>
      path.startsWith('/price')
        ? [
            200,
            '{"EUR/USD":{"price":"1.10"},"AAPL":{"code":400,"message":"no plan","status":"error"},"XAU/USD":{"price":"x"}}',
          ]
        : [200, '{}'];
    await until(() => 0 < quotes.length);
    expect(quotes[0]).toMatchObject({ code: 'EURUSD', at: undefined });
    expect(new Set(quotes.map(({ code }) => code))).toEqual(new Set(['EURUSD']));
    const request = server.requests.find(({ path }) => path.startsWith('/price'))!;
    expect(request).toEqual({ path: '/price?symbol=EUR%2FUSD%2CAAPL%2CXAU%2FUSD', key: 'apikey secret-key' });
  });

  test('waits while the credits are used up', async () => {
    const body = '{"code":429,"message":"You have run out of API credits for the current minute.","status":"error"}';
    let refused = 0;
    server.answer = () => {
      refused += 1;
      return refused < 3 ? [429, body] : [200, '{"EUR/USD":{"price":"1.10"}}'];
    };
    await until(() => 0 < quotes.length);
    expect(refused).toBeGreaterThanOrEqual(3);
  });

  test('gives past bars in points', async () => {
    server.answer = (path) => [200, path.startsWith('/time_series') ? JSON.stringify(SERIES) : '{}'];
    expect(await source.bars({ code: 'AAPL', interval: '1m', limit: 2 })).toEqual([
      { at: Date.UTC(2021, 8, 16, 15, 58), open: 14_870, high: 14_874, low: 14_869, close: 14_874, volume: 412_345 },
      { at: Date.UTC(2021, 8, 16, 15, 59), open: 14_874, high: 14_886, low: 14_873, close: 14_885, volume: 624_277 },
    ]);
    const request = server.requests.find(({ path }) => path.startsWith('/time_series'))!;
    expect(request.path).toBe('/time_series?symbol=AAPL&interval=1min&outputsize=2&timezone=UTC&order=ASC');
    server.answer = () => [200, '{"code":404,"message":"symbol not found","status":"error"}'];
    await expect(source.bars({ code: 'AAPL', interval: '1m', limit: 2 })).rejects.toThrow('404 symbol not found');
    server.answer = () => [502, '<html>'];
    await expect(source.bars({ code: 'AAPL', interval: '1m', limit: 2 })).rejects.toThrow('HTTP 502');
  });

  test('has no futures unless a symbol is named for them', () => {
    const gold = instrumentByCode('GC')!;
    expect(source.lists('GC')).toBe(false);
    expect(providerSymbol(gold, { GC: 'GC1' })).toBe('GC1');
    expect(providerSymbol(instrumentByCode('USDJPY')!, {})).toBe('USD/JPY');
    expect(providerSymbol(instrumentByCode('BTCUSDT')!, {})).toBeUndefined();
  });
});
