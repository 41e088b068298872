import type { FeedConfig } from '../../config.ts';
import { TWELVE_DATA } from './http/symbols.ts';

/** The exchanges or the provider that a feed asks, the one that gives the prices first; none where prices are made here. */
export function sourcesOf({ ccxt }: Pick<FeedConfig, 'ccxt'>, feed: string): readonly string[] {
  switch (feed) {
    case 'ccxt':
      return ccxt?.exchanges ?? [];
    case 'http':
      return [TWELVE_DATA];
    default:
      return [];
  }
}
