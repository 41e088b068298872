/** Pane heights: what counts as a resize, and that a hidden pane keeps its height. */
import { expect, test } from 'vitest';
import { DEFAULT_CHART_SETTINGS } from '../settings.ts';
import { changedShares, panesOf } from './pane-shares.ts';

test('enabled panes are listed in order', () => {
  const { indicators } = DEFAULT_CHART_SETTINGS;
  const both = { ...indicators, rsi: { ...indicators.rsi, on: true }, macd: { ...indicators.macd, on: true } };
  expect([panesOf(indicators), panesOf(both), panesOf({ ...both, rsi: indicators.rsi })]).toEqual([
    [],
    ['rsi', 'macd'],
    ['macd'],
  ]);
});

test('an unchanged height is no resize, and neither is rounding', () => {
  expect(changedShares({}, [['rsi', 0.32]])).toBeUndefined();
  expect(changedShares({ macd: 0.7 }, [['macd', 0.7004]])).toBeUndefined();
});

test('a resize is merged with the other shares and clamped', () => {
  expect(changedShares({ rsi: 0.5 }, [['macd', 0.81239]])).toEqual({ rsi: 0.5, macd: 0.812 });
  expect(
    changedShares({}, [
      ['rsi', 0.001],
      ['macd', 900],
    ]),
  ).toEqual({ rsi: 0.02, macd: 50 });
});
