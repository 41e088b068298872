import { type EnvReader, withoutTrailingSlashes } from '../../../platform/env-reader.ts';
import { isKnownExchange } from './known-exchange.ts';

export interface CcxtSettings {
  /**
   * Names as ccxt spells them. The first gives the prices, the others confirm them and stand in for
   * it.
   */
  readonly exchanges: readonly string[];
  /** A relay that all requests go through instead of to the exchanges themselves. */
  readonly relayUrl: string | undefined;
}

const EXCHANGES_MAX = 4;

export function readCcxtSettings(env: EnvReader, isUsed: boolean): CcxtSettings | undefined {
  const exchanges = (env.text('CCXT_EXCHANGES') ?? 'binance,kraken').split(',').map((name) => name.trim());
  const areNames = exchanges.every((name) => /^[a-z0-9]{2,30}$/.test(name));
  if (!areNames || EXCHANGES_MAX < exchanges.length || new Set(exchanges).size < exchanges.length) {
    env.reject(
      'CCXT_EXCHANGES',
      `one to ${EXCHANGES_MAX} different names of exchanges as ccxt spells them, binance,kraken`,
    );
  }
  if (isUsed && areNames) {
    for (const name of exchanges) {
      if (!isKnownExchange(name)) env.report(`CCXT_EXCHANGES names ${name}, an exchange that ccxt does not know.`);
    }
  }
  const relay = env.url('CCXT_RELAY_URL', ['http:', 'https:']);
  const relayUrl = relay === undefined ? undefined : withoutTrailingSlashes(relay);
  return isUsed ? { exchanges, relayUrl } : undefined;
}
