import { useEffect } from 'react';
import { totalOf, useOrderCounts } from './use-order-counts.ts';

/** Hands up how many orders of the user are open, for the tab that they are behind. */
export function OwnCount({ onCount }: { onCount: (count: number | undefined) => void }) {
  const count = totalOf(useOrderCounts());
  useEffect(() => onCount(count), [count, onCount]);
  return null;
}
