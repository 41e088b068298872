import type { IChartApiBase, Time } from 'lightweight-charts';
import type { ChartCandle } from '../types.ts';

/** Asked for older bars when fewer than this many are left beyond the left edge. */
const OLDER_WITHIN_BARS = 40;
/** Kept free to the right of the newest bar; more for the labels of lines, but never more than this share of the width. */
const RIGHT_OFFSET_PX = 40;
const RIGHT_OFFSET_STEP_PX = 24;
const RIGHT_OFFSET_SHARE_MAX = 0.32;
const SPACING_PX = { min: 1.5, max: 60 };

interface ViewOptions {
  candles: () => readonly ChartCandle[];
  width: () => number;
}

/** Which bars are in view, and how wide. */
export function createView(chart: IChartApiBase<Time>, { candles, width }: ViewOptions) {
  const scale = chart.timeScale();
  return {
    onNearStart(ask: () => void) {
      scale.subscribeVisibleLogicalRangeChange((range) => {
        if (range !== null && range.from < OLDER_WITHIN_BARS) ask();
      });
    },
    /** The lowest and the highest price of the bars between two indexes. */
    rangeOf(from: number, to: number) {
      let low = Infinity;
      let high = -Infinity;
      const bars = candles();
      const last = Math.min(bars.length - 1, Math.ceil(to));
      // By index, as it is asked for with each frame: a slice would be a copy of all bars in view each time.
      for (let index = Math.max(0, Math.floor(from)); index <= last; index += 1) {
        const bar = bars[index];
        if (bar === undefined) break;
        low = Math.min(low, bar.low);
        high = Math.max(high, bar.high);
      }
      return low <= high ? { low, high } : undefined;
    },
    /** Room for the labels of the lines, so that they do not cover the newest bars. In steps, as it moves the view. */
    reserveRight(labelPx: number) {
      const wanted = RIGHT_OFFSET_PX + Math.ceil(labelPx / RIGHT_OFFSET_STEP_PX) * RIGHT_OFFSET_STEP_PX;
      const offset = Math.max(RIGHT_OFFSET_PX, Math.min(wanted, Math.round(width() * RIGHT_OFFSET_SHARE_MAX)));
      if (scale.options().rightOffsetPixels === offset) return;
      scale.applyOptions({ rightOffsetPixels: offset });
    },
    /** Brings something into view: bars when they are not, and its prices in any case. Undefined for what lies at all times. */
    reveal(bars: { first: number; last: number } | undefined) {
      chart.priceScale('right', 0).setAutoScale(true);
      const range = scale.getVisibleLogicalRange();
      if (bars === undefined || range === null || (range.from <= bars.last && bars.first <= range.to)) return;
      const half = (range.to - range.from) / 2;
      const middle = (bars.first + bars.last) / 2;
      scale.setVisibleLogicalRange({ from: middle - half, to: middle + half });
    },
    zoom(factor: number) {
      const { min, max } = SPACING_PX;
      scale.applyOptions({ barSpacing: Math.min(max, Math.max(min, scale.options().barSpacing * factor)) });
    },
    /** The newest bars at their first width, and scales that follow them. */
    reset() {
      scale.resetTimeScale();
      for (const [index] of chart.panes().entries()) chart.priceScale('right', index).setAutoScale(true);
    },
  };
}
