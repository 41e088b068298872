import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onMarketBack } from '../live/market.ts';
import { isOptionsEvent, onUserEvent } from '../live/user.ts';
import { type Book, currentSession, onBookChange, onSessionChange } from '../session/session.ts';
import { privateKey } from '../shared/query-keys.ts';

/**
 * Keeps the user's own data fresh without polling: events of the user socket invalidate lists, a
 * change of session clears everything, and each book has its own keys.
 */
export function useFreshData(): void {
  const client = useQueryClient();
  useEffect(() => {
    let known = currentSession()?.user.id;
    const stopEvents = onUserEvent({
      event: (kind, book) => refresh(client, kind, book),
      resync: () => void client.invalidateQueries({ queryKey: ['private'] }),
    });
    const stopSession = onSessionChange(() => {
      const id = currentSession()?.user.id;
      if (id === known) return;
      known = id;
      client.removeQueries({ queryKey: ['private'] });
    });
    const stopBook = onBookChange(() => {
      // The installation's profile may offer less in the real book.
      for (const key of ['private', 'marketInfo']) void client.invalidateQueries({ queryKey: [key] });
    });
    const stopMarket = onMarketBack(() => {
      for (const key of ['candles', 'market', 'marketInfo']) void client.invalidateQueries({ queryKey: [key] });
    });
    return () => {
      stopMarket();
      stopEvents();
      stopSession();
      stopBook();
    };
  }, [client]);
}

/** What a change of balance affects. */
const FROM_THE_LEDGER = ['balances', 'asset', 'statement', 'profit', 'equity'] as const;

function refresh(client: QueryClient, kind: string, book: Book): void {
  const stale = (name: Parameters<typeof privateKey>[0]) =>
    void client.invalidateQueries({ queryKey: privateKey(name, book) });
  if (kind === 'balance') {
    for (const name of FROM_THE_LEDGER) stale(name);
  }
  if (isOptionsEvent(kind)) {
    stale('optionsOrders');
    stale('optionsOrder');
  }
  if (kind === 'contracts.order') {
    stale('contractOrders');
    stale('contractOrder');
  }
  if (kind === 'spot.order') {
    stale('spotOrders');
    stale('spotOrder');
  }
  if (kind === 'convert.fill') stale('conversions');
  if (kind === 'alert') {
    stale('alerts');
    stale('notifications');
    stale('userInfo');
  }
  if (kind.startsWith('demo')) void client.invalidateQueries({ queryKey: ['private', book] });
}
