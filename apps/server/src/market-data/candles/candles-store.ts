import type { Pool } from '../../platform/postgres.ts';
import type { Bar } from './candles.ts';
import { foldBars, minutesOf } from './candles.ts';
import { barStart, INTERVAL_MS, INTERVALS, type Interval } from './intervals.ts';

interface StoredBar extends Omit<Bar, 'volume'> {
  readonly volume: string;
}

const toBar = ({ volume, ...prices }: StoredBar): Bar => ({ ...prices, volume: Number(volume) });

/** Stored bars with `from <= at < to`, oldest first. */
export async function storedBars(
  pool: Pool,
  code: string,
  interval: Interval,
  range: { readonly from: number; readonly to: number },
): Promise<Bar[]> {
  const { rows } = await pool.query<StoredBar>({
    name: 'stored-bars',
    text: `select at, open, high, low, close, volume from candles
            where code = $1 and minutes = $2 and at >= $3 and at < $4 order by at`,
    values: [code, minutesOf(interval), range.from, range.to],
  });
  return rows.map(toBar);
}

/**
 * The bar that is open at `asOf`, summed up from the stored bars of all shorter intervals within
 * it; undefined when there are none.
 */
export async function storedRunningBar(
  pool: Pool,
  code: string,
  interval: Interval,
  asOf: number,
): Promise<Bar | undefined> {
  const at = barStart(interval, asOf);
  const parts: Bar[] = [];
  let from = at;
  for (let index = INTERVALS.indexOf(interval) - 1; 0 <= index; index -= 1) {
    const shorter = INTERVALS[index]!;
    const bars = await storedBars(pool, code, shorter, { from, to: asOf - INTERVAL_MS[shorter] + 1 });
    parts.push(...bars);
    from = Math.max(from, barStart(shorter, asOf));
  }
  return foldBars(at, parts);
}

/** Two lists in order of time into one; where both have a bar, the first list's counts. */
export function mergeBars(first: readonly Bar[], second: readonly Bar[]): Bar[] {
  if (first.length === 0) return [...second];
  if (second.length === 0) return [...first];
  const merged: Bar[] = [];
  let left = 0;
  let right = 0;
  while (left < first.length || right < second.length) {
    const own = first[left];
    const secondBar = second[right];
    if (own !== undefined && (secondBar === undefined || own.at <= secondBar.at)) {
      merged.push(own);
      left += 1;
      if (secondBar?.at === own.at) right += 1;
    } else {
      merged.push(secondBar!);
      right += 1;
    }
  }
  return merged;
}
