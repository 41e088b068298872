import { queryOptions } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';

/** The server computes them once a minute. */
const FRESH_MS = 60_000;

/** The figures of this installation, on every page that shows one of them. */
export const siteFiguresQuery = queryOptions({
  queryKey: ['siteFigures'],
  queryFn: ({ signal }) => fetchResult('getSiteFigures', { signal }),
  staleTime: FRESH_MS,
});
