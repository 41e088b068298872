/**
 * A min-heap of numbers in two typed arrays: a million live triggers take 16 MB and no GC work.
 * Equal keys leave in ascending order of value, so that what fires together fires in a defined
 * order.
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
    this.#size += 1;
    this.#rise(this.#size - 1, 0, key, value);
  }

  /** Removes and returns the value with the smallest key; undefined when empty. */
  pop(): number | undefined {
    if (this.#size === 0) return undefined;
    const top = this.#values[0] as number;
    this.#size -= 1;
    this.#settle(0, this.#keys[this.#size] as number, this.#values[this.#size] as number);
    return top;
  }

  /** Keeps only the entries that pass, in linear time. */
  keep(isWanted: (key: number, value: number) => boolean): void {
    let size = 0;
    for (let index = 0; index < this.#size; index += 1) {
      if (!isWanted(this.#keys[index] as number, this.#values[index] as number)) continue;
      this.#move(index, size);
      size += 1;
    }
    this.#size = size;
    for (let index = (size >> 1) - 1; 0 <= index; index -= 1) {
      this.#settle(index, this.#keys[index] as number, this.#values[index] as number);
    }
  }

  /**
   * Sinks an entry from a hole bottom-up: the hole moves down to a leaf, then the entry up from
   * there. Most entries end near a leaf, so this takes half the comparisons of a plain sift-down.
   */
  #settle(top: number, key: number, value: number): void {
    const size = this.#size;
    let hole = top;
    for (let child = 2 * hole + 1; child < size; child = 2 * hole + 1) {
      const right = child + 1;
      if (right < size && this.#before(right, child)) child = right;
      this.#move(child, hole);
      hole = child;
    }
    this.#rise(hole, top, key, value);
  }

  /** Sifts an entry up from a hole, no higher than `top`. */
  #rise(from: number, top: number, key: number, value: number): void {
    let hole = from;
    while (top < hole) {
      const parent = (hole - 1) >> 1;
      if (!before(key, value, this.#keys[parent] as number, this.#values[parent] as number)) break;
      this.#move(parent, hole);
      hole = parent;
    }
    this.#keys[hole] = key;
    this.#values[hole] = value;
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
