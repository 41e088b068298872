/** A source's clock may be behind ours by this much; what is older than that is old, whatever clock it came from. */
export const SKEW_MAX_MS = 30_000;
/** The difference of the clocks is learned anew every so often: clocks drift. */
const WINDOW_MS = 5 * 60_000;

/**
 * Brings a source's times to our clock. The quickest message of the last minutes shows how far the two clocks are apart; a
 * message that took longer than that one is late by the difference. So a wrong clock at the source does no harm, and prices
 * that reach us late are dated back and go stale.
 */
export class SourceClock {
  #windowFrom = Number.NEGATIVE_INFINITY;
  #quickest = Number.POSITIVE_INFINITY;
  #quickestBefore = Number.POSITIVE_INFINITY;

  /** When something that the source dates `sourceAt` was true, on our clock; `receivedAt` when it gives no time. */
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
    const late = took - (apart === Number.POSITIVE_INFINITY ? 0 : apart);
    return receivedAt - Math.max(0, Math.round(late));
  }
}
