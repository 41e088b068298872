import { PAGE_HOST, socketOrigin } from '@glasshouse/app/page-host';
import type { MarketRow, Quote } from '@glasshouse/client/live/market-snapshot';
import { MarketSocket } from '@glasshouse/client/live/market-socket';
import { serverClock } from './clock.ts';

/** The market socket of the page, without the hooks that read it: it starts before them. */
export const marketSocket = new MarketSocket({ origin: socketOrigin, clock: serverClock, host: PAGE_HOST });
export const marketSnapshot = marketSocket.snapshot;

/** The quotes that the server painted: what hydrates over its markup must show the same. */
const paintedQuotes = new Map<string, Quote>();

export const paintedQuote = (code: string): Quote => paintedQuotes.get(code) ?? marketSnapshot.quote(code);

/** Rows of a painted page, before anything renders. */
export function applyPaintedRows(rows: readonly MarketRow[]): void {
  marketSnapshot.applyList(rows);
  for (const { code } of rows) paintedQuotes.set(code, marketSnapshot.quote(code));
}
