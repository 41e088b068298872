import type { Queue } from '@glasshouse/api/operator/queues';
import { createContext, useContext } from 'react';

/** What the open item needs of its queue. */
export interface OpenItem {
  readonly queue: Queue;
  readonly id: number;
  /** May decide: otherwise the item is only looked at, and not claimed. */
  readonly mayWork: boolean;
  /** No longer waits, as far as the list knows. */
  readonly isGone: boolean;
  /**
   * It is open because it is the first, and not claimed: an idle page must not hold it. Chooses it,
   * as a press of its row does. Undefined once it was chosen.
   */
  readonly choose: (() => void) | undefined;
  /** Back to the list; undefined where the list stays beside an item that is always open. */
  readonly close: (() => void) | undefined;
  /** The next one that waits; undefined when there is none. */
  readonly next: (() => void) | undefined;
  /** On to the next one, and the list is read again. */
  readonly onDecided: () => void;
  /** A decision taken back or refused: the item is open again. */
  readonly reopen: () => void;
}

export const OpenItemContext = createContext<OpenItem | undefined>(undefined);

export function useOpenItem(): OpenItem {
  const item = useContext(OpenItemContext);
  if (item === undefined) throw new Error('only inside a queue');
  return item;
}
