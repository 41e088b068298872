import { prepend } from './merge.ts';
import { CANDLES_MAX, type ChartCandle } from './types.ts';

export interface OlderBarsOptions {
  candles: () => readonly ChartCandle[];
  load: ((before: number) => Promise<readonly ChartCandle[]>) | undefined;
  show: (candles: ChartCandle[]) => void;
}

/** Pages fetched to get back to a moment that somebody wants to see; it may lie years before the bars of a minute. */
const REACH_PAGES_MAX = 20;

/** Fetches what lies to the left of the first bar, one page at a time, until there is nothing older. */
export function createOlderBars({ candles, load, show }: OlderBarsOptions) {
  /** The page that is being fetched: true when it brought bars. */
  let underWay: Promise<boolean> | undefined;
  let nothingOlder = false;
  /** Bumped when other data is shown, so that an answer for the old ones is dropped. */
  let generation = 0;

  async function fetchBefore(first: ChartCandle, fetchPage: NonNullable<OlderBarsOptions['load']>): Promise<boolean> {
    const asked = generation;
    try {
      const older = await fetchPage(first.time);
      if (asked !== generation) return false;
      const joined = prepend(older, candles());
      nothingOlder = joined.length === candles().length;
      if (!nothingOlder) show(joined);
      return !nothingOlder;
    } catch {
      // Scrolling further asks again; the bars that are there stay.
      return false;
    } finally {
      if (asked === generation) underWay = undefined;
    }
  }

  async function ask(): Promise<boolean> {
    const first = candles()[0];
    if (underWay !== undefined) return underWay;
    if (nothingOlder || load === undefined || first === undefined || CANDLES_MAX <= candles().length) return false;
    underWay = fetchBefore(first, load);
    return underWay;
  }

  return {
    ask,
    /** Fetches until the bars go back to a moment, or as far as they do. */
    async reach(time: number): Promise<void> {
      for (let page = 0; page < REACH_PAGES_MAX && time < (candles()[0]?.time ?? time); page += 1) {
        if (!(await ask())) return;
      }
    },
    /** Other bars are shown, or none any more. */
    restart() {
      generation += 1;
      underWay = undefined;
      nothingOlder = false;
    },
  };
}
