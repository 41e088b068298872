import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fetchResult } from '../../api/queries.ts';
import { marketStore } from '../../live/market.ts';

/** Terms, hours and figures of one instrument. Its row goes into the store, so that a page opened by a link has prices at once. */
export function useMarketInfo(code: string | undefined) {
  return useQuery({
    queryKey: ['marketInfo', code],
    queryFn: async ({ signal }) => {
      const info = await fetchResult('getMarketInfo', { params: { id: code ?? '' }, signal });
      marketStore.applyList([info]);
      return info;
    },
    enabled: code !== undefined,
  });
}

/** A scope of one code that keeps its identity. */
export const useOneCode = (code: string | undefined): readonly string[] =>
  useMemo(() => (code === undefined ? [] : [code]), [code]);
