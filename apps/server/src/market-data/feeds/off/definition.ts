import { MARKET_TYPE_NAMES } from '../../instruments/instrument.ts';
import type { LocalFeedDefinition } from '../feed-definition.ts';
import { StoredFeed } from '../stored-feed.ts';

/** Types of market without any prices: listed, closed, with the past that was stored. */
export const offFeed = {
  name: 'off',
  kind: 'local',
  types: MARKET_TYPE_NAMES,
  readSettings: () => ({}),
  describe: () => 'no prices where off',
  open: (_, instruments) => ({
    feed: new StoredFeed(
      'off',
      instruments.map(({ code }) => code),
    ),
  }),
} as const satisfies LocalFeedDefinition<'off', object>;
