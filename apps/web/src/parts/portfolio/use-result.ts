import type { ResultOf } from '@glasshouse/api';
import { useBook } from '@glasshouse/app/session/session';
import type { Derived } from '@glasshouse/rules/derivations/terms';
import { add, amountOf, formatAmount, ZERO } from '@glasshouse/rules/money';
import type { ContractOrder } from '@glasshouse/trade/orders';
import {
  type AccountResult,
  accountResult,
  bookedDerivation,
  bookedFor,
  bookedIn,
  type DayStart,
  restDerivation,
} from '@glasshouse/trade/portfolio/account-result';
import { type OpenOrders, openResult, openResultDerivation } from '@glasshouse/trade/portfolio/open-result';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { fetchResult } from '../../api/client.ts';
import { serverNow } from '../../live/clock.ts';
import { marketSnapshot } from '../../live/market.ts';
import { tickOfNow } from '../../live/tick-of-now.ts';
import { privateKey } from '../calls/query-keys.ts';
import { useBalances } from '../money/use-balances.ts';
import { useLiveContracts, useLiveOptions } from '../orders/live-orders.ts';
import { useAcrossQuotes } from '../orders/use-across-quotes.ts';
import { useOrderMarkets } from '../orders/use-order-markets.ts';
import { dayOf, type ProfitDay, useToday } from '../orders/use-today.ts';
import { useEquityCurve } from './use-equity-curve.ts';

const NONE: readonly never[] = [];
/** Of one page of the statement, and pages of one day at most. */
const LINES_MAX = 200;
const PAGES_MAX = 10;

/** What is open, of both products that have a result before they end; undefined until known. */
export function useOpenOrders(): OpenOrders | undefined {
  const contracts = useLiveContracts('open').data;
  const options = useLiveOptions().data;
  return useMemo(
    () => (contracts === undefined || options === undefined ? undefined : { contracts, options }),
    [contracts, options],
  );
}

/** What all of these would come to if they closed now; undefined while a price is missing. */
export function useOpenResult({ contracts, options }: OpenOrders): string | undefined {
  useOrderMarkets(contracts);
  useOrderMarkets(options);
  const codes = useMemo(() => [...new Set([...contracts, ...options].map(({ code }) => code))], [contracts, options]);
  return useAcrossQuotes(codes, (quoteOf) => openResult({ contracts, options }, quoteOf));
}

/** Its reason, at the prices of the moment. */
export const openDerivation = (orders: OpenOrders): Derived | undefined =>
  openResultDerivation(orders, (code) => marketSnapshot.quote(code), tickOfNow);

/** What today has changed for good, by which the result opens into its reasons. */
export interface Booked {
  readonly day: ProfitDay;
  /** Of positions that are still open: counted with what is open, and not here. */
  readonly ofOpen: string;
  /** The same since they were opened. */
  readonly forOpen: string;
  readonly balances: Pick<ResultOf<'listBalances'>, 'totalUsdt' | 'owedUsdt'>;
  /** Undefined where the history has no value of then: other changes are not known. */
  readonly start: DayStart | undefined;
}

/**
 * Undefined until it is known. Balances, orders and the day's results arrive one by one: until the
 * last is there it is what it was, since together they would contradict.
 */
export function useBooked(open: OpenOrders | undefined): Booked | undefined {
  const { day, isFetching: isDayFetching } = useToday();
  const { data: balances, isFetching: areBalancesFetching } = useBalances();
  const { start, isFetching: isStartFetching } = useDayStart();
  const { ofOpen, isFetching: areLinesFetching } = useBookedOfOpen(open?.contracts);
  const arriving = useMemo(() => {
    if (open === undefined || day === undefined || balances === undefined) return undefined;
    if (ofOpen === undefined || start === undefined) return undefined;
    const forOpen = formatAmount(open.contracts.reduce((sum, order) => add(sum, amountOf(bookedFor(order))), ZERO));
    return { day, ofOpen, forOpen, balances, start: start ?? undefined };
  }, [open, day, balances, ofOpen, start]);
  const isFetching = [isDayFetching, areBalancesFetching, isStartFetching, areLinesFetching].includes(true);
  return useSettled(arriving, { isFetching, key: useBook() });
}

