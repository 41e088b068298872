import { type Failure, failureOf } from '@glasshouse/client/failure';
import type { UseQueryResult } from '@tanstack/react-query';

/** The states of server data; the type makes a view handle each. */
export type Loadable<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'error'; readonly failure: Failure; readonly retry: () => void }
  | { readonly state: 'empty' }
  /** `stale`: the last refresh failed, and this is older data. */
  | { readonly state: 'ready'; readonly value: Value; readonly stale: boolean };

export function loadable<Value>(
  query: Pick<UseQueryResult<Value>, 'data' | 'error' | 'refetch'>,
  isEmpty: (value: Value) => boolean = () => false,
): Loadable<Value> {
  const { data, error } = query;
  if (data !== undefined) {
    return isEmpty(data) ? { state: 'empty' } : { state: 'ready', value: data, stale: error !== null };
  }
  if (error === null) return { state: 'loading' };
  return { state: 'error', failure: failureOf(error), retry: () => void query.refetch() };
}
