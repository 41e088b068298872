/** How long a decision can be taken back before it is sent. */
export const UNDO_MS = 6_000;

interface Delayed {
  readonly send: () => Promise<void>;
  /** Shows again what it was about. */
  readonly onUndone: () => void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Decisions that wait a moment before they are sent, so that they can be taken back: what has been
 * sent is in the log for ever. One waits at a time; the next one, or leaving the page, sends it.
 */
export class DelayedDecision {
  #waiting: Delayed | undefined;

  /** `send` runs after the delay unless `undo` comes first. */
  hold(send: () => Promise<void>, onUndone: () => void): void {
    this.flush();
    const entry: Delayed = { send, onUndone, timer: undefined };
    entry.timer = setTimeout(() => this.#send(entry), UNDO_MS);
    this.#waiting = entry;
  }

  /** True if there was something to take back. */
  undo(): boolean {
    const entry = this.#waiting;
    if (entry === undefined) return false;
    clearTimeout(entry.timer);
    this.#waiting = undefined;
    entry.onUndone();
    return true;
  }

  flush(): void {
    if (this.#waiting !== undefined) this.#send(this.#waiting);
  }

  #send(entry: Delayed): void {
    clearTimeout(entry.timer);
    if (this.#waiting === entry) this.#waiting = undefined;
    void entry.send();
  }
}
