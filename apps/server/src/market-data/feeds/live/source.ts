import type { Log } from '../../../platform/log.ts';
import type { Bar } from '../../candles/candles.ts';
import type { Interval } from '../../candles/intervals.ts';
import type { SourceQuote } from './prices.ts';

/** What a source tells while it runs. */
export interface SourceOutput {
  quote(quote: SourceQuote): void;
  trade(trade: { readonly code: string; readonly amount: number }): void;
}

export interface SourceBars {
  readonly code: string;
  readonly interval: Interval;
  /** At most so many: the newest ones. */
  readonly limit: number;
}

/** One exchange or provider. It reconnects by itself; a failure is never an exception for who uses it. */
export interface LiveSource {
  readonly name: string;
  start(output: SourceOutput): void;
  stop(): Promise<void>;
  /** Whether it is known by now to have this instrument. */
  lists(code: string): boolean;
  /** Bars of its past in points, oldest first, the open one included; undefined when it could not tell. */
  bars(query: SourceBars): Promise<readonly Bar[] | undefined>;
  /** Pause between two requests for bars. */
  readonly barsPauseMs: number;
}

export interface SourceTools {
  readonly log: Log;
  readonly now: () => number;
  readonly random: () => number;
}
