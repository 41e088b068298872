import { pointsText, textOf } from '../figures.ts';
import type { StoredTick } from '../stored.ts';
import { tickView } from './trail.ts';

/** A target of a part of the lots. */
export interface Rung {
  readonly points: number;
  readonly lots: bigint;
}

/** Stops as they were when their owner changed them, which count until the change does. */
export interface StopsBefore {
  readonly stop: number | null;
  readonly target: number | null;
  readonly ladder: readonly Rung[] | null;
  /** Whether the trailing stop goes on as it is; otherwise it stays where its best tick left it. */
  readonly trails: boolean;
  readonly peak: StoredTick | null;
  /** From when they count themselves. */
  readonly from: number | null;
}

export const rungsView = (ladder: readonly Rung[], places: number): { price: string; lots: string }[] =>
  ladder.map(({ points, lots }) => ({ price: pointsText(points, places), lots: textOf(lots) }));

export function beforeView(
  { stop, target, ladder, trails, peak }: StopsBefore,
  places: number,
): Record<string, unknown> {
  const text = (points: number | null): string | null => (points === null ? null : pointsText(points, places));
  return {
    stopLoss: text(stop),
    takeProfit: text(target),
    ...(ladder === null ? {} : { targets: rungsView(ladder, places) }),
    trails,
    ...(peak === null ? {} : { peak: tickView(peak, places) }),
  };
}

export const beforeRow = ({ before }: { readonly before: StopsBefore | null }): Record<string, unknown> | null => {
  if (before === null) return null;
  const { ladder, ...fields } = before;
  return { ...fields, targets: ladderRow({ ladder }) };
};

export const ladderRow = ({ ladder }: Pick<StopsBefore, 'ladder'>): { points: number; lots: string }[] | null =>
  ladder?.map(({ points, lots }) => ({ points, lots: textOf(lots) })) ?? null;
