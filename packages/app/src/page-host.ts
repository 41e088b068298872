import type { ConnectionHost } from '@glasshouse/client/live/connection';

/** A page of a browser: connections rest without a network and wake when the tab is shown again. */
export const PAGE_HOST: ConnectionHost = {
  isOnline: () => navigator.onLine !== false,
  isHidden: () => document.visibilityState === 'hidden',
  listen: ({ onWake, onOffline }) => {
    document.addEventListener('visibilitychange', onWake);
    window.addEventListener('online', onWake);
    window.addEventListener('offline', onOffline);
    return () => {
      document.removeEventListener('visibilitychange', onWake);
      window.removeEventListener('online', onWake);
      window.removeEventListener('offline', onOffline);
    };
  },
};

/** Where the sockets of this page's server are. */
export const socketOrigin = (): string => window.location.origin.replace(/^http/, 'ws');
