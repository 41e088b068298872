import { queryOptions, useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import type { Proven } from './verify-ticks.ts';

/**
 * Refetched for each signer: a key is published with the first minute that it signs, and a stale
 * list would make that minute's proofs look forged.
 */
export const publishedKeysQuery = (signers: readonly string[]) =>
  queryOptions({
    queryKey: ['publicKeys', ...[...new Set(signers)].sort()],
    queryFn: async ({ signal }) => {
      const [keys, head] = await Promise.all([
        fetchResult('listPublicKeys', { signal }),
        fetchResult('getAnchor', { signal }).catch(() => undefined),
      ]);
      return { keys: keys.map(({ publicKey }) => publicKey), head };
    },
  });

export const usePublishedKeys = (signers: readonly string[]) => useQuery(publishedKeysQuery(signers));

/** Whose signatures the proofs of these ticks have. */
export const signersOf = (ticks: readonly Proven[]): string[] =>
  ticks.flatMap(({ receipt }) => (receipt === null ? [] : [receipt.publicKey]));
