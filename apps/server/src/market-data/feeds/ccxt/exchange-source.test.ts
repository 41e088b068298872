import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import { CATALOGUE } from '../../instruments/catalogue/index.ts';
import { MARKET_TYPES } from '../../instruments/instrument.ts';
import { anInstrument } from '../../tape/testing/instruments.ts';
import type { SourceQuote } from '../live/prices.ts';
import { until } from '../testing/until.ts';
import { loadExchange } from './exchange.ts';
import { ExchangeSource, type ExchangeSourceOptions } from './exchange-source.ts';
import { mapSymbols } from './symbols.ts';
import { binanceTicker, ExchangeServer } from './testing/exchange-server.ts';
import { missingWire, needing, recordedFrames } from './testing/wire.ts';

/**
 * The ccxt library against a server on this machine that answers with recorded traffic: what
 * exchanges really sent, frame by frame. Nothing leaves the machine.
 */
const log = createLog({ level: 'silent', name: 'test' });
const NKN = anInstrument('NKNUSDT', { base: 'NKN', quote: 'USDT', precision: 4 });
const SKL = anInstrument('SKLUSDT', { base: 'SKL', quote: 'USDT', precision: 4 });
const BTC = anInstrument('BTCUSDT', { base: 'BTC', quote: 'USDT', precision: 1 });

let server: ExchangeServer;
let sources: ExchangeSource[] = [];
let quotes: SourceQuote[] = [];
let traded = 0;
beforeEach(async () => {
  server = await new ExchangeServer().start();
  quotes = [];
  traded = 0;
});
afterEach(async () => {
  await Promise.all(sources.map((source) => source.stop()));
  sources = [];
  await server.stop();
});

async function open(name: string, options: Partial<ExchangeSourceOptions> = {}): Promise<ExchangeSource> {
  const loaded = await loadExchange(name, server.url);
  if (!loaded.ok) throw new Error(loaded.reason);
  const source = new ExchangeSource({
    exchange: loaded.exchange,
    instruments: [NKN, SKL, BTC],
    log,
    now: Date.now,
    random: () => 0,
    pollMs: 50,
    ...options,
  });
  sources.push(source);
  source.start({
    quote: (quote) => quotes.push(quote),
    trade: ({ amount }) => {
      traded += amount;
    },
  });
  return source;
}

const subscribedTo = (text: string): boolean => [...server.subscribed].some((message) => message.includes(text));

