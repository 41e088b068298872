import type { CoreBus } from '../kernel/bus.ts';

/**
 * The core is gone, or failed during the command: the outcome is unknown, and the caller retries
 * with the same key.
 */
export class CoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('the core did not answer', { cause });
    this.name = 'CoreUnavailable';
  }
}

/** The bus as handlers see it: a lost core has its own error, which is answered with 503. */
export function answeringBus(bus: CoreBus): CoreBus {
  return {
    submit: (input) =>
      bus.submit(input).catch((error: unknown) => {
        throw new CoreUnavailable(error);
      }),
    onUserEvents: (listener, wants) => bus.onUserEvents(listener, wants),
    onMarketFrame: (listener) => bus.onMarketFrame(listener),
  };
}
