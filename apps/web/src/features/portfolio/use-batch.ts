import { randomKey } from '@glasshouse/api/random-key';
import { isUncertain } from '@glasshouse/client/failure';
import { untilKnown } from '@glasshouse/client/repeat';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { type BatchOrder, inTurns, type Outcome, type Outcomes, outcomeOf } from '@glasshouse/trade/portfolio/batch';
import { useEffect, useRef, useState } from 'react';
import { type Answer, call } from '../../api/client.ts';
import { onUserEvent } from '../../live/user.ts';
import { useRefresh } from '../../parts/calls/use-refresh.ts';

/** Commands under way at once: below what the server takes of one person without a pause. */
const AT_ONCE = 4;
const WAITS_MAX = 20;
/** When the events of an accepted close are overdue, its order is asked for. */
const OVERDUE_MS = 4_000;

export type BatchKind = 'close' | 'cancel';

/**
 * Closes or cancels orders, each by a logged command with a key of its own: what happened to one
 * says nothing about another, and none happens twice, however often it is sent.
 */
export function useBatch(kind: BatchKind) {
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const keys = useRef(new Map<number, string>());
  const refresh = useRefresh('contractOrders', 'contractOrder', 'spotOrders', 'spotOrder', 'balances', 'statement');
  const put = (id: number, outcome: Outcome) => setOutcomes((known) => new Map(known).set(id, outcome));
  useClosings(outcomes, put);

  const send = async ({ product, order }: BatchOrder): Promise<void> => {
    const { id } = order;
    const key = keys.current.get(id) ?? randomKey();
    keys.current.set(id, key);
    put(id, { state: 'sending' });
    const input = { body: { id }, idempotencyKey: key };
    const answer = await withinLimits(() =>
      untilKnown(() => (kind === 'close' ? call('closePosition', input) : call('cancelOrder', input))),
    );
    if (answer.ok || !isUncertain(answer.failure)) keys.current.delete(id);
    if (!answer.ok) return put(id, { state: 'refused', failure: answer.failure });
    if (kind === 'cancel' || product === 'spot') return put(id, { state: 'cancelled' });
    put(id, outcomeOf(answer.result as ContractOrder) ?? { state: 'closing' });
  };

  const run = async (orders: readonly BatchOrder[]): Promise<void> => {
    for (const { order } of orders) put(order.id, { state: 'sending' });
    await inTurns(orders, AT_ONCE, send);
    const first = orders[0];
    if (first !== undefined) refresh(first.order);
  };
  return { outcomes, run };
}

/** Waits where the server takes no more of one person for now: nothing was decided then. */
async function withinLimits<Result>(send: () => Promise<Answer<Result>>): Promise<Answer<Result>> {
  let answer = await send();
  for (let time = 0; time < WAITS_MAX; time += 1) {
    if (answer.ok || answer.failure.kind !== 'limited') break;
    const { retryAfterSeconds } = answer.failure;
    await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1_000));
    answer = await send();
  }
  return answer;
}

/** Follows accepted closes to the tick that carries them out. */
function useClosings(outcomes: Outcomes, put: (id: number, outcome: Outcome) => void): void {
  const latest = useRef({ outcomes, put });
  latest.current = { outcomes, put };
  const isWaiting = [...outcomes.values()].some(({ state }) => state === 'closing' || state === 'sending');
  useEffect(() => {
    if (!isWaiting) return;
    const ended = (order: ContractOrder): void => {
      const outcome = latest.current.outcomes.has(order.id) ? outcomeOf(order) : undefined;
      if (outcome !== undefined) latest.current.put(order.id, outcome);
    };
    const ask = async (): Promise<void> => {
      for (const [id, { state }] of latest.current.outcomes) {
        if (state !== 'closing') continue;
        const answer = await call('getPosition', { params: { id } });
        if (answer.ok) ended(answer.result.order);
      }
    };
    const timer = setInterval(() => void ask(), OVERDUE_MS);
    const stop = onUserEvent({
      event: (kind, _book, data) => {
        if (kind === 'contracts.order') ended(data as ContractOrder);
      },
      resync: () => void ask(),
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [isWaiting]);
}
