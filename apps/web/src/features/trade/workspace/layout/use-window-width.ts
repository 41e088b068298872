import { useCallback, useSyncExternalStore } from 'react';

/** Whether the window is as a media query asks; `painted` is what a server takes it for. */
export function useWindow(query: string, painted = false): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => painted,
  );
}

/** Whether the window is at least so wide. */
export const useWindowWidth = (px: number, painted = false): boolean => useWindow(`(min-width: ${px}px)`, painted);
