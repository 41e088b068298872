import { MARKET_TYPE_NAMES } from '../../instruments/instrument.ts';
import type { LocalFeedDefinition } from '../feed-definition.ts';
import { type MarketKeySettings, readMarketKeySettings, secretFor } from '../market-key.ts';
import { SimFeed } from './sim-feed.ts';

export const simFeed = {
  name: 'sim',
  kind: 'local',
  types: MARKET_TYPE_NAMES,
  readSettings: readMarketKeySettings,
  describe: ({ seed }) =>
    seed === undefined ? 'simulated from the key of this installation' : 'simulated from SIM_SEED: predictable',
  open: (settings, catalogue) => ({ feed: new SimFeed({ catalogue, secret: secretFor(settings) }) }),
} as const satisfies LocalFeedDefinition<'sim', MarketKeySettings>;
