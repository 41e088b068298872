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

/** What is needed of the address, also where there is no window: on a server that paints it. */
export interface PageAddress {
  readonly href: string;
  readonly origin: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly search: string;
  readonly protocol: string;
}
let painted: PageAddress | undefined;

export const setPaintedAddress = (address: PageAddress): void => {
  painted = address;
};
export const pageAddress = (): PageAddress => painted ?? window.location;

/** Where the sockets of this page's server are. */
export const socketOrigin = (): string => window.location.origin.replace(/^http/, 'ws');
