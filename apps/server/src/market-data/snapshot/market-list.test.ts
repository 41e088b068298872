import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { marketRow, type SnapshotRow } from '@glasshouse/api/schemas/market-row';
import { Value } from 'typebox/value';
import { describe, expect, it, vi } from 'vitest';
import { MARKET_TYPES } from '../instruments/instrument.ts';
import { changePercent } from '../instruments/price-figures.ts';
import { anInstrument } from '../tape/testing/instruments.ts';
import { MarketList } from './market-list.ts';
import { MarketSnapshot } from './market-snapshot.ts';
import { aSnapshotRow } from './testing/rows.ts';

const instruments = [
  anInstrument('BTCUSDT'),
  anInstrument('EURUSD', { type: MARKET_TYPES.forex, precision: 5 }),
  anInstrument('GC', { type: MARKET_TYPES.futures, precision: 1 }),
];
const row = (code: string, change: Partial<SnapshotRow> = {}): SnapshotRow =>
  aSnapshotRow(code, { seq: 1, at: 1, mid: 110_000, bid: 109_999, ask: 110_001, reference24: 100_000, ...change });

function aList() {
  const snapshot = new MarketSnapshot(instruments, () => 'sim');
  let now = 0;
  let seq = 0;
  const list = new MarketList(snapshot, () => now);
  return {
    snapshot,
    list,
    pass: (ms: number) => {
      now += ms;
    },
    frame: (...rows: SnapshotRow[]) => {
      seq += 1;
      snapshot.apply({ seq, at: now, full: false, rows });
    },
  };
}
const rowsOf = (bytes: Buffer) => JSON.parse(bytes.toString()).result;

describe('market list', () => {
  it('conforms to the API, before and after the first tick', () => {
    const { list, pass, frame } = aList();
    for (const item of rowsOf(list.bytes([]).identity)) expect(Value.Errors(marketRow, item)).toEqual([]);
    frame(row('EURUSD', { recent: [108_001, 108_002] }));
    pass(5_000);
    const rows = rowsOf(list.bytes([]).identity);
    for (const item of rows) expect(Value.Errors(marketRow, item)).toEqual([]);
    expect(rows[0]).toMatchObject({ code: 'BTCUSDT', price: null, zdf: null, hundred: [], stale: true });
    expect(rows[1]).toMatchObject({ price: 1.1, nowPrice: 1.1, zdf: 10, hundred: [1.08001, 1.08002], source: 'sim' });
  });

  it('gives the same bytes in every encoding, by type, until a frame changes them', () => {
    const { list, pass, frame } = aList();
    frame(row('BTCUSDT'), row('GC'));
    const first = list.bytes([4]);
    expect(rowsOf(first.identity).map(({ code }: { code: string }) => code)).toEqual(['GC']);
    expect(brotliDecompressSync(first.br)).toEqual(first.identity);
    expect(gunzipSync(first.gzip)).toEqual(first.identity);
    expect(list.bytes([4, 4])).toBe(first);
    frame(row('GC', { mid: 120_000 }));
    pass(1_000);
    const second = list.bytes([4]);
    expect(rowsOf(second.identity)[0].price).toBe(12_000);
    expect(second.etag).not.toBe(first.etag);
    expect(brotliDecompressSync(second.br)).toEqual(second.identity);
    // A frame that changes nothing of this selection keeps its tag.
    frame(row('BTCUSDT', { mid: 1 }));
    pass(1_000);
    expect(list.bytes([4]).etag).toBe(second.etag);
  });

  it('stops at the limit, and a limit beyond the last row shares the whole list', () => {
    const { list, pass, frame } = aList();
    frame(row('BTCUSDT'), row('GC'));
    const codes = (bytes: Buffer) => rowsOf(bytes).map(({ code }: { code: string }) => code);
    const firstTwo = list.bytes([], 2);
    expect(codes(firstTwo.identity)).toEqual(['BTCUSDT', 'EURUSD']);
    expect(codes(list.bytes([1, 4], 1).identity)).toEqual(['EURUSD']);
    expect(list.bytes([], 3)).toBe(list.bytes([]));
    expect(list.bytes([], 2)).toBe(firstTwo);
    frame(row('GC', { mid: 120_000 }), row('BTCUSDT', { mid: 1 }));
    pass(1_000);
    expect(rowsOf(list.bytes([], 2).identity)[0].price).toBe(0.01);
  });

  it('is renewed in the background under steady demand, and at once after a pause', async () => {
    const { list, pass, frame } = aList();
    frame(row('BTCUSDT', { mid: 100 }));
    expect(gunzipSync(list.bytes([]).gzip)).toEqual(list.bytes([]).identity);
    frame(row('BTCUSDT', { mid: 200 }));
    const old = list.bytes([]);
    expect(rowsOf(old.identity)[0].price).toBe(1);
    for (let round = 0; round < 2; round += 1) {
      pass(499);
      expect(list.bytes([])).toBe(old);
    }
    // A second after it was built, a request starts the next build, which is served once it is
    // compressed.
    pass(2);
    expect(list.bytes([])).toBe(old);
    await vi.waitUntil(() => list.bytes([]) !== old);
    expect(rowsOf(gunzipSync(list.bytes([]).gzip))[0].price).toBe(2);
    frame(row('BTCUSDT', { mid: 300 }));
    pass(400);
    expect(rowsOf(list.bytes([]).identity)[0].price).toBe(2);
    frame(row('BTCUSDT', { mid: 777 }));
    pass(60_000);
    expect(rowsOf(list.bytes([]).identity)[0].price).toBe(7.77);
  });

  it('rounds changes half up to two places', () => {
    expect(changePercent(110, 100)).toBe(10);
    expect(changePercent(100, 110)).toBe(-9.09);
    expect(changePercent(200_011, 200_000)).toBe(0.01);
    expect(changePercent(200_009, 200_000)).toBe(0);
    expect(changePercent(200_009, 0)).toBeNull();
  });
});

describe('movers', () => {
  it('are open markets with a fresh price: risen ones first, then fallen ones', () => {
    const { snapshot, frame } = aList();
    frame(
      row('BTCUSDT', { mid: 90, reference24: 100 }),
      row('EURUSD', { mid: 110, reference24: 100 }),
      row('GC', { mid: 200, reference24: 100, open: false }),
    );
    expect(snapshot.movers(2).map(({ code }) => code)).toEqual(['EURUSD', 'BTCUSDT']);
    frame(row('EURUSD', { mid: 110, reference24: 100, stale: true }), row('BTCUSDT', { mid: 100, reference24: 100 }));
    expect(snapshot.movers(2)).toEqual([]);
  });

  it('name each coin once, by the market in which it moves most', () => {
    const code = (symbol: string) => anInstrument(symbol, { base: 'ZEC' });
    const snapshot = new MarketSnapshot([code('ZECUSDT'), code('ZECBTC'), ...instruments], () => 'sim');
    const rows = [row('ZECUSDT', { mid: 120 }), row('ZECBTC', { mid: 130 }), row('EURUSD', { mid: 110 })];
    const day = { reference24: 100 };
    snapshot.apply({ seq: 1, at: 0, full: false, rows: rows.map((row) => ({ ...row, ...day })) });
    expect(snapshot.movers(6).map((market) => market.code)).toEqual(['ZECBTC', 'EURUSD']);
  });

  it('know the day of each market in prices', () => {
    const { snapshot, frame } = aList();
    frame(row('EURUSD', { recent: [], day: [108_001, 110_000] }));
    expect([snapshot.dayOf('EURUSD'), snapshot.dayOf('NOPE')]).toEqual([[1.08001, 1.1], []]);
  });
});
