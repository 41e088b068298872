import { useContractCount } from '../contracts/index.ts';
import { useLiveOrders } from '../options/use-orders.ts';
import { useOpenSpotOrders } from '../spot/use-spot-orders.ts';
import type { Product } from './products.ts';

/** How many orders of each product are open on the book in use; undefined while they are fetched. */
export function useOrderCounts(): Readonly<Record<Product, number | undefined>> {
  const options = useLiveOrders();
  const contracts = useContractCount();
  const spot = useOpenSpotOrders();
  return { options: options.data?.length, contracts, spot: spot.data?.length };
}

/** Undefined until each is known: a part of them would be a number that is nobody's. */
export const totalOf = (counts: Readonly<Record<Product, number | undefined>>): number | undefined =>
  Object.values(counts).reduce<number | undefined>(
    (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  );
