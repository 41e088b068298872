import type { SharedMessage } from '../protocol/framing.ts';

export interface Delivery {
  readonly message: SharedMessage;
  /** The frame that a client has seen once it has this message. */
  readonly seq: number;
}

/** An opening younger than this is reused for new clients; changes since then follow at once. */
const OPENING_MS_MAX = 1_000;

/**
 * The large first message that new clients share. It is made (and compressed) at most once a
 * second, however many connect at once after a restart, and never while the loop waits.
 */
export class Opening {
  readonly #make: () => Promise<Delivery>;
  readonly #onReady: () => void;
  readonly #clock: () => number;
  #latest: { readonly delivery: Delivery; readonly atMs: number } | undefined;
  #isMaking = false;

  /** `onReady` is called when a requested message is ready. */
  constructor(make: () => Promise<Delivery>, onReady: () => void, clock: () => number) {
    this.#make = make;
    this.#onReady = onReady;
    this.#clock = clock;
  }

  /** The message, or undefined when it has to be made first. */
  take(): Delivery | undefined {
    if (this.#latest !== undefined && this.#clock() <= this.#latest.atMs + OPENING_MS_MAX) return this.#latest.delivery;
    if (!this.#isMaking) void this.#refresh();
    return undefined;
  }

  async #refresh(): Promise<void> {
    this.#isMaking = true;
    const delivery = await this.#make();
    await delivery.message.prepare();
    this.#latest = { delivery, atMs: this.#clock() };
    this.#isMaking = false;
    this.#onReady();
  }
}
