import type { Config } from '../config.ts';
import type { Instrument } from '../markets/types.ts';
import { type LoadedRecordings, loadRecordings } from './replay/load.ts';
import { ReplayFeed } from './replay/replay-feed.ts';
import { SimFeed } from './sim/sim-feed.ts';
import type { Feed } from './types.ts';

export interface OpenedFeeds {
  /** Every instrument of the catalogue is in exactly one of them. */
  readonly feeds: readonly Feed[];
  /** The feed that an instrument of the catalogue takes its prices from. */
  feedOf(code: string): Feed;
  /** With `replay`: what was read and what was not, for the log. */
  readonly replay?: { readonly feed: ReplayFeed } & LoadedRecordings;
}

/** Opens the configured source. With `replay`, instruments without a recording stay on `sim`, and are labelled so. */
export function openFeeds(
  config: Pick<Config, 'feed' | 'replayDir' | 'replaySpeed' | 'simSeed'>,
  catalogue: readonly Instrument[],
): OpenedFeeds {
  const { feed: name, replayDir, replaySpeed: speed, simSeed: seed } = config;
  const loaded = name === 'replay' && replayDir !== undefined ? loadRecordings(replayDir, catalogue) : undefined;
  const replay =
    loaded === undefined
      ? undefined
      : { feed: new ReplayFeed({ recordings: loaded.recordings, catalogue, speed }), ...loaded };
  const sim = new SimFeed({ catalogue: catalogue.filter(({ code }) => replay?.feed.codes.has(code) !== true), seed });
  const feeds: Feed[] = replay === undefined ? [sim] : [replay.feed, sim];
  return {
    feeds,
    feedOf(code) {
      const feed = feeds.find(({ codes }) => codes.has(code));
      if (feed === undefined) throw new RangeError(`no feed for ${code}`);
      return feed;
    },
    ...(replay === undefined ? {} : { replay }),
  };
}
