import { QueryClient } from '@tanstack/react-query';
import { CallError, isUncertain } from '../api/failure.ts';

/** Attempts after the first, for reads that found nobody at the other end. */
const RETRIES_MAX = 2;

/**
 * Server data. Nothing is fetched again by the clock: the user socket says what changed, and a page that is opened again
 * refreshes what is older than `staleTime`.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // Without a network a call fails and says so; waiting for one in silence would look like a slow page.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (attempts, error) => error instanceof CallError && isUncertain(error.failure) && attempts < RETRIES_MAX,
    },
  },
});
