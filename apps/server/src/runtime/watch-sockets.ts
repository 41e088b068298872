import type { Sockets } from '../realtime/fanout/supervisor.ts';
import type { Attention } from './attention.ts';

/** Several times within the minute for which one look counts. */
const EVERY_MS = 15_000;

/**
 * As long as anybody is connected to prices they are looked at. While prices sleep nobody is: a
 * connection wakes them. Returns a function that stops it.
 */
export function watchSockets(
  sockets: Pick<Sockets, 'stats'>,
  attention: Pick<Attention, 'isAsleep' | 'look'>,
): () => void {
  const check = async (): Promise<void> => {
    if (attention.isAsleep) return;
    const { marketSockets } = await sockets.stats();
    if (0 < marketSockets) await attention.look();
  };
  // While the process of the sockets starts again there is nobody to count.
  const timer = setInterval(() => void check().catch(() => undefined), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
