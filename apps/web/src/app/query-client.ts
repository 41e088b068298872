import { CallError, isUncertain } from '@glasshouse/client/failure';
import { QueryClient } from '@tanstack/react-query';

/** Retries of reads that reached nobody. */
const RETRIES_MAX = 2;

/**
 * Server data. Nothing is refetched by the clock: the user socket reports changes, and opening a
 * page refreshes what is older than `staleTime`.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // Offline, calls fail immediately; waiting silently would look like a slow page.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (attempts, error) => error instanceof CallError && isUncertain(error.failure) && attempts < RETRIES_MAX,
    },
  },
});
