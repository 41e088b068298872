import type { ResultOf } from '@glasshouse/api';
import { useBook } from '@glasshouse/app/session/session';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';

type Conversion = ResultOf<'convert'>;

/** Events bring the news; this is for when they do not. */
const ASK_AGAIN_MS = 2_000;

/** What became of a conversion that waits for the next price; itself until that is known. */
export function useOutcome(made: Conversion | undefined): Conversion | undefined {
  const book = useBook();
  const id = made?.state === 'waiting' ? made.id : undefined;
  const { data } = useQuery({
    queryKey: privateKey('conversions', book, 'newest'),
    queryFn: ({ signal }) => fetchResult('listConversions', { query: { limit: 20 }, signal }),
    enabled: id !== undefined,
    refetchInterval: ASK_AGAIN_MS,
  });
  return id === undefined ? made : (data?.items.find((conversion) => conversion.id === id) ?? made);
}
