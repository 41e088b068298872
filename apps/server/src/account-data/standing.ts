import type { Standing } from '../authority/rows.ts';

/** Reasons in the row of a closed account. Stored: they stay as they are. */
export const CLOSED = 'closed by its owner';
export const ERASED = 'closed by its owner; personal data deleted';

/** No operator did it, and what is personal is still there. */
export const isClosedByOwner = ({ status, reason, changed_by }: Standing): boolean =>
  status === 'disabled' && reason === CLOSED && changed_by === null;
