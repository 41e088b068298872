import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';

/** It cannot change while the server runs, so it is fetched once. */
function useProfile(): string | undefined {
  const { data } = useQuery({
    queryKey: ['parameter', 'profile'],
    queryFn: ({ signal }) => fetchResult('getParameter', { params: { key: 'profile' }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data?.paramValue;
}

/** Whether this installation is a sandbox. */
export const useSandbox = (): boolean => useProfile() === 'sandbox';

/**
 * Whether this installation has real accounts, though a guest has none; undefined until it is
 * known.
 */
export function useHasRealAccounts(): boolean | undefined {
  const profile = useProfile();
  return profile === undefined ? undefined : profile !== 'demo-only';
}
