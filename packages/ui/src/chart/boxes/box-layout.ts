/** The part of the pane that belongs to the future, where the box lies. */
const LEAST_SHARE = 0.3;
const EDGE_PX = 6;

export interface BoxPrices {
  readonly entry: number;
  readonly stop: number | undefined;
  readonly target: number | undefined;
}

export interface BoxRect {
  readonly top: number;
  readonly height: number;
}

export interface LaidOutBox {
  readonly left: number;
  readonly width: number;
  readonly entry: number;
  readonly risk: BoxRect | undefined;
  readonly reward: BoxRect | undefined;
}

interface Frame {
  readonly size: { readonly width: number; readonly height: number };
  /** Pixel of the newest bar. */
  readonly newest: number | undefined;
  readonly toY: (price: number) => number | undefined;
}

/** From the newest bar to the axis: what lies between entry and stop, and entry and target. */
export function layOutBox({ entry, stop, target }: BoxPrices, { size, newest, toY }: Frame): LaidOutBox | undefined {
  const middle = toY(entry);
  if (middle === undefined) return undefined;
  const widest = size.width * (1 - LEAST_SHARE);
  const left = Math.max(0, Math.min(newest ?? widest, widest));
  const within = (y: number): number => Math.max(0, Math.min(size.height, y));
  const rectTo = (price: number | undefined): BoxRect | undefined => {
    const y = price === undefined ? undefined : toY(price);
    if (y === undefined) return undefined;
    const from = within(Math.min(y, middle));
    const to = within(Math.max(y, middle));
    return { top: from, height: to - from };
  };
  return {
    left,
    width: Math.max(0, size.width - EDGE_PX - left),
    entry: within(middle),
    risk: rectTo(stop),
    reward: rectTo(target),
  };
}
