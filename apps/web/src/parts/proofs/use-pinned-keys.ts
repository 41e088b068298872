import { useEffect, useMemo } from 'react';
import { type Pinned, pinnedBy, rememberKeys } from './pinned-keys.ts';

/**
 * What this device makes of the published keys, which it remembers once the page has been drawn.
 * `accepted` changes whenever the person has accepted new ones.
 */
export function usePinnedKeys(published: readonly string[] | undefined, accepted = 0): Pinned | undefined {
  useEffect(() => {
    if (published !== undefined) rememberKeys(published);
  }, [published]);
  return useMemo(() => {
    void accepted;
    return published === undefined ? undefined : pinnedBy(published);
  }, [published, accepted]);
}
