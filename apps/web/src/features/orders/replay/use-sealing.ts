import { useEffect, useMemo, useState } from 'react';
import { Prover, type Sealing } from './prover.ts';
import type { ReplayEvidence } from './replay.ts';

/** Of one frame; the rest of it belongs to drawing. */
const BUDGET_MS = 6;

const NONE: ReadonlyMap<string, Sealing> = new Map();

/**
 * The seals as far as the picture has come, at `at`; none before the keys are known that a
 * signature has to be of.
 */
export function useSealing(
  evidence: ReplayEvidence,
  context: { readonly trusted: readonly string[] | undefined; readonly at: number },
): ReadonlyMap<string, Sealing> {
  const { trusted, at } = context;
  const names = trusted?.join();
  const prover = useMemo(
    () => (names === undefined ? undefined : new Prover(evidence, names.split(','))),
    [evidence, names],
  );
  const [sealed, setSealed] = useState(NONE);
  useEffect(() => {
    if (prover === undefined) return;
    let frame = 0;
    const work = (): void => {
      const until = performance.now() + BUDGET_MS;
      let isMore = prover.step(at);
      const hasNews = isMore;
      while (isMore && performance.now() < until) isMore = prover.step(at);
      if (hasNews) setSealed(prover.found());
      if (isMore) frame = requestAnimationFrame(work);
    };
    frame = requestAnimationFrame(work);
    return () => cancelAnimationFrame(frame);
  }, [prover, at]);
  return sealed;
}
