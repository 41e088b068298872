/**
 * Numbers by ascending key, in two typed arrays: a million live triggers cost 16 MB and nothing for the garbage collector.
 * Equal keys leave in ascending order of their values, so that what fires together fires in a defined order.
 */
export class MinHeap {
  #keys: Float64Array;
  #values: Float64Array;
  #size = 0;

  constructor(capacity = 16) {
    this.#keys = new Float64Array(capacity);
    this.#values = new Float64Array(capacity);
  }

  get size(): number {
    return this.#size;
  }

  /** The smallest key; Infinity when empty. */
  peekKey(): number {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : (this.#keys[0] as number);
  }

  push(key: number, value: number): void {
    if (this.#size === this.#keys.length) this.#grow();
    let index = this.#size;
    this.#size += 1;
    while (0 < index) {
      const parent = (index - 1) >> 1;
      if (!before(key, value, this.#keys[parent] as number, this.#values[parent] as number)) break;
      this.#move(parent, index);
      index = parent;
    }
    this.#keys[index] = key;
    this.#values[index] = value;
  }

  /** Removes and returns the value with the smallest key; undefined when empty. */
  pop(): number | undefined {
    if (this.#size === 0) return undefined;
    const top = this.#values[0] as number;
    this.#size -= 1;
    const size = this.#size;
    const key = this.#keys[size] as number;
    const value = this.#values[size] as number;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (size <= child) break;
      const right = child + 1;
      if (right < size && this.#before(right, child)) child = right;
      if (!before(this.#keys[child] as number, this.#values[child] as number, key, value)) break;
      this.#move(child, index);
      index = child;
    }
    this.#keys[index] = key;
    this.#values[index] = value;
    return top;
  }

  #before(left: number, right: number): boolean {
    return before(
      this.#keys[left] as number,
      this.#values[left] as number,
      this.#keys[right] as number,
      this.#values[right] as number,
    );
  }

  #move(from: number, to: number): void {
    this.#keys[to] = this.#keys[from] as number;
    this.#values[to] = this.#values[from] as number;
  }

  #grow(): void {
    const keys = new Float64Array(this.#keys.length * 2);
    const values = new Float64Array(this.#values.length * 2);
    keys.set(this.#keys);
    values.set(this.#values);
    this.#keys = keys;
    this.#values = values;
  }
}

const before = (key: number, value: number, otherKey: number, otherValue: number): boolean =>
  key < otherKey || (key === otherKey && value < otherValue);
