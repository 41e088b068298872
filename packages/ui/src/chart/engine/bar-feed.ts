import { createFrameBatch } from '../frame-batch.ts';
import { applyBar, sortBars } from '../merge.ts';
import { createOlderBars } from '../older-bars.ts';
import { CANDLES_MAX, type ChartCandle } from '../types.ts';

/** Overshoot allowed before the oldest bars are dropped, because dropping redraws everything. */
const SLACK_BARS = 1000;

interface BarFeedOptions {
  loadOlder: ((before: number) => Promise<readonly ChartCandle[]>) | undefined;
  drawAll: (candles: readonly ChartCandle[]) => void;
  /** Bars from this index on are new or changed; earlier ones are already drawn. */
  drawFrom: (candles: readonly ChartCandle[], from: number) => void;
  /** After bars were drawn. */
  onDrawn: (last: ChartCandle | undefined) => void;
}

/**
 * The visible bars: the initial load, older pages, and live updates drawn at most once per frame.
 */
export function createBarFeed({ loadOlder, drawAll, drawFrom, onDrawn }: BarFeedOptions) {
  let candles: ChartCandle[] = [];
  /** First bar changed since the last frame. */
  let changedFrom: number | undefined;
  /** Bars on the canvas. Only the last may still change, except for corrections. */
  let drawnCount = 0;

  function redraw() {
    changedFrom = undefined;
    drawAll(candles);
    drawnCount = candles.length;
  }
  function show(next: ChartCandle[]) {
    candles = next;
    redraw();
    onDrawn(candles.at(-1));
  }
  const batch = createFrameBatch(() => {
    const from = changedFrom;
    if (from === undefined) return;
    changedFrom = undefined;
    if (CANDLES_MAX + SLACK_BARS < candles.length) {
      candles = candles.slice(-CANDLES_MAX);
      redraw();
    } else if (from < drawnCount - 1) redraw();
    else {
      drawFrom(candles, from);
      drawnCount = candles.length;
    }
    onDrawn(candles.at(-1));
  });
  const older = createOlderBars({ candles: () => candles, load: loadOlder, show });

  return {
    candles: (): readonly ChartCandle[] => candles,
    last: () => candles.at(-1),
    set(next: readonly ChartCandle[]) {
      older.restart();
      show(sortBars(next).slice(-CANDLES_MAX));
    },
    /** A live bar; drawn with the next frame. */
    update(candle: ChartCandle) {
      const index = applyBar(candles, candle);
      if (index === undefined) return;
      changedFrom = Math.min(index, changedFrom ?? index);
      batch.request();
    },
    redraw,
    requestOlder: () => void older.request(),
    /** Loads older bars back to a time, or as far as they go. */
    loadBackTo: older.loadBackTo,
    dispose() {
      older.restart();
      batch.cancel();
    },
  };
}
