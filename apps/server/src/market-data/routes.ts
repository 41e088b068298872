import { code } from '@glasshouse/api/codes';
import { CANDLE_LIMIT_DEFAULT } from '@glasshouse/api/constants';
import type { Book } from '../kernel/core/types.ts';
import { type CallHandlers, done, refuse } from '../platform/call.ts';
import type { Bar } from './candles/candles.ts';
import type { CandleQuery } from './history/history-source.ts';
import type { Instrument } from './instruments/instrument.ts';
import { priceNumber } from './instruments/price-figures.ts';
import { nextTurn } from './instruments/trading-hours.ts';
import { candleOf, type InstrumentTerms, type MarketInfo, marketInfo } from './queries.ts';
import type { MarketSnapshot } from './snapshot/market-snapshot.ts';

export interface MarketCallsDeps {
  readonly snapshot: MarketSnapshot;
  /** Undefined: they cannot be told now. */
  readonly candles: (query: CandleQuery) => Promise<readonly Bar[] | undefined>;
  /** What an instrument offers on a book: a profile may offer less on the real one. */
  readonly termsOf: (instrument: Instrument, book: Book) => InstrumentTerms;
  /** Exchanges or providers that a feed asks; none for simulated and recorded prices. */
  readonly sourcesOf: (feed: string) => readonly string[];
  /** Inputs of a feed through which prices could be typed. */
  readonly inputsOf: (feed: string) => readonly string[];
  /** The instruments that a price is computed from. */
  readonly legsOf: (instrument: string) => readonly string[];
  /** Whether somebody who knows a seed or a recording can compute what a feed gives next. */
  readonly isPredictable: (feed: string) => boolean;
  /** Corporate actions of an instrument, to come and past. */
  readonly actionsOf: (code: string) => Promise<MarketInfo['corporateActions']>;
  readonly now: () => number;
}

const MOVERS_DEFAULT = 6;
const RECENT_TICKS_MS = 10 * 60_000;

/**
 * Reads of the market. `listMarkets` is not among them: it is served as bytes (`market-list.ts`).
 */
export function marketCalls({
  snapshot,
  candles,
  termsOf,
  sourcesOf,
  inputsOf,
  legsOf,
  isPredictable,
  actionsOf,
  now,
}: MarketCallsDeps) {
  return {
    listCandles: async ({ query }) => {
      const line = snapshot.find(query.code);
      if (line === undefined || line.instrument.code !== query.code) return refuse(code.instrumentUnknown, 'code');
      const interval = query.interval ?? query.date ?? '1m';
      const { from = 0, to = Number.MAX_SAFE_INTEGER, limit = CANDLE_LIMIT_DEFAULT } = query;
      if (to <= from) return refuse(code.timeRangeInvalid, 'to');
      // Nothing after the last tick that people have seen; before the first one, the source's past
      // up to now.
      const asOf = line.row === undefined || line.row.seq === 0 ? now() : line.row.at;
      const bars = await candles({ code: query.code, interval, from, to, limit, asOf });
      if (bars === undefined) return refuse(code.historyUnavailable);
      return done(bars.map((bar) => candleOf(bar, line.instrument.precision)));
    },

    listRecentTicks: ({ query }) => {
      const line = snapshot.find(query.code);
      if (line === undefined || line.instrument.code !== query.code) return refuse(code.instrumentUnknown, 'code');
      const { precision } = line.instrument;
      const ticks = snapshot.ticksOf(query.code, RECENT_TICKS_MS);
      return done(ticks.map(([seq, at, mid]) => [seq, at, priceNumber(mid, precision)] as const));
    },

    listMovers: ({ query }) => done(snapshot.movers(query.limit ?? MOVERS_DEFAULT)),

    listMarketDays: ({ query }) => {
      const codes = typeof query.code === 'string' ? [query.code] : query.code;
      // The same for everybody; what nobody lists has no day.
      const lines = [...new Set(codes)].flatMap((code) => snapshot.find(code) ?? []);
      return done(
        lines.map(({ instrument }) => ({
          code: instrument.code,
          day: snapshot.dayOf(instrument.code),
          opensAt: nextTurn(instrument.calendar, now()).opensAt,
        })),
      );
    },

    getMarketInfo: async ({ params }, { book }) => {
      const line = snapshot.find(params.id);
      if (line === undefined) return refuse(code.instrumentUnknown, 'id');
      const terms = termsOf(line.instrument, book);
      return done(
        marketInfo(snapshot, line, {
          terms,
          sources: sourcesOf(line.source),
          inputs: inputsOf(line.source),
          legs: legsOf(line.instrument.code),
          predictable: isPredictable(line.source),
          corporateActions: await actionsOf(line.instrument.code),
          now: now(),
        }),
      );
    },
  } satisfies CallHandlers;
}