/** A value of which parts are on their way, as it was before; nothing of another key. */
function useSettled<Value>(
  value: Value | undefined,
  { isFetching, key }: { readonly isFetching: boolean; readonly key: string },
): Value | undefined {
  const settled = useRef<{ readonly key: string; readonly value: Value | undefined }>(undefined);
  const isKnown = settled.current?.key === key && settled.current.value !== undefined;
  if (!isFetching || !isKnown) settled.current = { key, value };
  return settled.current?.value;
}

interface KnownStart {
  /** The book when the day began; null without a history, undefined until it is known. */
  readonly start: DayStart | null | undefined;
  readonly isFetching: boolean;
}

function useDayStart(): KnownStart {
  const { data, error, isFetching } = useEquityCurve('today');
  const start = useMemo(() => {
    if (data === undefined) return error === null ? undefined : null;
    return { value: data[0]?.value ?? '0', paidIn: data.at(-1)?.paidIn ?? '0' };
  }, [data, error]);
  return { start, isFetching };
}

interface BookedOfOpen {
  readonly ofOpen: string | undefined;
  readonly isFetching: boolean;
}

/**
 * Postings of today on positions that are still open. All of a position that opened today; of an
 * older one, overnight fees and partial closes, which only the statement has by day.
 */
function useBookedOfOpen(contracts: readonly ContractOrder[] | undefined): BookedOfOpen {
  const book = useBook();
  const today = dayOf(serverNow());
  const [fresh, older] = useMemo(() => {
    const isFresh = ({ openedAt }: ContractOrder) => openedAt !== null && dayOf(Date.parse(openedAt)) === today;
    const all = contracts ?? NONE;
    return [all.filter(isFresh), all.filter((order) => !isFresh(order))];
  }, [contracts, today]);
  const { data: lines, isFetching } = useQuery({
    queryKey: privateKey('statement', book, 'contractsOf', today),
    queryFn: ({ signal }) => fetchLines(signal),
    enabled: 0 < older.length,
  });
  if (contracts === undefined || (0 < older.length && lines === undefined)) return { ofOpen: undefined, isFetching };
  const sum = fresh.reduce((total, order) => add(total, amountOf(bookedFor(order))), ZERO);
  const ids = new Set(older.map(({ id }) => String(id)));
  return { ofOpen: formatAmount(add(sum, amountOf(bookedIn(lines ?? NONE, ids)))), isFetching };
}

/** Every posting of contracts since the day began by the reader's clock. */
async function fetchLines(signal: AbortSignal) {
  const now = new Date(serverNow());
  const from = new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString();
  const query = { reason: 'contracts', from, limit: LINES_MAX };
  const first = await fetchResult('listStatement', { query, signal });
  const lines = [...first.items];
  let { next } = first;
  for (let page = 1; next !== null && page < PAGES_MAX; page += 1) {
    const more = await fetchResult('listStatement', { query: { ...query, cursor: next }, signal });
    lines.push(...more.items);
    next = more.next;
  }
  return lines;
}

/** The one result of the account with its parts, from what is booked and what is open. */
export const resultOf = (booked: Booked, open: string): AccountResult =>
  accountResult({
    dayNet: booked.day.net ?? '0',
    ofOpen: booked.ofOpen,
    open,
    rest: derivationOfRest(booked)?.result ?? '0',
  });

/** Why what is booked is what it is: each product, less what belongs to open positions. */
export const derivationOfBooked = ({ day, ofOpen }: Booked): Derived =>
  bookedDerivation(
    day.products.map(({ kind, asset, net }) => ({ asset, net, label: `funds:product.${kind}` })),
    { value: ofOpen, label: 'portfolio:result.ofOpen' },
  );

/** Why the other changes are as they are; undefined where they are not known. */
export const derivationOfRest = (booked: Booked): Derived | undefined =>
  booked.start &&
  restDerivation(
    {
      start: booked.start,
      totalUsdt: booked.balances.totalUsdt,
      owedUsdt: booked.balances.owedUsdt,
      booked: derivationOfBooked(booked),
      bookedForOpen: booked.forOpen,
    },
    {
      owned: 'portfolio:own.title',
      owed: 'funds:summary.owed',
      start: 'portfolio:result.start',
      paidIn: 'portfolio:result.paidIn',
      booked: 'portfolio:result.booked',
      ofOpen: 'portfolio:result.ofOpen',
    },
  );
