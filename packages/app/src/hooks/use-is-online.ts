import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

const is = (): boolean => true;

/** False while the machine has no network at all. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine !== false, is);
