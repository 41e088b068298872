import type { ResultOf } from '@glasshouse/api/calls';
import { formatPoints } from '@glasshouse/rules/money';
import type { HashedTick } from '@glasshouse/rules/tick-hash';
import type { Bar } from './candles/candles.ts';
import { isSimulated } from './feeds/registry.ts';
import { priceNumber } from './instruments/price-figures.ts';
import { nextTurn, weeklyHours } from './instruments/trading-hours.ts';
import type { MarketLine, MarketSnapshot } from './snapshot/market-snapshot.ts';

export type MarketInfo = ResultOf<'getMarketInfo'>;
/** What product modules say about an instrument: option periods, contract and spot terms, fees. */
export type InstrumentTerms = Pick<MarketInfo, 'options' | 'contracts' | 'spot' | 'fees' | 'limits' | 'validity'>;

/** What an amount has; below one a volume may need them all. */
const PLACES = 8;
/** Volumes are kept as multiples of a power of two below a millionth: further places are rests. */
const PLACES_FROM_ONE = 6;
/** Digits that a sum of many of them still has. */
const DIGITS = 10;

/** 14,059.2 is kept as 14,059.19999981, and shown without that rest. */
const volumeText = (volume: number): string => {
  const whole = Math.trunc(volume).toString().length;
  const places = volume < 1 ? PLACES : Math.max(0, Math.min(PLACES_FROM_ONE, DIGITS - whole));
  const text = volume.toFixed(places);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
};

/** [opening time, open, high, low, close, volume] */
export type Candle = [at: number, open: number, high: number, low: number, close: number, volume: number];

export const candleOf = (bar: Bar, precision: number): Candle => [
  bar.at,
  priceNumber(bar.open, precision),
  priceNumber(bar.high, precision),
  priceNumber(bar.low, precision),
  priceNumber(bar.close, precision),
  Number(volumeText(bar.volume)),
];

/** What `marketInfo` takes from elsewhere. */
export interface MarketAround {
  readonly terms: InstrumentTerms;
  /** Exchanges or providers behind the instrument's feed. */
  readonly sources: readonly string[];
  /** Inputs of the feed through which prices could be typed. */
  readonly inputs: readonly string[];
  /** Instruments that this price is computed from. */
  readonly legs: readonly string[];
  readonly predictable: boolean;
  readonly corporateActions: MarketInfo['corporateActions'];
  readonly now: number;
}

/** Everything about one instrument. A row without a tick has no bid, ask or last tick. */
export function marketInfo(snapshot: MarketSnapshot, line: MarketLine, around: MarketAround): MarketInfo {
  const { terms, now, sources, inputs, legs, predictable, corporateActions } = around;
  const { instrument, row, source } = line;
  const { precision, calendar } = instrument;
  const price = (points: number | undefined): string | null =>
    points === undefined || points === 0 ? null : formatPoints(points, precision);
  const hasTick = row !== undefined && 0 < row.seq;
  const turn = nextTurn(calendar, now);
  const hours = weeklyHours(calendar, now);
  return {
    ...snapshot.listed(line),
    corporateActions,
    base: instrument.base,
    quote: instrument.quote,
    bid: price(row?.bid),
    ask: price(row?.ask),
    spread: hasTick ? formatPoints(row.ask - row.bid, precision) : null,
    high24: price(row?.high24),
    low24: price(row?.low24),
    volume24: volumeText(row?.volume24 ?? 0),
    lastTick: hasTick ? { seq: row.seq, at: new Date(row.at).toISOString() } : null,
    lotSize: instrument.lotSize,
    minLots: instrument.minLots,
    maxLeverage: instrument.maxLeverage,
    ...terms,
    hours: {
      calendar,
      timeZone: hours.timeZone,
      openNow: row?.open ?? false,
      ...turn,
      sessions: [...hours.sessions],
      holidays: [...hours.holidays].slice(0, 40),
    },
    feed: {
      name: source,
      sources: [...sources],
      inputs: [...inputs],
      legs: [...legs],
      simulated: isSimulated(source),
      recorded: source === 'replay',
      predictable,
      stalenessMs: instrument.stalenessMs,
      tickMs: instrument.tickMs,
    },
  };
}

/** A tick as people read it. */
export const readableTick = ({ code, seq, bid, ask, mid, precision, at }: HashedTick) => ({
  code,
  seq,
  bid: formatPoints(bid, precision),
  ask: formatPoints(ask, precision),
  mid: formatPoints(mid, precision),
  at: new Date(at).toISOString(),
});
