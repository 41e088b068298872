import { useBook, useSession } from '@glasshouse/app/session/session';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { serverNow } from '../../live/clock.ts';
import { privateKey } from '../calls/query-keys.ts';
import { dayOf } from '../orders/use-today.ts';
import { type CurveRange, curveFrom } from './shell/curve.ts';

/** The value of the current book over a range that ends now. */
export function useEquityCurve(range: CurveRange) {
  const session = useSession();
  const book = useBook();
  return useQuery({
    queryKey: privateKey('equity', book, range, dayOf(serverNow())),
    queryFn: ({ signal }) => fetchResult('getEquityCurve', { query: { from: curveFrom(range, serverNow()) }, signal }),
    enabled: session !== undefined,
    placeholderData: keepPreviousData,
  });
}
