import { useLiveContracts, useLiveOptions, useLiveSpotOrders } from '../../../../parts/orders/live-orders.ts';

export interface OrderCounts {
  readonly positions: number | undefined;
  readonly orders: number | undefined;
}

/** How much is open and how much waits, of all products; undefined until all of it is known. */
export function useOrderCounts(): OrderCounts {
  const options = useLiveOptions().data?.length;
  const contracts = useLiveContracts().data;
  const spot = useLiveSpotOrders().data?.length;
  const waiting = contracts?.filter(({ state }) => state === 'waiting').length;
  return {
    positions:
      options === undefined || contracts === undefined ? undefined : options + contracts.length - (waiting ?? 0),
    orders: spot === undefined || waiting === undefined ? undefined : spot + waiting,
  };
}

/** Undefined until both are known: a partial sum would be wrong. */
export const totalOf = ({ positions, orders }: OrderCounts): number | undefined =>
  positions === undefined || orders === undefined ? undefined : positions + orders;
