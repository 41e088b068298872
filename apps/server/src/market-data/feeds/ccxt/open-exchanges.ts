import type { SourceOptions } from '../feed-definition.ts';
import type { LiveSource } from '../live/source.ts';
import { loadExchange } from './exchange.ts';
import { ExchangeSource } from './exchange-source.ts';
import type { CcxtSettings } from './settings.ts';

/**
 * The configured exchanges, in their order. One that the library does not know is logged and left
 * out.
 */
export async function openExchanges({
  exchanges,
  relayUrl,
  instruments,
  ...tools
}: CcxtSettings & SourceOptions): Promise<readonly LiveSource[]> {
  const sources: LiveSource[] = [];
  for (const name of exchanges) {
    const loaded = await loadExchange(name, relayUrl);
    if (loaded.ok) sources.push(new ExchangeSource({ ...tools, exchange: loaded.exchange, instruments }));
    else tools.log.error({ reason: loaded.reason }, 'an exchange is left out; CCXT_EXCHANGES names it');
  }
  return sources;
}
