import { ServerClock } from '@glasshouse/client/live/server-clock';

/** Set by the market socket. */
export const serverClock = new ServerClock(Date.now);

export const serverNow = (): number => serverClock.now();
