import type { UseQueryResult } from '@tanstack/react-query';

type Query = Pick<UseQueryResult<unknown>, 'data' | 'error'> & { readonly refetch: () => Promise<unknown> };

/** The first of several lists that could not be loaded at all: why, and how to try again. */
export function failedOf(queries: readonly Query[]): { readonly error: Error; readonly retry: () => void } | undefined {
  for (const { data, error, refetch } of queries) {
    if (data === undefined && error !== null) return { error, retry: () => void refetch() };
  }
  return undefined;
}
