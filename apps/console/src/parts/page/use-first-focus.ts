import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses a field once it is there. A dialog focuses its first button when it opens, so the field
 * must ask after it.
 */
export function useFirstFocus<Field extends HTMLElement>(): RefObject<Field | null> {
  const field = useRef<Field>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
