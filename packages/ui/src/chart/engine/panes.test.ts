import type { IChartApiBase, Time } from 'lightweight-charts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FIRST_LOOK } from '../look.ts';
import type { ChartIndicators, ChartPanes } from '../types.ts';
import { createPanes } from './panes.ts';

const HEIGHT = 400;
const BOTH: ChartIndicators = {
  ...FIRST_LOOK.indicators,
  rsi: { ...FIRST_LOOK.indicators.rsi, on: true },
  macd: { ...FIRST_LOOK.indicators.macd, on: true },
};
const RSI_ONLY: ChartIndicators = { ...BOTH, macd: { ...BOTH.macd, on: false } };

/** The panes of the drawing library: their stretch factors, and heights that follow from them. */
function paneStage(count: number) {
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
  const kept: ChartPanes[] = [];
  const ours = createPanes(chart, { height: () => HEIGHT, stage, onPanes: (shares) => kept.push(shares) });
  return { ours, kept, pull: (index: number, factor: number) => panes[index]?.setStretchFactor(factor) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a pane that was pulled is kept when its height rests', () => {
  const { ours, kept, pull } = paneStage(3);
  ours.arrange(BOTH, {});
  ours.place();
  vi.runAllTimers();
  expect(kept).toEqual([]);
  pull(1, 0.5);
  ours.place();
  expect(kept).toEqual([]);
  vi.runAllTimers();
  expect(kept).toEqual([{ rsi: 0.5 }]);
});

test('a pull is kept as well when the indicators change before the height rests', () => {
  const { ours, kept, pull } = paneStage(3);
  ours.arrange(BOTH, {});
  ours.place();
  vi.runAllTimers();
  pull(1, 0.5);
  ours.settle();
  ours.arrange(RSI_ONLY, {});
  expect(kept).toEqual([{ rsi: 0.5 }]);
  vi.runAllTimers();
  expect(kept).toHaveLength(1);
});

test('settling what nobody pulled says nothing', () => {
  const { ours, kept } = paneStage(3);
  ours.arrange(BOTH, {});
  ours.settle();
  ours.place();
  ours.settle();
  expect(kept).toEqual([]);
});
