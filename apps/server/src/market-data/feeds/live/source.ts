import type { Log } from '../../../platform/log.ts';
import type { Bar } from '../../candles/candles.ts';
import type { Interval } from '../../candles/intervals.ts';
import type { SourceQuote } from './prices.ts';

/** Where a running source delivers quotes and trades. */
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

/** One exchange or provider. It reconnects by itself and never throws. */
export interface LiveSource {
  readonly name: string;
  start(output: SourceOutput): void;
  stop(): Promise<void>;
  /** Whether it is known to have this instrument; false until its markets are loaded. */
  lists(code: string): boolean;
  /**
   * Bars of its past in points, oldest first, the open one included; undefined when the request
   * failed.
   */
  bars(query: SourceBars): Promise<readonly Bar[] | undefined>;
  /** Pause between two requests for bars. */
  readonly barsPauseMs: number;
}

export interface SourceTools {
  readonly log: Log;
  readonly now: () => number;
  readonly random: () => number;
}
