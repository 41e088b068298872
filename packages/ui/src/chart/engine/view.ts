import type { IChartApiBase, Time } from 'lightweight-charts';
import type { ChartCandle } from '../types.ts';

/** Older bars are requested when fewer than this remain beyond the left edge. */
const OLDER_WITHIN_BARS = 40;
/**
 * Space right of the newest bar; grows in steps with the line labels, up to a share of the width.
 */
const RIGHT_OFFSET_PX = 40;
const RIGHT_OFFSET_STEP_PX = 24;
const RIGHT_OFFSET_SHARE_MAX = 0.32;
const SPACING_PX = { min: 1.5, max: 60 };
/** Minutes of ticks fit a phone. */
const SPACING_ALL_PX = 0.1;

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
    /** Lowest and highest price between two bar indexes. */
    rangeOf(from: number, to: number) {
      let low = Infinity;
      let high = -Infinity;
      const bars = candles();
      const last = Math.min(bars.length - 1, Math.ceil(to));
      // A loop, because this runs every frame and a slice would copy all visible bars.
      for (let index = Math.max(0, Math.floor(from)); index <= last; index += 1) {
        const bar = bars[index];
        if (bar === undefined) break;
        low = Math.min(low, bar.low);
        high = Math.max(high, bar.high);
      }
      return low <= high ? { low, high } : undefined;
    },
    /**
     * Reserves space for line labels so that they do not cover the newest bars. In steps, because
     * it shifts the view.
     */
    reserveRight(labelPx: number) {
      const needed = RIGHT_OFFSET_PX + Math.ceil(labelPx / RIGHT_OFFSET_STEP_PX) * RIGHT_OFFSET_STEP_PX;
      const offset = Math.max(RIGHT_OFFSET_PX, Math.min(needed, Math.round(width() * RIGHT_OFFSET_SHARE_MAX)));
      if (scale.options().rightOffsetPixels === offset) return;
      scale.applyOptions({ rightOffsetPixels: offset });
    },
    /**
     * Scrolls bars into view unless they are visible, and fits their prices. Undefined: only the
     * prices.
     */
    reveal(bars: { first: number; last: number } | undefined) {
      chart.priceScale('right', 0).setAutoScale(true);
      const range = scale.getVisibleLogicalRange();
      if (bars === undefined || range === null || (range.from <= bars.last && bars.first <= range.to)) return;
      const half = (range.to - range.from) / 2;
      const middle = (bars.first + bars.last) / 2;
      scale.setVisibleLogicalRange({ from: middle - half, to: middle + half });
    },
    /** All bars between two indexes, however many they are. */
    showAll(range: { from: number; to: number }) {
      if (scale.options().minBarSpacing !== SPACING_ALL_PX) scale.applyOptions({ minBarSpacing: SPACING_ALL_PX });
      scale.setVisibleLogicalRange(range);
    },
    zoom(factor: number) {
      const { min, max } = SPACING_PX;
      scale.applyOptions({ barSpacing: Math.min(max, Math.max(min, scale.options().barSpacing * factor)) });
    },
    /** Back to the newest bars, the default bar width and automatic scales. */
    reset() {
      scale.resetTimeScale();
      for (const [index] of chart.panes().entries()) chart.priceScale('right', index).setAutoScale(true);
    },
  };
}
