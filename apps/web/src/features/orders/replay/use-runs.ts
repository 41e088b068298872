import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fetchResult } from '../../../api/client.ts';
import { type Replay, type ReplayEvidence, type TickRun, WINDOW_MS_MAX } from './replay.ts';

const NO_RUNS: readonly TickRun[] = [];

/**
 * The evidence of an order, and every tick of its window besides: from its receipt, where that has
 * them, else from the signed tape, which is anybody's. Undefined while it is being fetched.
 */
export function useEvidence(replay: Replay | undefined, own: ReplayEvidence): ReplayEvidence | undefined {
  const isShort = replay !== undefined && replay.to - replay.from <= WINDOW_MS_MAX;
  const needsRuns = isShort && own.runs.length === 0 && replay.code !== '';
  // A minute that is signed later completes the picture.
  const pending = own.ticks.filter(({ receipt }) => receipt === null).length;
  const { code = '', from = 0, to = 0 } = replay ?? {};
  const query = useQuery({
    queryKey: ['tickRuns', code, from, to, pending],
    queryFn: ({ signal }) => fetchResult('listTickRuns', { query: { code, from, to }, signal }),
    enabled: needsRuns,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const runs = own.runs.length === 0 ? (query.data ?? NO_RUNS) : own.runs;
  const isSettled = !needsRuns || query.isSuccess || query.isError;
  const { ticks } = own;
  return useMemo(() => (isSettled ? { ticks, runs } : undefined), [isSettled, ticks, runs]);
}
