import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchResult } from '../../api/client.ts';
import { serverNow } from '../../live/clock.ts';
import { checkMinute, type SignedMinute } from '../../parts/proofs/minute-check.ts';
import { pinKeys } from '../../parts/proofs/pinned-keys.ts';
import { usePublishedKeys } from '../../parts/proofs/published-keys.ts';

export type HourState = 'checking' | 'sealed' | 'broken';

export interface CheckedHour {
  /** Of each signed minute, oldest first: whether this browser has checked it. */
  readonly marks: readonly boolean[];
  readonly state: HourState;
}

const MINUTE_MS = 60_000;
export const HOUR_MINUTES = 60;
/** The most that one request answers. */
const WINDOW_MINUTES = 5;
const NO_SIGNERS: readonly string[] = [];

/** The signed minutes of the last hour, oldest first: fewer where the market was closed. */
function useHour(code: string | undefined) {
  return useQuery({
    queryKey: ['signedHour', code],
    queryFn: async ({ signal }) => {
      const end = Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS;
      const minutes: SignedMinute[] = [];
      for (let back = HOUR_MINUTES; 0 < back; back -= WINDOW_MINUTES) {
        const from = end - back * MINUTE_MS;
        const query = { code: code ?? '', from, to: from + WINDOW_MINUTES * MINUTE_MS - 1 };
        minutes.push(...(await fetchResult('listTickRuns', { query, signal })));
      }
      return minutes;
    },
    enabled: code !== undefined,
    staleTime: MINUTE_MS,
  });
}

/**
 * Whether this browser has checked each signed minute of the last hour; one minute a task, so that
 * the page stays quick.
 */
export function useCheckedHour(code: string | undefined): CheckedHour {
  const minutes = useHour(code).data;
  const keys = usePublishedKeys(minutes?.map(({ publicKey }) => publicKey) ?? NO_SIGNERS).data?.keys;
  const [found, setFound] = useState<{ readonly of: readonly SignedMinute[]; readonly marks: readonly boolean[] }>();
  useEffect(() => {
    const trusted = keys && pinKeys(keys).trusted;
    if (minutes === undefined || trusted === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const marks: boolean[] = [];
    const checkNext = (): void => {
      const minute = minutes[marks.length];
      if (minute === undefined) return;
      marks.push(checkMinute(minute, trusted) === 'holds');
      setFound({ of: minutes, marks: [...marks] });
      timer = setTimeout(checkNext);
    };
    timer = setTimeout(checkNext);
    return () => clearTimeout(timer);
  }, [minutes, keys]);
  const marks = found?.of === minutes ? found?.marks : undefined;
  if (minutes === undefined) return { marks: [], state: 'checking' };
  const all = minutes.map((_, index) => marks?.[index] ?? false);
  if (marks?.includes(false)) return { marks: all, state: 'broken' };
  const isDone = 0 < minutes.length && marks?.length === minutes.length;
  return { marks: all, state: isDone ? 'sealed' : 'checking' };
}
