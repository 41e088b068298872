/**
 * An indicator over the closes so far. The last bar of a chart changes with every tick but closes
 * only once, so `peek` and `push` are separate: a tick costs one `peek`, however long the series
 * is.
 */
export interface Indicator<Value> {
  /** Value at a bar with this close after those pushed; undefined while there are too few. Pure. */
  peek(close: number): Value | undefined;
  /** Adds a closed bar. */
  push(close: number): void;
}

/** Value at each of the closes. */
export function valuesOf<Value>(indicator: Indicator<Value>, closes: readonly number[]): (Value | undefined)[] {
  return closes.map((close) => {
    const value = indicator.peek(close);
    indicator.push(close);
    return value;
  });
}
