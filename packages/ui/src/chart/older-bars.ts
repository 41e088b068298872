import { prepend } from './merge.ts';
import { CANDLES_MAX, type ChartCandle } from './types.ts';

export interface OlderBarsOptions {
  candles: () => readonly ChartCandle[];
  load: ((before: number) => Promise<readonly ChartCandle[]>) | undefined;
  show: (candles: ChartCandle[]) => void;
}

/** Fetches what lies to the left of the first bar, one page at a time, until there is nothing older. */
export function createOlderBars({ candles, load, show }: OlderBarsOptions) {
  let loading = false;
  let nothingOlder = false;
  /** Bumped when other data is shown, so that an answer for the old ones is dropped. */
  let generation = 0;
  return {
    async ask(): Promise<void> {
      const first = candles()[0];
      if (loading || nothingOlder || load === undefined || first === undefined) return;
      if (CANDLES_MAX <= candles().length) return;
      loading = true;
      const asked = generation;
      try {
        const older = await load(first.time);
        if (asked !== generation) return;
        const joined = prepend(older, candles());
        nothingOlder = joined.length === candles().length;
        if (!nothingOlder) show(joined);
      } catch {
        // Scrolling further asks again; the bars that are there stay.
      } finally {
        if (asked === generation) loading = false;
      }
    },
    /** Other bars are shown, or none any more. */
    restart() {
      generation += 1;
      loading = false;
      nothingOlder = false;
    },
  };
}
