import { type Instrument, MARKET_TYPES } from '../../instruments/instrument.ts';

/** The provider's name wherever its prices show. */
export const TWELVE_DATA = 'Twelve Data';

/**
 * Twelve Data's name of an instrument: `EUR/USD` and `XAU/USD` for currencies and metals, the
 * ticker for shares and funds. Futures have none, since the provider has no dated contracts;
 * `HTTP_FEED_SYMBOLS` may name one for each.
 */
export function providerSymbol(
  { type, code, base, quote }: Instrument,
  named: Readonly<Record<string, string>>,
): string | undefined {
  const own = named[code];
  if (own !== undefined) return own;
  switch (type) {
    case MARKET_TYPES.forex:
    case MARKET_TYPES.metals:
      return `${base}/${quote}`;
    case MARKET_TYPES.stocks:
    case MARKET_TYPES.etf:
      return code;
    default:
      return undefined;
  }
}
