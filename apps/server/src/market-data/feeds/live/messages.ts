import type { FeedConfig } from '../../../config.ts';
import type { Instrument } from '../../instruments/instrument.ts';
import type { BoardPastMessage } from '../../snapshot/past.ts';
import type { LiveFeedName } from '../open-feeds.ts';
import type { FeedTick } from '../types.ts';

export interface LiveWorkerData {
  readonly name: LiveFeedName;
  readonly config: FeedConfig;
  readonly instruments: readonly Instrument[];
  /** Undefined: nothing is filled in from the source's past. */
  readonly databaseUrl: string | undefined;
  readonly logLevel: string;
}

export type FromLive =
  | { readonly kind: 'ticks'; readonly ticks: readonly FeedTick[] }
  | ({ readonly kind: 'past' } & BoardPastMessage);

export type ToLive = { readonly kind: 'stop' };
