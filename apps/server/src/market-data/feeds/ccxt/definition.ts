import type { LiveFeedDefinition } from '../feed-definition.ts';
import { type CcxtSettings, readCcxtSettings } from './settings.ts';

/** Exchanges that ccxt knows, which trade coins. */
export const ccxtFeed = {
  name: 'ccxt',
  kind: 'live',
  leadMs: 1_000,
  types: ['crypto'],
  readSettings: readCcxtSettings,
  describe: ({ exchanges }) => `exchanges ${exchanges.join(', ')}`,
  sourcesOf: ({ exchanges }) => exchanges,
  openSources: async (settings, options) => {
    const { openExchanges } = await import('./open-exchanges.ts');
    return openExchanges({ ...options, ...settings });
  },
} as const satisfies LiveFeedDefinition<'ccxt', CcxtSettings>;
