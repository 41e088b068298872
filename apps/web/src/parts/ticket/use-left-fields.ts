import type { TicketField, TicketState } from '@glasshouse/trade/ticket/ticket';
import { useState } from 'react';

type LeftFields = Pick<TicketState<unknown, unknown, string, unknown>, 'fields' | 'hasLeft' | 'leave'>;

/** Which fields of a form were left at least once, so that their errors may show. */
export function useLeftFields(fields: readonly TicketField[]): LeftFields & {
  /** Treats fields as untouched again. Without arguments, every field. */
  readonly forget: (...fields: readonly TicketField[]) => void;
} {
  const [left, setLeft] = useState<ReadonlySet<TicketField>>(new Set());
  return {
    fields,
    hasLeft: (field) => left.has(field),
    leave: (...some) => setLeft((known) => new Set([...known, ...(some.length === 0 ? fields : some)])),
    forget: (...some) =>
      setLeft((known) => new Set(some.length === 0 ? [] : [...known].filter((field) => !some.includes(field)))),
  };
}
