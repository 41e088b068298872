import type { Queue } from '@glasshouse/api/operator/queues';
import { useEffect, useState } from 'react';
import { call } from '../api/client.ts';
import { type Claim, useClaims } from '../live/counts.ts';
import { Claimer, type ClaimState } from './claimer.ts';

const calls = {
  claim: async (queue: Queue, item: number) => {
    const answer = await call('claimItem', { body: { queue, item } });
    if (answer.ok) return answer.result;
    return { code: answer.failure.kind === 'refused' ? answer.failure.code : undefined };
  },
  release: async (queue: Queue, item: number) => {
    await call('releaseItem', { body: { queue, item } });
  },
};

/** Claims the open item while it is open. `item` undefined: nothing is open, or only looking. */
export function useClaim(queue: Queue, item: number | undefined): ClaimState & { readonly by?: Claim | undefined } {
  const [state, setState] = useState<ClaimState>({ kind: 'none' });
  const claims = useClaims();
  useEffect(() => {
    if (item === undefined) return undefined;
    const claimer = new Claimer(calls, setState);
    void claimer.take(queue, item);
    return () => claimer.leave();
  }, [queue, item]);
  if (state.kind !== 'other') return state;
  return { ...state, by: claims.find((claim) => claim.queue === queue && claim.item === item) };
}
