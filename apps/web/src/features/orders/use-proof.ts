import { useEffect, useEffectEvent, useState } from 'react';
import { serverNow } from '../../live/clock.ts';
import { contradicts, type Pinned, trustKeys } from '../../parts/proofs/pinned-keys.ts';
import { proofWaitMs } from '../../parts/proofs/proof-poll.ts';
import { signersOf, usePublishedKeys } from '../../parts/proofs/published-keys.ts';
import { usePinnedKeys } from '../../parts/proofs/use-pinned-keys.ts';
import type { OrderVerdict, Proven } from '../../parts/proofs/verify-ticks.ts';
import { tellTour } from '../../parts/tour/tour.ts';
import { verifyReceipt } from './verify-order.ts';

/** The whole receipt takes a moment to verify; the page is drawn, and moves, before. */
const VERIFY_AFTER_MS = 300;

export interface Checked {
  readonly pinned: Pinned;
  readonly verdict: OrderVerdict;
  readonly isOtherHistory: boolean;
}

/** Verifies a receipt as soon as it shows, and again as later proofs arrive. */
export function useProof<Evidence>(request: {
  readonly id: number;
  readonly evidence: Evidence;
  readonly ticks: readonly Proven[];
  readonly refresh: () => void;
  /** Of something open there is nothing to verify yet. */
  readonly isProvable: boolean;
}) {
  const { id, evidence, ticks, isProvable } = request;
  const published = usePublishedKeys(signersOf(ticks));
  const [accepted, setAccepted] = useState(0);
  const pinned = usePinnedKeys(published.data?.keys, accepted);
  const [checked, setChecked] = useState<Checked>();
  const head = published.data?.head;
  useEffect(() => {
    if (pinned === undefined || !isProvable) return;
    const timer = setTimeout(() => {
      const verdict = verifyReceipt(evidence, ticks, pinned.trusted);
      setChecked({ pinned, verdict, isOtherHistory: contradicts([evidence, head], head?.seq) });
    }, VERIFY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [evidence, ticks, pinned, head, isProvable]);
  const isProved = checked?.verdict.whole.answer === 'holds';
  useEffect(() => {
    if (isProved) tellTour({ kind: 'verified', order: id });
  }, [isProved, id]);
  usePoll(ticks, request.refresh);
  return {
    checked,
    /** Keys that this device trusts; undefined until they came, or before any was published. */
    trusted: pinned?.trusted,
    isBusy: published.isFetching,
    error: published.error,
    again: () => void published.refetch(),
    accept: (keys: readonly string[]) => {
      trustKeys(keys);
      setAccepted(accepted + 1);
    },
  };
}

/** Polls until every proof has arrived, or none is to come. */
function usePoll(ticks: readonly Proven[], refresh: () => void): void {
  const [polls, setPolls] = useState(0);
  const poll = useEffectEvent(refresh);
  const waitOf = useEffectEvent(() => proofWaitMs(ticks, { polls, now: serverNow() }));
  const pending = ticks.filter(({ receipt }) => receipt === null).length;
  useEffect(() => {
    void pending;
    void polls;
    const waitMs = waitOf();
    if (waitMs === undefined) return;
    const timer = setTimeout(() => {
      poll();
      setPolls(polls + 1);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [pending, polls]);
}
