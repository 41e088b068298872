import { MARKET_TYPE_NAMES } from '../../instruments/instrument.ts';
import type { LocalFeedDefinition } from '../feed-definition.ts';
import { SimFeed } from './sim-feed.ts';

export interface SimSettings {
  readonly seed: string;
}

export const simFeed = {
  name: 'sim',
  kind: 'local',
  types: MARKET_TYPE_NAMES,
  readSettings: (env) => ({ seed: env.text('SIM_SEED') ?? 'glasshouse' }),
  describe: ({ seed }) => `simulated with seed "${seed}"`,
  open: ({ seed }, catalogue) => ({ feed: new SimFeed({ catalogue, seed }) }),
} as const satisfies LocalFeedDefinition<'sim', SimSettings>;
