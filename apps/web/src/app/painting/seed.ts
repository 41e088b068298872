import type { QueryClient } from '@tanstack/react-query';
import { FIRST_TYPE, marketListQuery } from '../../parts/market/market-query.ts';
import type { PaintedData } from './painted.ts';

/** Puts the answers that a page was painted from where its components look for them. */
export function seedQueries(client: QueryClient, { at, rows, isList, queries }: PaintedData): void {
  const options = { updatedAt: at };
  if (isList) client.setQueryData(marketListQuery(FIRST_TYPE).queryKey, rows, options);
  for (const [key, answer] of queries) client.setQueryData(key, answer, options);
}
