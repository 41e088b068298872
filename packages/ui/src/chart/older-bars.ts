import { prepend } from './merge.ts';
import { CANDLES_MAX, type ChartCandle } from './types.ts';

interface OlderBarsOptions {
  candles: () => readonly ChartCandle[];
  load: ((before: number) => Promise<readonly ChartCandle[]>) | undefined;
  show: (candles: ChartCandle[]) => void;
}

/** Maximum pages fetched to reach a time, which may be years before the loaded minute bars. */
const REACH_PAGES_MAX = 20;

/** Fetches what lies before the first bar, page by page, until nothing older exists. */
export function createOlderBars({ candles, load, show }: OlderBarsOptions) {
  /** The page being fetched; resolves to true when it brought bars. */
  let inFlight: Promise<boolean> | undefined;
  let exhausted = false;
  /** Bumped when other data is shown, so that stale responses are dropped. */
  let generation = 0;

  async function fetchBefore(first: ChartCandle, fetchPage: NonNullable<OlderBarsOptions['load']>): Promise<boolean> {
    const startedIn = generation;
    try {
      const older = await fetchPage(first.time);
      if (startedIn !== generation) return false;
      const joined = prepend(older, candles());
      exhausted = joined.length === candles().length;
      if (!exhausted) show(joined);
      return !exhausted;
    } catch {
      // Scrolling on retries; the loaded bars stay.
      return false;
    } finally {
      if (startedIn === generation) inFlight = undefined;
    }
  }

  async function request(): Promise<boolean> {
    const first = candles()[0];
    if (inFlight !== undefined) return inFlight;
    if (exhausted || load === undefined || first === undefined || CANDLES_MAX <= candles().length) return false;
    inFlight = fetchBefore(first, load);
    return inFlight;
  }

  return {
    request,
    /** Fetches until the bars go back to a time, or as far as they do. */
    async loadBackTo(time: number): Promise<void> {
      for (let page = 0; page < REACH_PAGES_MAX && time < (candles()[0]?.time ?? time); page += 1) {
        if (!(await request())) return;
      }
    },
    /** Other bars are shown, or none. */
    restart() {
      generation += 1;
      inFlight = undefined;
      exhausted = false;
    },
  };
}
