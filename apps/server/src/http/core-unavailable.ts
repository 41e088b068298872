import type { CoreBus } from '../kernel/bus.ts';

/** The core is gone, or went while the command was under way: the caller does not know, and asks again with the same key. */
export class CoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('the core did not answer', { cause });
    this.name = 'CoreUnavailable';
  }
}

/** The bus as handlers see it: a core that is gone has an error of its own, which is answered with 503. */
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
