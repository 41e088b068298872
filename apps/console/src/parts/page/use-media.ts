import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches, followed as the window changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Room for the rail, and for a list beside its item. */
export const useIsWide = (): boolean => useMedia('(min-width: 1024px)');
