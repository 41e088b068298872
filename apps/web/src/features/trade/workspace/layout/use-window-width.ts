import { useCallback, useSyncExternalStore } from 'react';

/** Whether the window is as a media query asks. */
export function useWindow(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Whether the window is at least so wide. */
export const useWindowWidth = (px: number): boolean => useWindow(`(min-width: ${px}px)`);
