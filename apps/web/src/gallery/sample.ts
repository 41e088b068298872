import type { ChartCandle } from '@glasshouse/ui/chart';

/** A repeatable random walk between 0 and 1 (mulberry32), so that screenshots can be compared. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function randomWalk(seed: number, count: number, start: number, step: number): number[] {
  const random = seeded(seed);
  let price = start;
  return Array.from({ length: count }, () => {
    price *= 1 + (random() - 0.492) * step;
    return price;
  });
}

/** Bars ending at `end`, each opening at the previous close. */
export function sampleCandles(seed: number, count: number, end: number, stepMs: number): ChartCandle[] {
  const random = seeded(seed);
  let price = 64_200;
  return Array.from({ length: count }, (_, index) => {
    const open = price;
    const path = Array.from({ length: 8 }, () => {
      price *= 1 + (random() - 0.495) * 0.0016;
      return price;
    });
    return {
      time: end - (count - 1 - index) * stepMs,
      open,
      high: Math.max(open, ...path),
      low: Math.min(open, ...path),
      close: price,
      volume: Math.round(20 + random() * 90 + Math.abs(price - open) * 2),
    };
  });
}
