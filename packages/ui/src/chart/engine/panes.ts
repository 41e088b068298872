import type { IChartApiBase, Time } from 'lightweight-charts';
import type { ChartIndicators, ChartPanes } from '../types.ts';
import { changedShares, type Pane, panesOf, shareOf } from './pane-shares.ts';

/** Room for the legend above the lines of a pane, whatever its height; at most this share of it. */
const LEGEND_PX = 24;
const LEGEND_SHARE_MAX = 0.42;
/** The library does not say when a pane has been pulled: it has, when its height rests for so long. */
const SETTLE_MS = 300;

interface PanesOptions {
  /** Of all panes together. */
  height: () => number;
  /** Gets `--pane-1`, `--pane-2`: where the panes below the prices begin. */
  stage: HTMLElement;
  /** The reader has pulled one to another height. */
  onPanes: (panes: ChartPanes) => void;
}

/** The panes under the prices: which there are, how high, and where they begin. */
export function createPanes(chart: IChartApiBase<Time>, { height, stage, onPanes }: PanesOptions) {
  let names: readonly Pane[] = [];
  let shares: ChartPanes = {};
  let tops = '';
  let measureTimer: ReturnType<typeof setTimeout> | undefined;

  function setHeights() {
    const [prices, ...others] = chart.panes();
    prices?.setStretchFactor(1);
    const sum = names.reduce((total, name) => total + shareOf(shares, name), 1);
    for (const [index, pane] of others.entries()) {
      const share = shareOf(shares, names[index] as Pane);
      pane.setStretchFactor(share);
      const expected = Math.max(1, (height() * share) / sum);
      pane
        .priceScale('right')
        .applyOptions({ scaleMargins: { top: Math.min(LEGEND_SHARE_MAX, LEGEND_PX / expected), bottom: 0.08 } });
    }
  }

  function measureHeights() {
    const [prices, ...others] = chart.panes().map((pane) => pane.getStretchFactor());
    if (prices === undefined || others.length !== names.length) return;
    const changed = changedShares(
      shares,
      names.map((name, index) => [name, (others[index] as number) / prices]),
    );
    if (changed === undefined) return;
    shares = changed;
    setHeights();
    onPanes(shares);
  }

  const cancelMeasuring = () => clearTimeout(measureTimer);

  return {
    /** Before the indicators are arranged: what was pulled a moment ago is not waited for any longer, because its pane is about to go. */
    flush() {
      cancelMeasuring();
      measureHeights();
    },
    /** After the indicators were: their panes have been made anew, and know nothing of the heights of those before. */
    arrange(indicators: ChartIndicators, next: ChartPanes) {
      cancelMeasuring();
      names = panesOf(indicators);
      shares = next;
      setHeights();
    },
    /** Before each drawing. Their heights are the library's own numbers: nothing is measured. */
    place() {
      let top = 0;
      const begins = chart.panes().map((pane) => {
        const at = top;
        top += pane.getHeight() + 1;
        return at;
      });
      if (begins.join() === tops) return;
      tops = begins.join();
      for (const [index, at] of begins.entries()) stage.style.setProperty(`--pane-${index}`, `${at}px`);
      cancelMeasuring();
      measureTimer = setTimeout(measureHeights, SETTLE_MS);
    },
    /** All of them as high as they were at first. */
    reset() {
      if (Object.keys(shares).length === 0) return;
      shares = {};
      setHeights();
      onPanes(shares);
    },
    dispose: cancelMeasuring,
  };
}
