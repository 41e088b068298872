import type { LiveFeedDefinition } from '../feed-definition.ts';
import { type HttpFeedSettings, readHttpFeedSettings } from './settings.ts';
import { TWELVE_DATA } from './symbols.ts';

/**
 * The keyed provider. It has everything but coins; dated futures only where the operator names a
 * symbol, since one continuous code cannot stand for them.
 */
export const httpFeed = {
  name: 'http',
  kind: 'live',
  leadMs: 1_000,
  types: ['forex', 'stocks', 'futures', 'etf', 'metals'],
  readSettings: readHttpFeedSettings,
  describe: () => TWELVE_DATA,
  sourcesOf: () => [TWELVE_DATA],
  openSources: async (settings, options) => {
    const { TwelveDataSource } = await import('./twelve-data-source.ts');
    return [new TwelveDataSource({ ...options, ...settings })];
  },
} as const satisfies LiveFeedDefinition<'http', HttpFeedSettings>;
