/** The subscribe half of an external store: what `useSyncExternalStore` wants, and nothing else. */
export class Emitter {
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  emit(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** A value that components can watch. */
export class Cell<Value> {
  readonly #emitter = new Emitter();
  #value: Value;

  constructor(initial: Value) {
    this.#value = initial;
  }

  readonly get = (): Value => this.#value;
  readonly subscribe = this.#emitter.subscribe;

  set(next: Value): void {
    if (Object.is(next, this.#value)) return;
    this.#value = next;
    this.#emitter.emit();
  }
}
