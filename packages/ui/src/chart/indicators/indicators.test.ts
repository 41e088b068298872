/**
 * Indicators against published tables, against their definitions, and incremental against full
 * computation.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_CHART_SETTINGS } from '../settings.ts';
import type { ChartIndicators } from '../types.ts';
import { createBollinger } from './bollinger.ts';
import { createEma } from './ema.ts';
import { valuesOf } from './indicator.ts';
import { createIndicatorSet, indicatorLines } from './indicator-set.ts';
import { createMacd } from './macd.ts';
import { createRsi } from './rsi.ts';
import { createSma } from './sma.ts';

const rounded = (values: readonly (number | undefined)[]) => values.map((value) => value?.toFixed(2));
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('published tables', () => {
  // The ten-day table of StockCharts' article on moving averages.
  const CLOSES = [
    22.27, 22.19, 22.08, 22.17, 22.18, 22.13, 22.23, 22.43, 22.24, 22.29, 22.15, 22.39, 22.38, 22.61, 23.36, 24.05,
  ];
  test('ten-day simple and exponential averages', () => {
    expect(rounded(valuesOf(createSma(10), CLOSES)).slice(8)).toEqual([
      undefined,
      '22.22',
      '22.21',
      '22.23',
      '22.26',
      '22.30',
      '22.42',
      '22.61',
    ]);
    expect(rounded(valuesOf(createEma(10), CLOSES)).slice(8)).toEqual([
      undefined,
      '22.22',
      '22.21',
      '22.24',
      '22.27',
      '22.33',
      '22.52',
      '22.80',
    ]);
  });
  test('fourteen-day RSI', () => {
    // The table of StockCharts' article on the RSI.
    const closes = [
      44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931, 46.0328,
      45.614, 46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439,
    ];
    expect(rounded(valuesOf(createRsi(14), closes)).slice(13)).toEqual([
      undefined,
      '70.53',
      '66.32',
      '66.55',
      '69.41',
      '66.36',
      '57.97',
    ]);
  });
});

describe('worked examples', () => {
  test('Bollinger bands of three bars and two deviations', () => {
    // 2, 4, 6: mean 4, squares of the distances 4 + 0 + 4, deviation √(8/3).
    const reach = 2 * Math.sqrt(8 / 3);
    expect(valuesOf(createBollinger({ period: 3, deviations: 2 }), [2, 4, 6])).toEqual([
      undefined,
      undefined,
      { middle: 4, upper: 4 + reach, lower: 4 - reach },
    ]);
  });
  test('Bollinger bands keep a small deviation at a large price', () => {
    const [, band] = valuesOf(createBollinger({ period: 2, deviations: 1 }), [6_000_000_000, 6_000_000_000.5]);
    expect(band?.upper).toBe(6_000_000_000.5);
  });
  test('MACD of one, two and two bars', () => {
    // One-bar averages: 1 2 3 4; two-bar: –, 1.5, 2.5, 3.5. They differ by 0.5, and so does their
    // average from the third bar on.
    const found = valuesOf(createMacd({ fast: 1, slow: 2, signal: 2 }), [1, 2, 3, 4]);
    expect(found[0]).toBeUndefined();
    expect(found[1]).toEqual({ macd: 0.5, signal: undefined, histogram: undefined });
    expect(found[2]).toEqual({ macd: 0.5, signal: 0.5, histogram: 0 });
    expect(found[3]?.macd).toBeCloseTo(0.5, 12);
  });
  test('the RSI of a market that only rises, only falls or stands still is 100, 0 and 50', () => {
    const last = (closes: number[]) => valuesOf(createRsi(2), closes).at(-1);
    expect([last([1, 2, 3]), last([3, 2, 1]), last([2, 2, 2])]).toEqual([100, 0, 50]);
  });
});

const closesOf = (maxLength: number) => fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength });
const period = fc.integer({ min: 1, max: 30 });

test('averages and bands match their windows', () => {
  fc.assert(
    fc.property(closesOf(60), period, (closes, size) => {
      const averages = valuesOf(createSma(size), closes);
      const bands = valuesOf(createBollinger({ period: size, deviations: 2 }), closes);
      for (const [index, average] of averages.entries()) {
        const window = closes.slice(Math.max(0, index + 1 - size), index + 1);
        if (window.length < size) {
          expect([average, bands[index]]).toEqual([undefined, undefined]);
          continue;
        }
        const middle = mean(window);
        const reach = 2 * Math.sqrt(mean(window.map((close) => (close - middle) ** 2)));
        expect(average).toBeCloseTo(middle, 6);
        expect(bands[index]?.upper).toBeCloseTo(middle + reach, 6);
        expect(bands[index]?.lower).toBeCloseTo(middle - reach, 6);
      }
    }),
  );
});

test('incremental updates give exactly the result of a full computation', () => {
  const indicators: ChartIndicators = {
    ...DEFAULT_CHART_SETTINGS.indicators,
    sma: { on: true, periods: [1, 5, 9] },
    ema: { on: true, periods: [3, 8] },
    bollinger: { on: true, period: 6, deviations: 2 },
    rsi: { on: true, period: 5 },
    macd: { on: true, fast: 3, slow: 6, signal: 4 },
  };
  const tick = fc.record({ close: fc.integer({ min: 1, max: 1000 }), opens: fc.boolean() });
  fc.assert(
    fc.property(closesOf(20), fc.array(tick, { maxLength: 40 }), (start, ticks) => {
      const closes = [...start];
      const live = createIndicatorSet(indicators);
      live.reset(closes);
      for (const { close, opens } of ticks) {
        if (opens || closes.length === 0) closes.push(close);
        else closes[closes.length - 1] = close;
        live.update(closes);
      }
      const full = createIndicatorSet(indicators);
      full.reset(closes);
      for (const { id } of indicatorLines(indicators)) {
        for (const index of closes.keys()) expect([id, live.at(id, index)]).toEqual([id, full.at(id, index)]);
      }
    }),
  );
});
