import { useLiveContracts, useLiveOptions, useLiveSpotOrders } from '../../../parts/orders/live-orders.ts';
import type { Product } from './products.ts';

/** How many live orders each product has in the current book; undefined while they are fetched. */
export function useOrderCounts(): Readonly<Record<Product, number | undefined>> {
  const options = useLiveOptions();
  const contracts = useLiveContracts();
  const spot = useLiveSpotOrders();
  return { options: options.data?.length, contracts: contracts.data?.length, spot: spot.data?.length };
}

/** Undefined until every product is known: a partial sum would be wrong. */
export const totalOf = (counts: Readonly<Record<Product, number | undefined>>): number | undefined =>
  Object.values(counts).reduce<number | undefined>(
    (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  );
