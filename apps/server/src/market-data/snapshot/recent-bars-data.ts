import type { FeedSettings } from '../feeds/settings.ts';
import type { Instrument } from '../instruments/instrument.ts';

/** What the thread that reads recent bars is started with. */
export interface RecentBarsReaderData {
  readonly databaseUrl: string;
  readonly feeds: FeedSettings;
  readonly instruments: readonly Instrument[];
}
