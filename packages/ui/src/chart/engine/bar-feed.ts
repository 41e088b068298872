import { createFrameBatch } from '../frame-batch.ts';
import { applyBar, sortBars } from '../merge.ts';
import { createOlderBars } from '../older-bars.ts';
import { CANDLES_MAX, type ChartCandle } from '../types.ts';

/** Bars beyond the maximum that may gather before the oldest are let go: it means drawing everything anew. */
const SLACK_BARS = 1000;

interface BarFeedOptions {
  loadOlder: ((before: number) => Promise<readonly ChartCandle[]>) | undefined;
  drawAll: (candles: readonly ChartCandle[]) => void;
  /** The bars from an index on are new or have changed; those before it are drawn. */
  drawFrom: (candles: readonly ChartCandle[], from: number) => void;
  /** After each drawing of bars. */
  onDrawn: (last: ChartCandle | undefined) => void;
}

/** The bars that are shown: fetched, older ones before them, and live ones, which are drawn at most once a frame. */
export function createBarFeed({ loadOlder, drawAll, drawFrom, onDrawn }: BarFeedOptions) {
  let candles: ChartCandle[] = [];
  /** The first bar that has changed since the last frame. */
  let changedFrom: number | undefined;
  /** Bars that the canvas has: the last of them may still change, those before it only by a correction. */
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
    /** A live bar; it is drawn with the next frame, together with all that came before that. */
    update(candle: ChartCandle) {
      const index = applyBar(candles, candle);
      if (index === undefined) return;
      changedFrom = Math.min(index, changedFrom ?? index);
      batch.request();
    },
    redraw,
    requestOlder: () => void older.request(),
    /** Fetches older bars until they go back to a moment, or as far as they do. */
    loadBackTo: older.loadBackTo,
    dispose() {
      older.restart();
      batch.cancel();
    },
  };
}
