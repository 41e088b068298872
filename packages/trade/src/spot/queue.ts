import type { SpotOrder } from '../orders.ts';

/** Whether an order waits for the price at which it meets the house's quotes. */
export const isQueued = ({ queuedAt, enteredAt, doneAt }: Pick<SpotOrder, 'queuedAt' | 'enteredAt' | 'doneAt'>) =>
  queuedAt !== undefined && enteredAt == null && doneAt === null;