describe.skipIf(0 < missingWire.length)(needing('an exchange through ccxt'), () => {
  test('gives every quote that Binance sent, with its two sides, and the volume of its trades', async () => {
    await open('binance', { streamsBooks: true });
    await until(() => subscribedTo('nknusdt@bookTicker') && subscribedTo('nknusdt@aggTrade'));
    const frames = recordedFrames('binanceStream').map(
      ({ data }) => JSON.parse(data) as { stream: string; data: object },
    );
    const books = frames.filter(({ stream }) => stream === 'nknusdt@bookTicker').map(({ data }) => data);
    for (const book of books) {
      server.send('binance', '@bookTicker', JSON.stringify(book));
      await until(() => quotes.at(-1)?.bid === Number((book as { b: string }).b));
    }
    expect(quotes.every(({ code, bid, ask }) => code === 'NKNUSDT' && bid <= ask)).toBe(true);
    expect(quotes.at(-1)).toMatchObject({ bid: Number((books.at(-1) as { b: string }).b) });
    // Recorded years ago; its time is moved to now, so that it counts as live.
    const trade = frames.find(({ stream }) => stream === 'nknusdt@aggTrade')!.data as { q: string };
    server.send('binance', '@aggTrade', JSON.stringify({ ...trade, E: Date.now(), T: Date.now() }));
    await until(() => traded === Number(trade.q));
  });

  test('gives the dollar quotes of Coinbase for pairs in USDT', async () => {
    const source = await open('coinbaseexchange');
    await until(() => subscribedTo('SKL-USD'));
    expect(source.symbols.get('SKLUSDT')).toBe('SKL/USD');
    const tickers = recordedFrames('coinbaseStream').filter(({ data }) => data.includes('"type":"ticker"'));
    const own = tickers.filter(({ data }) => data.includes('"SKL-USD"'));
    for (const { data } of tickers) server.send('coinbase', 'ticker', data);
    const last = JSON.parse(own.at(-1)!.data) as { best_bid: string; best_ask: string; time: string };
    await until(() => quotes.at(-1)?.at === Date.parse(last.time));
    expect(quotes.at(-1)).toMatchObject({ code: 'SKLUSDT', bid: Number(last.best_bid), ask: Number(last.best_ask) });
    expect(new Set(quotes.map(({ code }) => code))).toEqual(new Set(['SKLUSDT']));
  });

  test('asks Kraken for all quotes at once where nothing streams', async () => {
    server.krakenQuotes.set('XBTUSDT', { bid: '105944.20000', ask: '105944.30000' });
    const source = await open('kraken');
    await until(() => 0 < quotes.length);
    expect(source.symbols.get('BTCUSDT')).toBe('BTC/USDT');
    expect(quotes[0]).toEqual({ code: 'BTCUSDT', bid: 105_944.2, ask: 105_944.3, at: undefined });
  });

  test('reconnects by itself after a lost connection and after refused requests', async () => {
    await open('binance');
    await until(() => subscribedTo('nknusdt@ticker'));
    server.send('binance', '@ticker', binanceTicker('NKNUSDT', { bid: '0.35', ask: '0.36' }, Date.now()));
    await until(() => quotes.at(-1)?.bid === 0.35);
    server.answering = false;
    server.subscribed.clear();
    server.disconnect();
    await until(() => subscribedTo('nknusdt@ticker'));
    server.send('binance', '@ticker', binanceTicker('NKNUSDT', { bid: '0.37', ask: '0.38' }, Date.now()));
    await until(() => quotes.at(-1)?.bid === 0.37);
    server.quotes.set('BTCUSDT', { bid: '60741.67', ask: '60741.68' });
    server.answering = true;
    await until(() => quotes.some(({ code }) => code === 'BTCUSDT'));
  });

  test('waits for an exchange that is down at the start', async () => {
    server.answering = false;
    const source = await open('binance');
    await until(() => 2 < server.requests.length);
    expect(source.lists('NKNUSDT')).toBe(false);
    server.answering = true;
    await until(() => source.lists('NKNUSDT'));
  });

  test.each([
    'not json',
    '{"e":"24hrTicker","s":"NKNUSDT","b":"x","a":null}',
    '{"e":"24hrTicker"}',
    '[1,2,3]',
    '{"id":1,"error":{"code":-1,"msg":"no"}}',
    '',
  ])('a malformed frame (%s) does no harm', async (frame) => {
    const noise = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await open('binance');
    await until(() => subscribedTo('nknusdt@ticker'));
    server.send('binance', '@ticker', frame);
    await until(() => {
      server.send('binance', '@ticker', binanceTicker('NKNUSDT', { bid: '0.4', ask: '0.41' }, Date.now()));
      return quotes.at(-1)?.bid === 0.4;
    });
    noise.mockRestore();
  });

  test('gives past bars in points, and only those aligned with ours', async () => {
    const source = await open('binance');
    await until(() => source.lists('BTCUSDT'));
    const bars = await source.bars({ code: 'BTCUSDT', interval: '1m', limit: 10 });
    expect(bars?.[0]).toMatchObject({ open: 606_852, high: 607_298, low: 606_709, close: 607_193 });
    expect(bars!.every(({ at }) => at % 60_000 === 0)).toBe(true);
    expect(await source.bars({ code: 'BTCUSDT', interval: '1w', limit: 10 })).toEqual([]);
  });
});

describe.skipIf(0 < missingWire.length)(needing('the crypto catalogue on recorded markets'), () => {
  const coins = CATALOGUE.filter(({ type }) => type === MARKET_TYPES.crypto);

  test.each([
    ['binance', 200, 0],
    ['coinbaseexchange', 56, 40],
    ['kraken', 30, 20],
  ])('of %s finds only the same pair, or the pair in dollars', async (name, least, dollarsLeast) => {
    const loaded = await loadExchange(name, server.url);
    if (!loaded.ok) throw new Error(loaded.reason);
    await loaded.exchange.loadMarkets(true);
    const markets = Object.values(loaded.exchange.markets!);
    const symbols = mapSymbols(coins, markets);
    let dollars = 0;
    for (const { code, base, quote } of coins) {
      const market = loaded.exchange.markets![symbols.get(code) ?? ''];
      if (market === undefined) {
        const pairs = markets.filter(
          (candidate) => candidate.base === base && candidate.quote === quote && candidate.active !== false,
        );
        expect([code, pairs.filter(({ spot }) => spot !== false)]).toEqual([code, []]);
        continue;
      }
      if (market.quote !== quote) {
        expect([quote, market.quote]).toEqual(['USDT', 'USD']);
        dollars += 1;
      }
    }
    expect(symbols.size).toBeGreaterThanOrEqual(least);
    expect(dollars).toBeGreaterThanOrEqual(dollarsLeast);
    expect(symbols.get('BTCUSDT')).toMatch(/^BTC\/USDT?$/);
  });

  test('an exchange that ccxt does not know is logged and left out', async () => {
    expect(await loadExchange('nosuchexchange', undefined)).toEqual({
      ok: false,
      reason: 'ccxt knows no exchange nosuchexchange',
    });
  });
});
