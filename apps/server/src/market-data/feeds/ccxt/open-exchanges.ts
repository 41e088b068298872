import type { CcxtConfig } from '../../../config.ts';
import type { Instrument } from '../../instruments/instrument.ts';
import type { LiveSource, SourceTools } from '../live/source.ts';
import { loadExchange } from './exchange.ts';
import { ExchangeSource } from './exchange-source.ts';

/** The configured exchanges, in their order. One that the library does not know is told in the log and left out. */
export async function openExchanges({
  exchanges,
  relayUrl,
  instruments,
  ...tools
}: CcxtConfig & SourceTools & { readonly instruments: readonly Instrument[] }): Promise<readonly LiveSource[]> {
  const sources: LiveSource[] = [];
  for (const name of exchanges) {
    const loaded = await loadExchange(name, relayUrl);
    if (loaded.ok) sources.push(new ExchangeSource({ ...tools, exchange: loaded.exchange, instruments }));
    else tools.log.error({ reason: loaded.reason }, 'an exchange is left out; CCXT_EXCHANGES names it');
  }
  return sources;
}
