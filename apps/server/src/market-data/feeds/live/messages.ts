import type { RecentBarsOf } from '../../candles/recent-bars.ts';
import type { Instrument } from '../../instruments/instrument.ts';
import type { LiveFeedName } from '../registry.ts';
import type { FeedSettings } from '../settings.ts';
import type { FeedTick } from '../types.ts';

export interface LiveWorkerData {
  readonly name: LiveFeedName;
  readonly settings: FeedSettings;
  readonly instruments: readonly Instrument[];
  /** Undefined: nothing is filled in from the source's past. */
  readonly databaseUrl: string | undefined;
  readonly logLevel: string;
}

export type FromLive =
  | { readonly kind: 'ticks'; readonly ticks: readonly FeedTick[] }
  | ({ readonly kind: 'past' } & RecentBarsOf);

export type ToLive = { readonly kind: 'stop' };
