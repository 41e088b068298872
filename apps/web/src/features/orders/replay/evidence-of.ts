import { useMemo } from 'react';
import type { Proven } from '../../../parts/proofs/verify-ticks.ts';
import type { ReplayEvidence, TickRun } from './replay.ts';

/** The proof that an order carries: single ticks and whole minutes. */
export interface CarriedProof {
  readonly ticks: readonly Proven[];
  readonly runs: readonly TickRun[];
}

const NONE: readonly TickRun[] = [];

/** What a receipt brings along; the same object as long as the receipt is. */
export function useReplayEvidence(ticks: readonly Proven[], proof: CarriedProof | null): ReplayEvidence {
  return useMemo(() => ({ ticks: [...ticks, ...(proof?.ticks ?? [])], runs: proof?.runs ?? NONE }), [ticks, proof]);
}
