import { type Rate, rateOf } from '@glasshouse/rules/money';
import { type Instrument, MARKET_TYPES, type MarketType } from '../../market-data/instruments/instrument.ts';

/**
 * The largest gap between two sessions of an instrument, from the last price of one to the first of
 * the next as a share of it. Splits and rolls of futures are no gaps. Of instruments that are not
 * named, the largest of their kind. CL, GC, AAPL and NVDA are computed from recorded daily bars, CL
 * and GC from 2000 on, the shares from April 2024 on (`largest-gap.test.ts`); SPY and QQQ are above
 * their recordings of two years. What is marked as an estimate has no recording.
 */
const BY_CODE: Readonly<Record<string, string>> = {
  // 31.1 % on 22 April 2020, the day after the front month had closed at 10.01.
  CL: '0.32',
  // Estimates: the other energy futures like crude oil.
  BZ: '0.32',
  NG: '0.32',
  // 6.9 % on 14 September 2001, after four days without trading; spot gold alike.
  GC: '0.07',
  XAUUSD: '0.07',
  // 9.5 % and 14.2 % on 5 August 2024.
  AAPL: '0.1',
  NVDA: '0.15',
  // Estimates by 16 March 2020; the recordings have 4.0 % and 5.4 %, both on 5 August 2024.
  SPY: '0.11',
  QQQ: '0.11',
};

/**
 * Estimates: no recording spans a whole kind. Daily bars of EUR/USD and USD/JPY have gaps of 17 %
 * in 2008 that no other source shows, and are left out.
 */
const BY_TYPE: Readonly<Record<MarketType, string>> = {
  [MARKET_TYPES.crypto]: '0.1',
  // Weekends: the widest of the majors were below 3 %, those of smaller currencies below 8 %.
  [MARKET_TYPES.forex]: '0.08',
  // Results after the close: a quarter of the price, now and then.
  [MARKET_TYPES.stocks]: '0.26',
  [MARKET_TYPES.etf]: '0.12',
  [MARKET_TYPES.futures]: '0.12',
  [MARKET_TYPES.metals]: '0.1',
};

/** Quoted with four digits of leverage more than others: the majors. */
const MAJOR_LEVERAGE = 100;
const MAJORS_GAP = '0.03';
/** Funds that multiply the day's move are the ones of low leverage. */
const MULTIPLIED_LEVERAGE = 5;
const MULTIPLIED_GAP = '0.36';

export function largestGapOf({ code, type, maxLeverage }: Pick<Instrument, 'code' | 'type' | 'maxLeverage'>): Rate {
  const own = BY_CODE[code];
  if (own !== undefined) return rateOf(own);
  if (type === MARKET_TYPES.forex && MAJOR_LEVERAGE <= maxLeverage) return rateOf(MAJORS_GAP);
  if (type === MARKET_TYPES.etf && maxLeverage <= MULTIPLIED_LEVERAGE) return rateOf(MULTIPLIED_GAP);
  return rateOf(BY_TYPE[type]);
}
