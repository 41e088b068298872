import type { CommandAnswer, CommandInput } from '../kernel/core/types.ts';
import { plannedFeed } from '../market-data/feeds/feed-plan.ts';
import { providerSymbol, TWELVE_DATA } from '../market-data/feeds/http/symbols.ts';
import { TwelveDataApi } from '../market-data/feeds/http/twelve-data-api.ts';
import { readCalendar } from '../market-data/feeds/http/twelve-data-calendar.ts';
import type { FeedSettings } from '../market-data/feeds/settings.ts';
import { type Instrument, MARKET_TYPES } from '../market-data/instruments/instrument.ts';
import { startJob } from '../platform/job.ts';
import type { Log } from '../platform/log.ts';
import { importCalendar } from './provider-calendar.ts';

const DAY_MS = 86_400_000;
const HAVE_ACTIONS: readonly number[] = [MARKET_TYPES.stocks, MARKET_TYPES.etf];

interface DailyCalendar {
  readonly feeds: FeedSettings;
  readonly instruments: readonly Instrument[];
  /** Whether somebody at this installation could type what the provider says. */
  readonly isTyped: boolean;
  readonly submit: (input: CommandInput) => Promise<CommandAnswer>;
  readonly now: () => number;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/**
 * Takes the provider's calendar over once a day, where shares or funds have its prices. Where
 * people trade with their money, not from an address that the operator named: whoever runs that
 * would enter dividends alone.
 */
export function startDailyCalendar(deps: DailyCalendar): () => Promise<void> {
  const { feeds, instruments, isTyped, submit, now, log } = deps;
  const { http } = feeds;
  const priced = instruments.filter(
    ({ type }) => HAVE_ACTIONS.includes(type) && plannedFeed(feeds.plan, type) === 'http',
  );
  if (http === undefined || priced.length === 0) return async () => {};
  if (isTyped) {
    log.warn('the calendar of corporate actions is entered by two persons: the address of its provider is not its own');
    return async () => {};
  }
  const codes = new Map(priced.map((instrument) => [providerSymbol(instrument, http.symbols), instrument.code]));
  const api = new TwelveDataApi({ url: http.url, key: http.key });
  const stopping = new AbortController();
  const stop = startJob({
    everyMs: DAY_MS,
    work: async () => {
      const { imported, refused } = await importCalendar({
        name: TWELVE_DATA,
        read: (days) => readCalendar(api, days, stopping.signal),
        codeOf: (symbol) => codes.get(symbol),
        submit,
        now,
      });
      log.info({ imported, refused: refused.length }, 'the calendar of corporate actions was read');
      for (const { event, why } of refused) log.warn({ ...event, why }, 'a corporate action was refused');
    },
    onFailure: (error) => log.warn({ err: error }, 'the calendar of corporate actions could not be read'),
  });
  return async () => {
    stopping.abort();
    await stop();
  };
}
