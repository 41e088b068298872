import { calls } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import type { CallContext, CallHandlers } from '../platform/call.ts';
import type { CandleQuery } from './history/history-source.ts';
import { CATALOGUE } from './instruments/catalogue/index.ts';
import type { InstrumentTerms } from './queries.ts';
import { marketCalls } from './routes.ts';
import { MarketSnapshot } from './snapshot/market-snapshot.ts';
import { aSnapshotRow } from './snapshot/testing/rows.ts';

const NOW = Date.UTC(2026, 2, 4, 15);
const context = {} as CallContext;
const terms: InstrumentTerms = {
  options: { enabled: false, termsVersion: 1, gapLimitMs: 15_000, periods: [] },
  contracts: null,
  spot: null,
  fees: { contractRate: '0.001', makerRate: '0.001', takerRate: '0.001' },
  limits: { options: null, contracts: null },
  validity: { options: null, contracts: null, spot: null },
};

function routes(available = true, feed = 'sim') {
  const requests: CandleQuery[] = [];
  const snapshot = new MarketSnapshot(CATALOGUE, () => feed);
  const handlers: CallHandlers = marketCalls({
    snapshot,
    actionsOf: async () => [],
    candles: async (query) => {
      requests.push(query);
      return available ? [{ at: 60_000, open: 101, high: 103, low: 100, close: 102, volume: 0.1 + 0.2 }] : undefined;
    },
    termsOf: () => terms,
    sourcesOf: (name) => (name === 'sim' ? [] : ['binance', 'kraken']),
    inputsOf: () => ['CCXT_RELAY_URL relay.example'],
    legsOf: (code) => (code === 'EURGBP' ? ['EURUSD', 'GBPUSD'] : []),
    isPredictable: () => false,
    now: () => NOW,
  });
  const candles = async (query: object) =>
    handlers.listCandles!({ query: query as never, params: {} as never, body: undefined as never }, context);
  const info = async (id: string) =>
    handlers.getMarketInfo!({ params: { id }, query: {} as never, body: undefined as never }, context);
  const ticks = async (code: string) =>
    handlers.listRecentTicks!({ query: { code }, params: {} as never, body: undefined as never }, context);
  return { requests, snapshot, candles, info, ticks };
}

describe('market routes', () => {
  it('give candles as numbers, up to the last published tick', async () => {
    const { requests, snapshot, candles } = routes();
    expect(await candles({ code: 'BTCUSDT' })).toEqual({ ok: true, result: [[60_000, 1.01, 1.03, 1, 1.02, 0.3]] });
    expect(requests[0]).toMatchObject({ interval: '1m', limit: 500, asOf: NOW });
    const row = aSnapshotRow('BTCUSDT', { seq: 9, at: NOW - 1_234, mid: 1, bid: 1, ask: 1 });
    snapshot.apply({ seq: 1, at: NOW, full: false, rows: [row] });
    await candles({ code: 'BTCUSDT', date: '4h', from: 5, to: 6, limit: 7 });
    expect(requests[1]).toEqual({ code: 'BTCUSDT', interval: '4h', from: 5, to: 6, limit: 7, asOf: NOW - 1_234 });
  });

  it('give the ticks that were published last, each once', async () => {
    const { snapshot, ticks } = routes();
    expect(await ticks('BTCUSDT')).toEqual({ ok: true, result: [] });
    const publish = (seq: number, mid: number) => {
      const row = aSnapshotRow('BTCUSDT', { seq, at: NOW + seq, mid, bid: mid, ask: mid });
      snapshot.apply({ seq: 1, at: NOW, full: false, rows: [row] });
    };
    publish(4, 150);
    publish(4, 150);
    publish(9, 151);
    const result = [
      [4, NOW + 4, 1.5],
      [9, NOW + 9, 1.51],
    ];
    expect(await ticks('BTCUSDT')).toEqual({ ok: true, result });
    expect(Value.Errors(calls.listRecentTicks.result, result)).toEqual([]);
    expect(await ticks('NOPE')).toMatchObject({ ok: false, code: code.instrumentUnknown });
  });

  it('refuse by the catalogue', async () => {
    const { candles, info } = routes();
    expect(await candles({ code: 'NOPE' })).toMatchObject({ ok: false, code: code.instrumentUnknown });
    // A number names an instrument only where the path says so.
    expect(await candles({ code: '20001' })).toMatchObject({ ok: false, code: code.instrumentUnknown });
    expect(await candles({ code: 'BTCUSDT', from: 6, to: 6 })).toMatchObject({ code: code.timeRangeInvalid });
    expect(await info('NOPE')).toMatchObject({ ok: false, code: code.instrumentUnknown });
    const broken = routes(false);
    expect(await broken.candles({ code: 'BTCUSDT' })).toMatchObject({ ok: false, code: code.historyUnavailable });
  });

  it('describe every instrument of the catalogue as the contract says', async () => {
    const { info } = routes();
    for (const instrument of CATALOGUE) {
      const answer = await info(String(instrument.id));
      if (!answer.ok) throw new Error(`${instrument.code} is not described`);
      expect(Value.Errors(calls.getMarketInfo.result, answer.result)).toEqual([]);
      expect(answer.result.code).toBe(instrument.code);
    }
  });

  it('name the exchanges behind a live price, and nobody behind a made-up one', async () => {
    const made = await routes().info('BTCUSDT');
    expect(made).toMatchObject({ result: { source: 'sim', feed: { name: 'sim', simulated: true, sources: [] } } });
    const live = await routes(true, 'ccxt').info('BTCUSDT');
    expect(live).toMatchObject({
      result: {
        source: 'ccxt',
        feed: { name: 'ccxt', simulated: false, recorded: false, sources: ['binance', 'kraken'] },
      },
    });
  });

  it('name inputs through which prices could be typed, and the legs of a cross', async () => {
    const inputs = ['CCXT_RELAY_URL relay.example'];
    expect(await routes(true, 'ccxt').info('BTCUSDT')).toMatchObject({ result: { feed: { inputs, legs: [] } } });
    expect(await routes(true, 'ccxt').info('EURGBP')).toMatchObject({
      result: { feed: { legs: ['EURUSD', 'GBPUSD'] } },
    });
  });

  it('tell hours as a week of local times and the days that differ', async () => {
    const { info } = routes();
    const answer = await info('AAPL');
    if (!answer.ok) throw new Error('AAPL is not described');
    const { hours } = answer.result;
    expect(hours.timeZone).toBe('America/New_York');
    expect(hours.sessions).toEqual([1, 2, 3, 4, 5].map((day) => ({ day, open: '09:30', close: '16:00' })));
    expect(hours.holidays).toContainEqual({ date: '2026-12-25', name: 'Closed' });
    expect(hours.holidays).toContainEqual({ date: '2026-11-27', name: 'Closes 13:00' });
    expect(hours).toMatchObject({ closesAt: '2026-03-04T21:00:00.000Z', opensAt: null });
    const forex = await info('EURUSD');
    if (!forex.ok) throw new Error('EURUSD is not described');
    expect(forex.result.hours.sessions[0]).toEqual({ day: 1, open: '00:00', close: '17:00' });
    expect(forex.result.hours.sessions.at(-1)).toEqual({ day: 7, open: '17:00', close: '24:00' });
  });
});
