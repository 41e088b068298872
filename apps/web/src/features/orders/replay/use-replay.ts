import { useMemo } from 'react';
import type { Sealing } from './prover.ts';
import { type Replay, type ReplayEvidence, type ReplayTick, ticksIn } from './replay.ts';
import { type Playback, usePlayback } from './use-playback.ts';
import { useEvidence } from './use-runs.ts';
import { useSealing } from './use-sealing.ts';

export interface OrderReplay {
  readonly replay: Replay;
  readonly ticks: readonly ReplayTick[];
  readonly sealed: ReadonlyMap<string, Sealing>;
  /** As far as the picture has come, epoch ms. */
  readonly now: number;
  /** How many of the prices this browser has traced to a signed minute. */
  readonly done: number;
  readonly isWrong: boolean;
  /** Some prices are in a minute that is not signed yet. */
  readonly isPending: boolean;
  readonly playback: Playback;
}

/** The picture of an order and how far it is proved; undefined where there is nothing to draw. */
export function useReplay(
  replay: Replay | undefined,
  { evidence: own, trusted }: { readonly evidence: ReplayEvidence; readonly trusted: readonly string[] | undefined },
): OrderReplay | undefined {
  const evidence = useEvidence(replay, own);
  const playback = usePlayback(evidence !== undefined && trusted !== undefined);
  const ticks = useMemo(() => (replay === undefined ? [] : ticksIn(replay, evidence ?? own)), [replay, evidence, own]);
  const now = replay === undefined ? 0 : replay.from + (replay.to - replay.from) * playback.position;
  // The last seals need not wait for the air after the last tick.
  const sealed = useSealing(evidence ?? own, { trusted, at: playback.position === 1 ? Number.POSITIVE_INFINITY : now });
  if (replay === undefined) return undefined;
  return {
    replay,
    ticks,
    sealed,
    now,
    done: ticks.filter(({ key }) => sealed.get(key) === 'proved').length,
    isWrong: [...sealed.values()].includes('wrong'),
    isPending: own.ticks.some(({ receipt }) => receipt === null),
    playback,
  };
}
