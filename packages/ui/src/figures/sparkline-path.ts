const SPARKLINE_POINTS_MAX = 100;

interface SparklineBox {
  width: number;
  height: number;
  /** Vertical padding, so that the stroke is not clipped. */
  inset: number;
}

/**
 * The `d` of one SVG path of steps through at most the last hundred prices, to a tenth of a unit;
 * empty below two points. A flat line is centred. Prices are floats because they are only drawn.
 */
export function sparklinePath(prices: readonly number[], { width, height, inset }: SparklineBox): string {
  const drawn = prices.slice(-SPARKLINE_POINTS_MAX).filter(Number.isFinite);
  if (drawn.length < 2) return '';
  let low = Infinity;
  let high = -Infinity;
  for (const price of drawn) {
    if (price < low) low = price;
    if (high < price) high = price;
  }
  const step = width / (drawn.length - 1);
  const scale = high === low ? 0 : (height - 2 * inset) / (high - low);
  let path = '';
  for (const [index, price] of drawn.entries()) {
    const y = scale === 0 ? height / 2 : height - inset - (price - low) * scale;
    path += index === 0 ? `M0 ${tenth(y)}` : `H${tenth(index * step)}V${tenth(y)}`;
  }
  return path;
}

const tenth = (value: number): number => Math.round(value * 10) / 10;
