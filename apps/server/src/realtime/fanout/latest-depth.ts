import { RECENT_TRADES_MAX } from '@glasshouse/api/sockets';
import type { DepthMarket, DepthUpdate } from '../../kernel/core/bus.ts';

export const depthKey = ({ book, code }: DepthMarket): string => `${book}/${code}`;

/**
 * The newest update of each market; ones that take each other's place keep the trades of both, as
 * far as any are ever shown.
 */
export class LatestDepth {
  readonly #updates = new Map<string, DepthUpdate>();

  get size(): number {
    return this.#updates.size;
  }

  merge(update: DepthUpdate): void {
    const key = depthKey(update);
    const before = this.#updates.get(key);
    if (before === undefined || update.isFirst) {
      this.#updates.set(key, update);
      return;
    }
    const depth = update.depth ?? before.depth;
    const trades = [...before.trades, ...update.trades].slice(-RECENT_TRADES_MAX);
    this.#updates.set(key, { ...update, depth, trades, isFirst: before.isFirst });
  }

  take(): DepthUpdate[] {
    const updates = [...this.#updates.values()];
    this.#updates.clear();
    return updates;
  }

  clear(): void {
    this.#updates.clear();
  }
}
