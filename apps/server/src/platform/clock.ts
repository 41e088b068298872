/** Epoch milliseconds. Injected wherever time matters, so that tests and simulations control it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export interface ManualClock extends Clock {
  set(at: number): void;
  advance(ms: number): void;
}

export function manualClock(startAt: number): ManualClock {
  let at = startAt;
  return {
    now: () => at,
    set: (next) => {
      at = next;
    },
    advance: (ms) => {
      at += ms;
    },
  };
}
