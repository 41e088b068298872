import type { Queue } from '@glasshouse/api/operator/queues';

/** Well before the server frees the item after five minutes. */
export const RENEW_MS = 120_000;
const CLAIMED_BY_OTHER = 11159;

export type ClaimState =
  | { readonly kind: 'none' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'mine'; readonly until: string }
  /** Somebody else works on it: looking is allowed, deciding is not. */
  | { readonly kind: 'other' }
  | { readonly kind: 'failed' };

interface Calls {
  readonly claim: (
    queue: Queue,
    item: number,
  ) => Promise<{ readonly until: string } | { readonly code: number | undefined }>;
  readonly release: (queue: Queue, item: number) => Promise<void>;
}

/**
 * Holds the item that is open: claimed when it is opened, kept while it stays open, let go of when
 * it is left. Answers that come after it was left are undone, so that no item stays taken.
 */
export class Claimer {
  readonly #calls: Calls;
  readonly #onState: (state: ClaimState) => void;
  #held: { readonly queue: Queue; readonly item: number } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(calls: Calls, onState: (state: ClaimState) => void) {
    this.#calls = calls;
    this.#onState = onState;
  }

  async take(queue: Queue, item: number): Promise<void> {
    const mine = { queue, item };
    this.leave();
    this.#held = mine;
    this.#onState({ kind: 'asking' });
    await this.#ask(mine);
  }

  leave(): void {
    clearTimeout(this.#timer);
    const held = this.#held;
    this.#held = undefined;
    this.#onState({ kind: 'none' });
    if (held !== undefined) void this.#calls.release(held.queue, held.item);
  }

  async #ask(mine: { readonly queue: Queue; readonly item: number }): Promise<void> {
    const answer = await this.#calls.claim(mine.queue, mine.item);
    if (this.#held !== mine) {
      // Left meanwhile; the release may have overtaken the claim.
      if ('until' in answer) void this.#calls.release(mine.queue, mine.item);
      return;
    }
    if ('until' in answer) this.#onState({ kind: 'mine', until: answer.until });
    else this.#onState({ kind: answer.code === CLAIMED_BY_OTHER ? 'other' : 'failed' });
    // Also after a refusal: the other one may let go of it.
    this.#timer = setTimeout(() => void this.#ask(mine), 'until' in answer ? RENEW_MS : RENEW_MS / 8);
  }
}
