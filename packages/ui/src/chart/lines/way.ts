export interface WayPoint {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly price: number;
}

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly from: number;
  readonly to: number;
  readonly entry: number;
}

export interface Way {
  /** A price is a step, never a slope: horizontal and vertical parts alone. */
  readonly path: string;
  readonly entryY: number;
  readonly end: { readonly x: number; readonly y: number };
}

/** The way of a price from its entry, in a small frame: time from left to right, entry in sight. */
export function wayOf(points: readonly WayPoint[], { width, height, from, to, entry }: Frame): Way {
  const prices = [entry, ...points.map(({ price }) => price)];
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const yOf = (price: number): number => (high === low ? height / 2 : height - ((price - low) / (high - low)) * height);
  const xOf = (at: number): number => (to <= from ? 0 : Math.max(0, Math.min(1, (at - from) / (to - from))) * width);
  const fixed = (value: number): string => value.toFixed(1);
  let path = `M0 ${fixed(yOf(entry))}`;
  let end = { x: 0, y: yOf(entry) };
  for (const { at, price } of points) {
    end = { x: xOf(at), y: yOf(price) };
    path += `H${fixed(end.x)}V${fixed(end.y)}`;
  }
  return { path, entryY: yOf(entry), end };
}
