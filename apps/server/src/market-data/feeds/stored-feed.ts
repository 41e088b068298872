import type { Bar } from '../candles/candles.ts';
import type { Feed, FeedTick } from './types.ts';

/**
 * A live source as seen by a thread that has no connection to it: it names its instruments, has no
 * ticks, and its past is what the database holds.
 */
export class StoredFeed implements Feed {
  readonly name: string;
  readonly codes: ReadonlySet<string>;
  readonly keepsPast = false;

  constructor(name: string, codes: Iterable<string>) {
    this.name = name;
    this.codes = new Set(codes);
  }

  ticksBetween(): FeedTick[] {
    return [];
  }

  bars(): Bar[] {
    return [];
  }
}
