import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EnvReader } from '../../../platform/env-reader.ts';
import { createLog } from '../../../platform/log.ts';
import { withTestDatabase } from '../../../platform/test-database.ts';
import type { RecentBars } from '../../candles/recent-bars.ts';
import { MARKET_TYPES } from '../../instruments/instrument.ts';
import { Acceptance } from '../../tape/acceptance.ts';
import type { TapeTick } from '../../tape/codec.ts';
import { anInstrument } from '../../tape/testing/instruments.ts';
import { binanceTicker, ExchangeServer } from '../ccxt/testing/exchange-server.ts';
import { missingWire, needing } from '../ccxt/testing/wire.ts';
import { FX_PRICE, ProviderServer } from '../http/testing/provider-server.ts';
import { openFeeds } from '../open-feeds.ts';
import { readFeedSettings } from '../settings.ts';
import { until } from '../testing/until.ts';
import { LiveConnections } from './connect-live.ts';

/**
 * The thread of a live feed as the engine runs it, against two exchanges on this machine: prices
 * come, go stale when the exchanges vanish, and come back without a restart; the past is filled in.
 * Nothing leaves the machine.
 */
const database = withTestDatabase();
const BTC = anInstrument('BTCUSDT', { base: 'BTC', quote: 'USDT', precision: 2, stalenessMs: 2_500, tickMs: 100 });

let server: ExchangeServer;
let live: LiveConnections | undefined;
let filled: { code: string; bars: RecentBars }[] = [];
beforeEach(async () => {
  server = await new ExchangeServer().start();
  filled = [];
});
afterEach(async () => {
  await live?.stop();
  await server.stop();
});

function open(env: Record<string, string> = { FEED: 'ccxt', CCXT_RELAY_URL: server.url }, instrument = BTC) {
  const reader = new EnvReader(env);
  const settings = readFeedSettings(reader);
  if (0 < reader.problems.length) throw new Error(reader.problems.join());
  live = new LiveConnections({
    settings,
    databaseUrl: database.url,
    logLevel: 'silent',
    log: createLog({ level: 'silent', name: 'test' }),
  });
  live.onRecentBars((code, bars) => filled.push({ code, bars }));
  const { feeds } = openFeeds(settings, [instrument], live.connect);
  const acceptance = new Acceptance([instrument]);
  const ticks: TapeTick[] = [];
  return {
    ticks,
    /** As the pump does; gives the newest tick. */
    pump: (): TapeTick | undefined => {
      const now = Date.now();
      ticks.push(...acceptance.accept(feeds[0]!.ticksBetween(now - 60_000, now), now));
      return ticks.at(-1);
    },
  };
}

const price = (): void =>
  server.send('binance', '@ticker', binanceTicker('BTCUSDT', { bid: '60741.67', ask: '60741.69' }, Date.now()));

describe.skipIf(0 < missingWire.length)(needing('the thread of a live feed'), () => {
  test('gives prices, none while the exchanges are down, and prices again once they are back', async () => {
    const { pump, ticks } = open();
    await until(() => {
      price();
      return pump()?.mid === 6_074_168;
    });
    const port = Number(new URL(server.url).port);
    await server.stop();
    const goneAt = Date.now();
    await until(() => {
      pump();
      return BTC.stalenessMs < Date.now() - ticks.at(-1)!.at;
    });
    const count = ticks.length;
    expect(ticks.every(({ at }) => at <= goneAt + 1_000)).toBe(true);
    server = await new ExchangeServer().start(port);
    await until(() => {
      price();
      pump();
      return count < ticks.length;
    });
    expect(ticks.every(({ at }, index) => index === 0 || ticks[index - 1]!.at <= at)).toBe(true);
    expect(ticks.map(({ seq }) => seq)).toEqual(ticks.map((_, index) => index + 1));
  });

  test('fills in the past for the page and for charts', async () => {
    open();
    await until(() => 0 < filled.length);
    expect(filled[0]).toMatchObject({ code: 'BTCUSDT' });
    const { minutes } = filled[0]!.bars;
    expect(minutes.length).toBeGreaterThan(0);
    const { rows } = await database.pool.query('select count(*) as count from candles where code = $1', ['BTCUSDT']);
    expect(rows[0].count).toBeGreaterThanOrEqual(minutes.length);
  });
});

test('the keyed provider runs in the same kind of thread', async () => {
  const provider = await new ProviderServer().start();
  const EUR = anInstrument('EURUSD', { base: 'EUR', quote: 'USD', type: MARKET_TYPES.forex, precision: 5 });
  const { pump } = open(
    { FEED: 'forex:http', HTTP_FEED_KEY: 'key', HTTP_FEED_URL: provider.url, HTTP_FEED_SOCKET_URL: provider.socketUrl },
    EUR,
  );
  await until(() => {
    provider.send({ ...FX_PRICE, timestamp: Math.floor(Date.now() / 1_000) });
    return pump() !== undefined;
  });
  expect(pump()).toMatchObject({ code: 'EURUSD', bid: 113_160, ask: 113_166, mid: 113_163 });
  await live?.stop();
  await provider.stop();
});
