import type { IChartApiBase, Time } from 'lightweight-charts';
import type { ChartCandle } from '../types.ts';

/** Older bars are requested when fewer than this remain beyond the left edge. */
const OLDER_WITHIN_BARS = 40;
/** Free time right of the newest bar, as a share of the bars' width. */
const FREE_SHARE = 0.08;
/** Of the height: between the edge and a price that was scrolled to. */
const MARGIN_SHARE = 0.15;
const SPACING_PX = { min: 1.5, max: 60 };

interface ViewOptions {
  candles: () => readonly ChartCandle[];
}

/** Which bars are in view, and how wide. */
export function createView(chart: IChartApiBase<Time>, { candles }: ViewOptions) {
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
    /** The newest bar stands clear of the lane, at the same place whatever is in that. */
    reserveRight(widthPx: number, lanePx: number) {
      const offset = lanePx + Math.round((widthPx - lanePx) * FREE_SHARE);
      if (scale.options().rightOffsetPixels === offset) return;
      scale.applyOptions({ rightOffsetPixels: offset });
    },
    /** Scrolls the prices until one is in view, not at the edge; the scale keeps its height. */
    showPrice(price: number) {
      const prices = chart.priceScale('right', 0);
      const range = prices.getVisibleRange();
      if (range === null) return;
      const height = range.to - range.from;
      const below = price < range.from;
      const from = below ? price - height * MARGIN_SHARE : price - height * (1 - MARGIN_SHARE);
      prices.setVisibleRange({ from, to: from + height });
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
