/** Tells whoever watches that queues, claims or sessions may have changed. */
export class OperatorEvents {
  readonly #listeners = new Set<() => void>();

  changed(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Returns what ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
