import type { ResultOf } from '@glasshouse/api';
import { useBook, useSession } from '@glasshouse/app/session/session';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { serverNow } from '../../live/clock.ts';
import { privateKey } from '../calls/query-keys.ts';

/** While the server processes a long history, each request continues it. */
const AGAIN_MS = 1_000;

export type ProfitDay = ResultOf<'listProfitDays'>['items'][number];
const NOTHING_YET: ProfitDay = { day: '', net: '0', products: [] };

/** The zone whose days the reader lives by. */
export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `2026-11-24`, by the reader's clock. */
export function dayOf(now: number): string {
  const date = new Date(now);
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

interface Today {
  /** What was realised today, after all fees; undefined until it is known. */
  readonly day: ProfitDay | undefined;
  readonly isFetching: boolean;
}

export function useToday(): Today {
  const session = useSession();
  const book = useBook();
  const { data, isFetching } = useQuery({
    queryKey: privateKey('profit', book, 'today'),
    queryFn: ({ signal }) => fetchResult('listProfitDays', { query: { zone: readersZone(), limit: 1 }, signal }),
    enabled: session !== undefined,
    refetchInterval: ({ state }) => (state.data?.items[0]?.net === null ? AGAIN_MS : false),
  });
  return { day: data && newestOf(data.items), isFetching };
}

function newestOf([newest]: readonly ProfitDay[]): ProfitDay | undefined {
  if (newest === undefined || newest.day !== dayOf(serverNow())) return NOTHING_YET;
  return newest.net === null ? undefined : newest;
}
