import type { IChartApiBase, Time } from 'lightweight-charts';
import type { ChartIndicators, ChartPanes } from '../types.ts';
import { changedShares, type Pane, panesOf, shareOf } from './pane-shares.ts';

/** Space for a pane's legend, in pixels, and its maximum share of the pane. */
const LEGEND_PX = 24;
const LEGEND_SHARE_MAX = 0.42;
/** The library has no resize event: a height that is stable for this long counts as resized. */
const SETTLE_MS = 300;

interface PanesOptions {
  /** Total height of all panes. */
  height: () => number;
  /** Gets `--pane-1`, `--pane-2`: the tops of the panes below the prices. */
  stage: HTMLElement;
  /** The user resized a pane. */
  onPanes: (panes: ChartPanes) => void;
}

/** The panes below the prices: which exist, how high, and where they begin. */
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
    /** Before indicators change: saves a pending resize, because its pane may be removed. */
    flush() {
      cancelMeasuring();
      measureHeights();
    },
    /** After indicators changed: the library rebuilt the panes without their heights. */
    arrange(indicators: ChartIndicators, next: ChartPanes) {
      cancelMeasuring();
      names = panesOf(indicators);
      shares = next;
      setHeights();
    },
    /** Before each repaint. The library knows the heights, so nothing is measured. */
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
    /** Back to default heights. */
    reset() {
      if (Object.keys(shares).length === 0) return;
      shares = {};
      setHeights();
      onPanes(shares);
    },
    dispose: cancelMeasuring,
  };
}
