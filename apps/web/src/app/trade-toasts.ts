import { currentBook } from '@glasshouse/app/session/session';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { onUserEvent } from '../live/user.ts';

/** Orders and alerts; balances change far too often to announce. */
const ANNOUNCED_KINDS = /^(options|contracts|spot)\.|^alert$/;

/**
 * Announces what happened to an order or an alert, anywhere in the app; screen readers hear it too.
 */
export function useTradeToasts(): void {
  const [, navigate] = useLocation();
  useEffect(
    () =>
      onUserEvent({
        event: (kind, book, data) => {
          if (book !== currentBook() || !ANNOUNCED_KINDS.test(kind)) return;
          // With the first event: no page waits for it, and without it the lists show the result.
          void import('./announce.ts').then(
            ({ announce }) => announce({ kind, data, navigate }),
            () => undefined,
          );
        },
        resync: () => undefined,
      }),
    [navigate],
  );
}
