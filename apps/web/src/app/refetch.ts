import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Queries of which an answer is awaited, to be fetched once more after it. */
const awaited = new WeakSet<Query>();

/**
 * Marks what is kept under a key as out of date and fetches again what is shown. An answer that is
 * under way may lack what has just happened: such queries are fetched once more when it has come.
 * It is not dropped: where events come faster than a busy server answers, no answer would ever
 * arrive.
 */
export function refetch(client: QueryClient, queryKey: QueryKey): void {
  for (const query of client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (awaited.has(query)) continue;
    awaited.add(query);
    const again = (): void => {
      awaited.delete(query);
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    void query.promise?.then(again, again);
  }
  void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
}
