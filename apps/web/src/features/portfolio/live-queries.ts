import type { ContractOrder, OptionsOrder, SpotOrder } from '@glasshouse/trade/orders';
import type { UseQueryResult } from '@tanstack/react-query';

type Query<Order> = Pick<UseQueryResult<readonly Order[]>, 'data' | 'error' | 'refetch'>;

/** The live orders of every product. */
export interface LiveQueries {
  readonly contracts: Query<ContractOrder>;
  readonly options: Query<OptionsOrder>;
  readonly spot: Query<SpotOrder>;
}

/** Identities that stay, where nothing has arrived. */
const NONE: readonly never[] = [];
export const orNone = <Order>({ data }: Query<Order>): readonly Order[] => data ?? NONE;
