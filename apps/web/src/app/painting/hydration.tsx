import { HydrationContext } from '@glasshouse/ui';
import { createContext, type ReactNode, startTransition, useCallback, useEffect, useState } from 'react';

const endPainting = (): void => {
  delete document.documentElement.dataset.painted;
};

/** Called once the page has taken its markup over. */
export const HydrationEnd = createContext(endPainting);

/**
 * A page over the markup of the server. What only this browser knows is rendered in a transition,
 * in slices: in one task it would hold up the reader for a third of a second on a phone.
 */
export function Hydration({ children }: { children: ReactNode }) {
  const [isHydrating, setHydrating] = useState(true);
  const end = useCallback(() => startTransition(() => setHydrating(false)), []);
  useEffect(() => {
    if (!isHydrating) endPainting();
  }, [isHydrating]);
  return (
    <HydrationEnd value={end}>
      <HydrationContext value={isHydrating}>{children}</HydrationContext>
    </HydrationEnd>
  );
}
