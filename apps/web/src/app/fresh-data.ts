import { type Book, currentSession, onBookChange, onSessionChange } from '@glasshouse/app/session/session';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { marketSocket } from '../live/market.ts';
import { isOptionsEvent, onUserEvent } from '../live/user.ts';
import { privateKey } from '../parts/calls/query-keys.ts';
import { refetch } from './refetch.ts';

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
      resync: () => refetch(client, ['private']),
    });
    const stopSession = onSessionChange(() => {
      const id = currentSession()?.user.id;
      if (id === known) return;
      known = id;
      client.removeQueries({ queryKey: ['private'] });
    });
    const stopBook = onBookChange(() => {
      // The installation's profile may offer less in the real book.
      for (const key of ['private', 'marketInfo']) refetch(client, [key]);
    });
    const stopMarket = marketSocket.onReconnected(() => {
      for (const key of ['candles', 'market', 'marketInfo']) refetch(client, [key]);
    });
    return () => {
      stopMarket();
      stopEvents();
      stopSession();
      stopBook();
    };
  }, [client]);
}

/** What an event makes stale, by the book that it is of. */
const STALE: { readonly [kind: string]: readonly Parameters<typeof privateKey>[0][] } = {
  balance: ['identityLimits', 'balances', 'asset', 'statement', 'profit', 'equity', 'plans', 'loans'],
  'contracts.order': ['contractOrders', 'contractOrder'],
  'spot.order': ['spotOrders', 'spotOrder'],
  'convert.fill': ['conversions'],
  plan: ['plans', 'notifications', 'userInfo'],
  loan: ['loans', 'notifications', 'userInfo'],
  nft: ['nfts', 'notifications', 'userInfo'],
  alert: ['alerts', 'notifications', 'userInfo'],
  deposit: ['deposits', 'withdrawalTerms', 'notifications', 'userInfo'],
  withdrawal: ['withdrawals', 'withdrawalTerms', 'notifications', 'userInfo'],
};
const OF_OPTIONS = ['optionsOrders', 'optionsOrder'] as const;

function refresh(client: QueryClient, kind: string, book: Book): void {
  for (const name of isOptionsEvent(kind) ? OF_OPTIONS : (STALE[kind] ?? [])) refetch(client, privateKey(name, book));
  if (kind === 'kyc') {
    refetch(client, privateKey('identityLimits', book));
    // Both books show the same identity check.
    for (const book of ['demo', 'real'] as const) {
      for (const name of ['kyc', 'notifications', 'userInfo'] as const) {
        refetch(client, privateKey(name, book));
      }
    }
  }
  // Works and their charities' accounts are everybody's.
  if (kind === 'nft') for (const key of ['nft', 'nfts']) refetch(client, [key]);
  if (kind.startsWith('demo')) refetch(client, ['private', book]);
}
