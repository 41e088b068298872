import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';

/** The ways to sign in that this installation has; undefined while it is not known. */
export const useSignInMethods = () =>
  useQuery({
    queryKey: ['signInWays'],
    queryFn: ({ signal }) => fetchResult('listSignInWays', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
