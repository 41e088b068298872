/** Settings from storage: written by the first release, by a later one, or nonsense. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AVERAGES_MAX, DEFAULT_CHART_SETTINGS, readChartSettings } from './settings.ts';

test('settings survive a round trip', () => {
  const settings = {
    kind: 'line' as const,
    indicators: {
      ...DEFAULT_CHART_SETTINGS.indicators,
      sma: { on: true, periods: [10, 200] },
      bollinger: { on: true, period: 30, deviations: 2.5 },
    },
    panes: { macd: 0.75 },
  };
  expect(readChartSettings(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
});

test('settings of the first release are understood', () => {
  const { kind, indicators } = readChartSettings({ kind: 'line', volume: false, averages: true });
  expect([kind, indicators.volume.on, indicators.sma]).toEqual(['line', false, { on: true, periods: [7, 25, 99] }]);
});

test('invalid periods fall back to the defaults, and surplus averages are dropped', () => {
  const { indicators } = readChartSettings({
    indicators: { rsi: { on: true, period: 0 }, sma: { periods: [5, 5, 2.5, 9, 12, 30] }, macd: { fast: 'x' } },
  });
  expect([indicators.rsi, indicators.sma.periods, indicators.macd.fast]).toEqual([
    { on: true, period: 14 },
    [5, 9, 12],
    12,
  ]);
});

test('invalid pane heights fall back to the default', () => {
  expect(readChartSettings({ panes: { rsi: 0.5, macd: -1, volume: 3 } }).panes).toEqual({ rsi: 0.5 });
  expect(readChartSettings({ panes: { rsi: 'high', macd: 1e9 } }).panes).toEqual({});
});

test('any stored value yields valid settings', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (stored) => {
      const { indicators } = readChartSettings(stored);
      expect(indicators.sma.periods.length).toBeGreaterThan(0);
      expect(indicators.sma.periods.length).toBeLessThanOrEqual(AVERAGES_MAX);
    }),
  );
});
