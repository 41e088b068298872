/** Ring buffer of the last `size` numbers. */
export function createWindow(size: number) {
  const values = new Float64Array(size);
  let count = 0;
  return {
    push(value: number) {
      values[count % size] = value;
      count += 1;
    },
    get count() {
      return Math.min(count, size);
    },
    /** Sum over the window, recomputed each time: a running sum drifts over thousands of bars. */
    sum(transform: (value: number) => number = (value) => value): number {
      let total = 0;
      for (let index = Math.max(0, count - size); index < count; index += 1)
        total += transform(values[index % size] as number);
      return total;
    },
  };
}
