import type { EnvReader } from '../../platform/env-reader.ts';
import type { Instrument, MarketTypeName } from '../instruments/instrument.ts';
import type { LiveSource, SourceTools } from './live/source.ts';
import type { Feed } from './types.ts';

/** All that the rest of the server knows about a feed. `registry.ts` lists every one. */
interface Definition<Name extends string, Settings> {
  /** As `FEED` names it, and as it is shown wherever its prices show. */
  readonly name: Name;
  /** Types of market that it has prices for. */
  readonly types: readonly MarketTypeName[];
  /**
   * Plain data, since settings travel between threads. Wrong values are rejected even when `FEED`
   * does not name the feed; required ones may be missing then, and the settings are undefined.
   */
  readSettings(env: EnvReader, isUsed: boolean): Settings | undefined;
  /** For the welcome: `exchanges binance, kraken`. */
  describe(settings: Settings): string;
}

/** A feed that computes its prices on this machine, in every thread that asks. */
export interface LocalFeedDefinition<Name extends string, Settings> extends Definition<Name, Settings> {
  readonly kind: 'local';
  /** Instruments without prices are left to the simulated market, and are labelled so. */
  open(settings: Settings, instruments: readonly Instrument[]): OpenedLocalFeed;
}

export interface OpenedLocalFeed {
  /** Undefined: none of the instruments has prices. */
  readonly feed: Feed | undefined;
  /** What was read and what was not, for the log. */
  readonly summary?: object;
  /** Names what was read: other content has another one. */
  readonly fingerprint?: string;
}

/**
 * A feed that receives its prices. One thread holds its connections (`live/live-worker.ts`); all
 * instruments of its types belong to it, listed there or not: no price rather than a made-up one.
 */
export interface LiveFeedDefinition<Name extends string, Settings> extends Definition<Name, Settings> {
  readonly kind: 'live';
  /**
   * How much sooner than the tape somebody may know a price: its way to us, and how far apart the
   * provider sends.
   */
  readonly leadMs: number;
  /** Names of the exchanges or providers that it asks, the one that gives the prices first. */
  sourcesOf(settings: Settings): readonly string[];
  /** Called in the feed's own thread only; imports libraries no earlier than this. */
  openSources(settings: Settings, options: SourceOptions): Promise<readonly LiveSource[]>;
}

export interface SourceOptions extends SourceTools {
  readonly instruments: readonly Instrument[];
}
