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
} from '@glasshouse/trade/portfolio/account-result';
import { type OpenOrders, openResult, openResultDerivation } from '@glasshouse/trade/portfolio/open-result';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fetchResult } from '../../api/client.ts';
import { serverNow } from '../../live/clock.ts';
import { marketSnapshot } from '../../live/market.ts';
import { tickOfNow } from '../../live/tick-of-now.ts';
import { privateKey } from '../calls/query-keys.ts';
import { useLiveContracts, useLiveOptions } from '../orders/live-orders.ts';
import { useAcrossQuotes } from '../orders/use-across-quotes.ts';
import { useOrderMarkets } from '../orders/use-order-markets.ts';
import { dayOf, type ProfitDay, useToday } from '../orders/use-today.ts';

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

/** What today has booked, with its reason; undefined until it is known. */
export interface Booked {
  readonly day: ProfitDay;
  /** Of positions that are still open: counted with what is open, and not here. */
  readonly ofOpen: string;
}

export function useBooked(open: OpenOrders | undefined): Booked | undefined {
  const day = useToday();
  const ofOpen = useBookedOfOpen(open?.contracts);
  return day === undefined || ofOpen === undefined ? undefined : { day, ofOpen };
}

/**
 * Postings of today on positions that are still open. All of a position that opened today; of an
 * older one, overnight fees and partial closes, which only the statement has by day.
 */
function useBookedOfOpen(contracts: readonly ContractOrder[] | undefined): string | undefined {
  const book = useBook();
  const today = dayOf(serverNow());
  const [fresh, older] = useMemo(() => {
    const isFresh = ({ openedAt }: ContractOrder) => openedAt !== null && dayOf(Date.parse(openedAt)) === today;
    const all = contracts ?? NONE;
    return [all.filter(isFresh), all.filter((order) => !isFresh(order))];
  }, [contracts, today]);
  const { data: lines } = useQuery({
    queryKey: privateKey('statement', book, 'contractsOf', today),
    queryFn: ({ signal }) => fetchLines(signal),
    enabled: 0 < older.length,
  });
  if (contracts === undefined || (0 < older.length && lines === undefined)) return undefined;
  const sum = fresh.reduce((total, order) => add(total, amountOf(bookedFor(order))), ZERO);
  const ids = new Set(older.map(({ id }) => String(id)));
  return formatAmount(add(sum, amountOf(bookedIn(lines ?? NONE, ids))));
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
export const resultOf = ({ day, ofOpen }: Booked, open: string): AccountResult =>
  accountResult({ dayNet: day.net ?? '0', ofOpen, open });

/** Why what is booked is what it is: each product, less what belongs to open positions. */
export const derivationOfBooked = ({ day, ofOpen }: Booked): Derived =>
  bookedDerivation(
    day.products.map(({ kind, asset, net }) => ({ asset, net, label: `funds:product.${kind}` })),
    { value: ofOpen, label: 'portfolio:result.ofOpen' },
  );
