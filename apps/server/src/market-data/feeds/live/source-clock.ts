/** A source's clock may be behind ours by this much; anything older is stale. */
export const SKEW_MAX_MS = 30_000;
/** The offset of the clocks is estimated anew this often: clocks drift. */
const WINDOW_MS = 5 * 60_000;

/**
 * Converts a source's times to our clock. The quickest message of the last minutes shows how far
 * apart the clocks are, and a message that took longer is late by the difference. So a wrong clock
 * at the source does no harm, and late prices are dated back and go stale.
 */
export class SourceClock {
  #windowFrom = Number.NEGATIVE_INFINITY;
  #quickest = Number.POSITIVE_INFINITY;
  #quickestBefore = Number.POSITIVE_INFINITY;

  /** The source's `sourceAt` on our clock; `receivedAt` when it gives no time. */
  at(sourceAt: number | undefined, receivedAt: number): number {
    if (sourceAt === undefined || !Number.isFinite(sourceAt)) return receivedAt;
    if (this.#windowFrom + WINDOW_MS < receivedAt) {
      this.#windowFrom = receivedAt;
      this.#quickestBefore = this.#quickest;
      this.#quickest = Number.POSITIVE_INFINITY;
    }
    const took = receivedAt - sourceAt;
    if (took <= SKEW_MAX_MS) this.#quickest = Math.min(this.#quickest, took);
    const apart = Math.min(this.#quickest, this.#quickestBefore);
    const delay = took - (apart === Number.POSITIVE_INFINITY ? 0 : apart);
    return receivedAt - Math.max(0, Math.round(delay));
  }
}
