import { addPrice, type RunningBar } from '../candles/candles.ts';
import type { FeedTick } from '../feeds/types.ts';
import type { ClosedBar } from './candle-builder.ts';
import type { TapeTick } from './codec.ts';
import { MinuteBuffer, type MinuteTicks } from './minute-columns.ts';
import type { Silence } from './silences.ts';

/** A minute whose every tick is durable, with all that has to be stored about it. */
export interface ClosedMinute {
  readonly at: number;
  readonly ticks: MinuteTicks;
  /** Bars of every interval that ended with it. */
  readonly bars: readonly ClosedBar[];
  /** Positions of instruments and their silences, where one ended within the minute. */
  readonly silences: readonly (readonly [instrument: number, silences: readonly Silence[]])[];
}

/** A minute while its ticks arrive. Two are open for a few seconds around each full minute. */
export class OpenMinute {
  readonly at: number;
  readonly buffer = new MinuteBuffer();
  readonly bars: (RunningBar | undefined)[] = [];
  readonly silences = new Map<number, readonly Silence[]>();

  constructor(at: number) {
    this.at = at;
  }

  push(instrument: number, tick: TapeTick): void {
    this.buffer.push(instrument, tick);
    const bar = this.bars[instrument];
    if (bar === undefined) this.bars[instrument] = openBar(this.at, tick);
    else addPrice(bar, tick.mid, tick.volume);
  }
}

const openBar = (at: number, { mid, volume }: Pick<FeedTick, 'mid' | 'volume'>): RunningBar => ({
  at,
  open: mid,
  high: mid,
  low: mid,
  close: mid,
  volume,
});
