import { useEffect } from 'react';
import { totalOf, useOrderCounts } from './order-tables/use-order-counts.ts';

interface ReportOrderCountProps {
  readonly onCount: (count: number | undefined) => void;
}

/**
 * Reports how many of the user's orders are open. A component, because a hook cannot be deferred.
 */
export function ReportOrderCount({ onCount }: ReportOrderCountProps) {
  const count = totalOf(useOrderCounts());
  useEffect(() => onCount(count), [count, onCount]);
  return null;
}
