/** Simple moving average of the closes; undefined until `period` bars are there. One pass. */
export function movingAverage(closes: readonly number[], period: number): (number | undefined)[] {
  let sum = 0;
  return closes.map((close, index) => {
    sum += close;
    if (period <= index) sum -= closes[index - period] ?? 0;
    return index < period - 1 ? undefined : sum / period;
  });
}

/** The average at the last bar alone, for live updates. */
export function lastAverage(closes: readonly number[], period: number): number | undefined {
  if (closes.length < period) return undefined;
  let sum = 0;
  for (const close of closes.slice(-period)) sum += close;
  return sum / period;
}
