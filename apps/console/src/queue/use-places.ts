import { useState } from 'react';
import { type ItemKey, type Placed, settle } from './settle.ts';

interface Memory<Row> {
  readonly scope: string;
  readonly fresh: readonly Row[] | undefined;
  readonly places: readonly Placed<Row>[];
}

/**
 * The rows in their places. `scope` names the filters: another one starts afresh, and so does
 * `reread`.
 */
export function usePlaces<Row>(scope: string, fresh: readonly Row[] | undefined, idOf: (row: Row) => ItemKey) {
  const [memory, setMemory] = useState<Memory<Row>>({ scope, fresh: undefined, places: [] });
  let current = memory;
  if (memory.scope !== scope) current = { scope, fresh: undefined, places: [] };
  if (fresh !== undefined && current.fresh !== fresh) {
    current = { scope, fresh, places: settle(current.places, fresh, idOf) };
  }
  if (current !== memory) setMemory(current);
  return {
    places: current.places,
    /** Drops what is gone. */
    reread: () => setMemory({ scope, fresh, places: settle([], fresh ?? [], idOf) }),
  };
}
