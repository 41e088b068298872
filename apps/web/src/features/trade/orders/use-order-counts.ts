import { useContractCount } from '../contracts/index.ts';
import type { Product } from '../desk/products.ts';
import { useOpenSpotOrders } from '../spot/use-spot-orders.ts';
import { useLiveOrders } from './use-orders.ts';

/** How many orders of each product are open on the book in use; undefined while they are fetched. */
export function useOrderCounts(): Readonly<Record<Product, number | undefined>> {
  const options = useLiveOrders();
  const contracts = useContractCount();
  const spot = useOpenSpotOrders();
  return { options: options.data?.length, contracts, spot: spot.data?.length };
}

export const totalOf = (counts: Readonly<Record<Product, number | undefined>>): number =>
  Object.values(counts).reduce((sum: number, count) => sum + (count ?? 0), 0);
