export interface Bar {
  readonly day: string;
  readonly net: string;
  /** Of the largest one, 0 to 1. */
  readonly share: number;
  readonly isGain: boolean;
}

export interface DayResult {
  readonly day: string;
  readonly net: string | null;
}

/** Bars of days whose result is known, oldest first, in proportion to the largest. */
export function barsOf(days: readonly DayResult[]): readonly Bar[] {
  const known = days.flatMap(({ day, net }) => (net === null ? [] : [{ day, net }])).reverse();
  // Lengths only, so a rounding beyond the fifteenth digit shows nowhere.
  const largest = Math.max(...known.map(({ net }) => Math.abs(Number(net))));
  return known.map(({ day, net }) => ({
    day,
    net,
    share: 0 < largest ? Math.abs(Number(net)) / largest : 0,
    isGain: !net.startsWith('-'),
  }));
}
