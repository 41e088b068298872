import type { Profile } from '../../platform/profile.ts';
import { type Instrument, MARKET_TYPES } from './instrument.ts';

/**
 * Currencies whose pairs are major ones, as ESMA's decision of 2018 and the national rules since
 * then name them.
 */
const MAJOR_CURRENCIES: ReadonlySet<string> = new Set(['USD', 'EUR', 'JPY', 'GBP', 'CAD', 'CHF']);
/** Futures by what they are contracts on; what is in neither list is a commodity or a bond. */
const MAJOR_INDEX_FUTURES: ReadonlySet<string> = new Set(['ES', 'NQ', 'YM']);
const CURRENCY_FUTURES: Readonly<Record<string, string>> = {
  '6E': 'EUR',
  '6B': 'GBP',
  '6J': 'JPY',
  '6A': 'AUD',
  '6C': 'CAD',
  '6S': 'CHF',
};
/** US Treasury notes and bonds: "any other reference value", which is capped like a share. */
const BOND_FUTURES: ReadonlySet<string> = new Set(['ZN', 'ZB']);
const GOLD: ReadonlySet<string> = new Set(['XAUUSD', 'GC']);

const MAJOR_PAIR = 30;
const MINOR_PAIR_GOLD_OR_MAJOR_INDEX = 20;
const COMMODITY_OR_MINOR_INDEX = 10;
const SHARE_OR_OTHER = 5;
const CRYPTO = 2;

const pairCap = (...currencies: string[]): number =>
  currencies.every((currency) => MAJOR_CURRENCIES.has(currency)) ? MAJOR_PAIR : MINOR_PAIR_GOLD_OR_MAJOR_INDEX;

/**
 * Highest leverage of a contract for difference for retail clients in the European Union, by class
 * of asset: 30, 20, 10, 5, 2 (ESMA decision 2018/796, in national rules since). A future is judged
 * by what it is a contract on; an ETF counts as a share.
 */
export function euLeverageOf({ type, code, base, quote }: Instrument): number {
  switch (type) {
    case MARKET_TYPES.crypto:
      return CRYPTO;
    case MARKET_TYPES.forex:
      return pairCap(base, quote);
    case MARKET_TYPES.metals:
      return GOLD.has(code) ? MINOR_PAIR_GOLD_OR_MAJOR_INDEX : COMMODITY_OR_MINOR_INDEX;
    case MARKET_TYPES.futures: {
      const currency = CURRENCY_FUTURES[code];
      if (currency !== undefined) return pairCap(currency, quote);
      if (MAJOR_INDEX_FUTURES.has(code) || GOLD.has(code)) return MINOR_PAIR_GOLD_OR_MAJOR_INDEX;
      return BOND_FUTURES.has(code) ? SHARE_OR_OTHER : COMMODITY_OR_MINOR_INDEX;
    }
    case MARKET_TYPES.stocks:
    case MARKET_TYPES.etf:
      return SHARE_OR_OTHER;
  }
}

/** Highest leverage of a contract on the real book, where the profile caps it. */
export const realLeverageCap = (profile: Profile, instrument: Instrument): number | undefined =>
  profile === 'eu' ? euLeverageOf(instrument) : undefined;
