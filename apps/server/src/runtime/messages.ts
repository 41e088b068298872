import type { NamedInstruments } from '../market-data/feeds/on-offer.ts';
import type { FeedSettings } from '../market-data/feeds/settings.ts';
import type { Profile } from '../platform/profile.ts';
import type { IdlePrices } from './market-pace.ts';

export interface EngineData {
  readonly dataDir: string;
  readonly feeds: FeedSettings;
  readonly instruments: NamedInstruments;
  /** Instruments that the installation needs whatever the setting names. */
  readonly needed: readonly string[];
  readonly logLevel: string;
  readonly profile: Profile;
  readonly databaseUrl: string;
  readonly idlePrices: IdlePrices;
  readonly minuteCandleDays: number;
}
