import type { IChartApiBase, Time } from 'lightweight-charts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_CHART_SETTINGS } from '../settings.ts';
import type { ChartIndicators, ChartPanes } from '../types.ts';
import { createPanes } from './panes.ts';

const HEIGHT = 400;
const BOTH: ChartIndicators = {
  ...DEFAULT_CHART_SETTINGS.indicators,
  rsi: { ...DEFAULT_CHART_SETTINGS.indicators.rsi, on: true },
  macd: { ...DEFAULT_CHART_SETTINGS.indicators.macd, on: true },
};
const RSI_ONLY: ChartIndicators = { ...BOTH, macd: { ...BOTH.macd, on: false } };

/** Fake library panes: stretch factors, and heights derived from them. */
function fakePanes(count: number) {
  const make = () => {
    let factor = 1;
    return {
      getStretchFactor: () => factor,
      setStretchFactor: (next: number) => {
        factor = next;
      },
      getHeight: (): number =>
        Math.round((HEIGHT * factor) / panes.reduce((sum, pane) => sum + pane.getStretchFactor(), 0)),
      priceScale: () => ({ applyOptions: () => {} }),
    };
  };
  const panes: ReturnType<typeof make>[] = [];
  for (let index = 0; index < count; index += 1) panes.push(make());
  const chart = { panes: () => panes } as unknown as IChartApiBase<Time>;
  const stage = { style: { setProperty: () => {} } } as unknown as HTMLElement;
  const saved: ChartPanes[] = [];
  const panesOfChart = createPanes(chart, { height: () => HEIGHT, stage, onPanes: (shares) => saved.push(shares) });
  return {
    panesOfChart,
    kept: saved,
    dragPane: (index: number, factor: number) => panes[index]?.setStretchFactor(factor),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a resized pane is saved once its height is stable', () => {
  const { panesOfChart, kept: saved, dragPane } = fakePanes(3);
  panesOfChart.arrange(BOTH, {});
  panesOfChart.place();
  vi.runAllTimers();
  expect(saved).toEqual([]);
  dragPane(1, 0.5);
  panesOfChart.place();
  expect(saved).toEqual([]);
  vi.runAllTimers();
  expect(saved).toEqual([{ rsi: 0.5 }]);
});

test('a resize is saved before the indicators change', () => {
  const { panesOfChart, kept: saved, dragPane } = fakePanes(3);
  panesOfChart.arrange(BOTH, {});
  panesOfChart.place();
  vi.runAllTimers();
  dragPane(1, 0.5);
  panesOfChart.flush();
  panesOfChart.arrange(RSI_ONLY, {});
  expect(saved).toEqual([{ rsi: 0.5 }]);
  vi.runAllTimers();
  expect(saved).toHaveLength(1);
});

test('flushing without a resize reports nothing', () => {
  const { panesOfChart, kept: saved } = fakePanes(3);
  panesOfChart.arrange(BOTH, {});
  panesOfChart.flush();
  panesOfChart.place();
  panesOfChart.flush();
  expect(saved).toEqual([]);
});
