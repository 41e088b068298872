import { type Rate, rateOf } from '@glasshouse/rules/money';
import { type Instrument, MARKET_TYPES, type MarketType } from '../../market-data/instruments/instrument.ts';

/**
 * The largest gap between two sessions of an instrument, from the last price of one to the first of
 * the next as a share of it. Splits and rolls of futures are no gaps. Of instruments that are not
 * named, the largest of their kind. Daily bars from 2000 on, where they exist.
 */
const BY_CODE: Readonly<Record<string, string>> = {
  // Crude oil on 9 March 2020; April of that year, when it fell below zero, is the wider measure.
  CL: '0.32',
  BZ: '0.32',
  NG: '0.32',
  // Gold on 14 September 2001, after four days without trading.
  GC: '0.07',
  XAUUSD: '0.07',
  // 5 August 2024 and 3 April 2025.
  AAPL: '0.1',
  NVDA: '0.15',
  SPY: '0.11',
  QQQ: '0.11',
};

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
