import { marketSocket } from '../../live/market-socket.ts';

let end: (() => void) | undefined;

/**
 * Asks for the prices of painted cells until the components of the page do: a page that asks for
 * none is sent none.
 */
export function beginEarlyScope(codes: readonly string[]): void {
  end = marketSocket.subscriptions.want(codes, 'quote');
}

/** The components have asked for what they show. */
export function endEarlyScope(): void {
  end?.();
  end = undefined;
}
