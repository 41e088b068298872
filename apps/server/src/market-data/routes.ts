import { code } from '@glasshouse/api/codes';
import { CANDLE_LIMIT_DEFAULT } from '@glasshouse/api/constants';
import type { Book } from '../kernel/types.ts';
import { type CallHandlers, done, refuse } from '../platform/call.ts';
import type { Pool } from '../platform/postgres.ts';
import { listTapeKeys } from '../transparency/receipts.ts';
import type { History } from './history/history.ts';
import type { Instrument } from './instruments/instrument.ts';
import { candleOf, type InstrumentTerms, marketInfo, readableTick } from './queries.ts';
import type { MarketCache } from './snapshot/market-snapshot.ts';

export interface MarketRoutes {
  readonly cache: MarketCache;
  readonly history: Pick<History, 'candles' | 'tick'>;
  readonly pool: Pool;
  /** What an instrument offers on a book: a profile may offer less on the real one. */
  readonly termsOf: (instrument: Instrument, book: Book) => InstrumentTerms;
  /** Exchanges or providers that a feed asks; none for simulated and recorded prices. */
  readonly sourcesOf: (feed: string) => readonly string[];
  readonly now: () => number;
}

/** Keys that one answer lists. */
const KEYS_MAX = 100;

/** Reads of the market. `listMarkets` is not among them: it is served as bytes (`market-list.ts`). */
export function marketRoutes({ cache, history, pool, termsOf, sourcesOf, now }: MarketRoutes): CallHandlers {
  return {
    listCandles: async ({ query }) => {
      const line = cache.find(query.code);
      if (line === undefined || line.instrument.code !== query.code) return refuse(code.instrumentUnknown, 'code');
      const interval = query.interval ?? query.date ?? '1m';
      const { from = 0, to = Number.MAX_SAFE_INTEGER, limit = CANDLE_LIMIT_DEFAULT } = query;
      if (to <= from) return refuse(code.timeRangeInvalid, 'to');
      // Nothing after the last tick that people have seen; before the first one, the source's past up to now.
      const asOf = line.row === undefined || line.row.seq === 0 ? now() : line.row.at;
      const bars = await history.candles({ code: query.code, interval, from, to, limit, asOf });
      if (bars === undefined) return refuse(code.historyUnavailable);
      return done(bars.map((bar) => candleOf(bar, line.instrument.precision)));
    },

    getMarketInfo: ({ params }, { book }) => {
      const line = cache.find(params.id);
      if (line === undefined) return refuse(code.instrumentUnknown, 'id');
      const terms = termsOf(line.instrument, book);
      return done(marketInfo(cache, line, { terms, sources: sourcesOf(line.source), now: now() }));
    },

    getTickReceipt: async ({ query }) => {
      if (cache.find(query.code) === undefined) return refuse(code.instrumentUnknown, 'code');
      const answer = await history.tick({ code: query.code, seq: query.seq });
      if (answer === undefined) return refuse(code.historyUnavailable);
      if (answer.tick === undefined) return refuse(code.nothingFound, 'seq');
      const { tick, receipt } = answer.tick;
      return done({
        tick: readableTick(tick),
        receipt: receipt === null ? null : { ...receipt, path: [...receipt.path] },
      });
    },

    listPublicKeys: async () => {
      const keys = await listTapeKeys(pool, KEYS_MAX);
      return done(
        keys.map(({ validFrom, validTo, ...key }) => ({
          ...key,
          validFrom: new Date(validFrom).toISOString(),
          validTo: validTo === null ? null : new Date(validTo).toISOString(),
        })),
      );
    },
  };
}
