import type { Book } from '@glasshouse/app/session/session';
import { useQueryClient } from '@tanstack/react-query';
import { type PrivateData, privateKey } from './query-keys.ts';

/** Refetches what a change touched in a book. The user socket does the same, but may be slower. */
export function useRefresh(...names: readonly PrivateData[]): (scope: { readonly book: Book }) => void {
  const client = useQueryClient();
  return ({ book }) => {
    for (const name of names) void client.invalidateQueries({ queryKey: privateKey(name, book) });
  };
}
