import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { fetchResult } from '../../api/client.ts';
import { serverNow } from '../../live/clock.ts';
import { checkMinute, lastMinutes, type MinuteVerdict, newerAfterMs, type SignedMinute } from './minute-check.ts';
import { pinKeys } from './pinned-keys.ts';
import { usePublishedKeys } from './published-keys.ts';

/** The newest signed minute, read again when the next one is due; null before the first. */
export function useSignedMinute(code: string | undefined) {
  return useQuery({
    queryKey: ['signedMinute', code],
    queryFn: async ({ signal }) => {
      const runs = await fetchResult('listTickRuns', {
        query: { code: code ?? '', ...lastMinutes(serverNow()) },
        signal,
      });
      return runs.at(-1) ?? null;
    },
    enabled: code !== undefined,
    refetchInterval: ({ state }) => newerAfterMs(state.data, serverNow()),
  });
}

/** Verified after the page has been drawn; undefined until then. */
export function useMinuteVerdict(minute: SignedMinute | undefined): MinuteVerdict | undefined {
  const signers = useMemo(() => (minute === undefined ? [] : [minute.publicKey]), [minute]);
  const keys = usePublishedKeys(signers).data?.keys;
  const [checked, setChecked] = useState<{ readonly minute: SignedMinute; readonly verdict: MinuteVerdict }>();
  useEffect(() => {
    const trusted = keys && pinKeys(keys).trusted;
    if (minute === undefined || trusted === undefined) return;
    const timer = setTimeout(() => setChecked({ minute, verdict: checkMinute(minute, trusted) }));
    return () => clearTimeout(timer);
  }, [minute, keys]);
  return checked?.minute === minute ? checked?.verdict : undefined;
}
