/**
 * The server's clock as this page knows it. Each frame of the market socket says when it was made;
 * the smallest difference seen is the one with the least delay in it. Countdowns run on this clock,
 * so a wrong clock of the machine does not make an option end early on screen.
 */
let offsetMs: number | undefined;

export function recordServerTime(at: number, receivedAt: number): void {
  const difference = receivedAt - at;
  if (offsetMs === undefined || difference < offsetMs) offsetMs = difference;
}

/** A jump of the machine's clock (sleep, correction) makes what was learned useless. */
export function forgetServerTime(): void {
  offsetMs = undefined;
}

export const serverNow = (): number => Date.now() - (offsetMs ?? 0);
