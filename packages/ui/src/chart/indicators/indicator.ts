/**
 * An indicator that has taken in the closes so far. The last bar of a chart changes with every tick and closes only once, so
 * looking at a close and taking it in are two things: a tick costs one settings, whatever the length of the series.
 */
export interface Indicator<Value> {
  /** The value at a bar with this close, after those taken in; undefined while there are too few. Changes nothing. */
  peek(close: number): Value | undefined;
  /** Takes the bar in, as closed. */
  push(close: number): void;
}

/** The value at each of the closes. */
export function valuesOf<Value>(indicator: Indicator<Value>, closes: readonly number[]): (Value | undefined)[] {
  return closes.map((close) => {
    const value = indicator.peek(close);
    indicator.push(close);
    return value;
  });
}
