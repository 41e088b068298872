import { useBook } from '@glasshouse/app/session/session';
import type { ContractOrder, OptionsOrder, SpotOrder } from '@glasshouse/trade/orders';
import { useEffect, useMemo, useState } from 'react';
import { isOptionsEvent, onUserEvent } from '../../live/user.ts';
import { withEnded } from './ended.ts';

/** How long a row stays after its order ended. */
const STAYS_MS = 60_000;

/** Live options with those that ended within the last minute, in place. */
export const useOptionsInPlace = (live: readonly OptionsOrder[] | undefined) => useInPlace(live, endedOption);
/** The same of positions. */
export const usePositionsInPlace = (live: readonly ContractOrder[] | undefined) => useInPlace(live, endedPosition);
/** The same of spot orders, of those that their triggers ended: filled ones are among the coins. */
export const useSpotOrdersInPlace = (live: readonly SpotOrder[] | undefined) => useInPlace(live, refusedSpotOrder);

const endedOption = (kind: string, data: unknown): OptionsOrder | undefined => {
  const order = data as OptionsOrder;
  return isOptionsEvent(kind) && order.settledAt !== null ? order : undefined;
};

const endedPosition = (kind: string, data: unknown): ContractOrder | undefined => {
  const order = data as ContractOrder;
  const isOver = order.state === 'closed' || order.state === 'liquidated';
  return kind === 'contracts.order' && isOver ? order : undefined;
};

const refusedSpotOrder = (kind: string, data: unknown): SpotOrder | undefined => {
  const order = data as SpotOrder;
  return kind === 'spot.order' && order.refused !== undefined ? order : undefined;
};

function useInPlace<Order extends { readonly id: number }>(
  live: readonly Order[] | undefined,
  endedBy: (kind: string, data: unknown) => Order | undefined,
): readonly Order[] | undefined {
  const book = useBook();
  const [ended, setEnded] = useState<readonly Order[]>([]);
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const stop = onUserEvent({
      event: (kind, eventBook, data) => {
        const order = eventBook === book ? endedBy(kind, data) : undefined;
        if (order === undefined) return;
        setEnded((known) => [...known.filter(({ id }) => id !== order.id), order]);
        const timer = setTimeout(() => {
          timers.delete(timer);
          setEnded((known) => known.filter(({ id }) => id !== order.id));
        }, STAYS_MS);
        timers.add(timer);
      },
      resync: () => {},
    });
    return () => {
      stop();
      for (const timer of timers) clearTimeout(timer);
      setEnded([]);
    };
  }, [book, endedBy]);
  return useMemo(() => withEnded(live, ended), [live, ended]);
}
