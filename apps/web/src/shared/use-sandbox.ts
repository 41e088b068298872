import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../api/queries.ts';

/**
 * Whether this installation is a sandbox. It cannot change while the server runs, so it is fetched
 * once.
 */
export function useSandbox(): boolean {
  const { data } = useQuery({
    queryKey: ['parameter', 'profile'],
    queryFn: ({ signal }) => fetchResult('getParameter', { params: { key: 'profile' }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data?.paramValue === 'sandbox';
}
