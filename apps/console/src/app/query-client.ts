import { CallError, isUncertain } from '@glasshouse/client/failure';
import { QueryClient } from '@tanstack/react-query';

/** Retries of reads that reached nobody. */
const RETRIES_MAX = 2;

/** Server data. The socket says when a queue has changed; what is older than this is read again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      // Offline, calls fail immediately; waiting silently would look like a slow page.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (attempts, error) => error instanceof CallError && isUncertain(error.failure) && attempts < RETRIES_MAX,
    },
    mutations: { networkMode: 'always' },
  },
});
