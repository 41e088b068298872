import type { Replay, ReplayLevel } from './replay.ts';
import type { Scale } from './scale.ts';

export interface EndLabel {
  readonly y: number;
  readonly price: number;
  readonly tone: ReplayLevel['kind'] | Replay['tone'];
  /** The price of now, or the one that decided. */
  readonly isMain: boolean;
}

/** Between the baselines of two labels. */
const APART = 14;

/**
 * The prices at the end of the picture, from top to bottom, none over another: the one that decided
 * and every level that is not the same price.
 */
export function endLabels({
  replay: { levels, barrier, tone },
  scale: { y, low, high },
  named,
}: {
  readonly replay: Pick<Replay, 'levels' | 'barrier' | 'tone'>;
  readonly scale: Pick<Scale, 'y' | 'low' | 'high'>;
  readonly named: number | undefined;
}): EndLabel[] {
  const agreed = [
    ...(barrier === undefined ? [] : [{ price: barrier.price, kind: 'entry' as const }]),
    ...levels.filter(({ price }) => low < price && price < high),
  ];
  const distinct = new Map(agreed.map(({ price, kind }) => [price, kind]));
  if (named !== undefined) distinct.delete(named);
  const labels: EndLabel[] = [
    ...[...distinct].map(([price, kind]): EndLabel => ({ y: y(price), price, tone: kind, isMain: false })),
    ...(named === undefined ? [] : [{ y: y(named), price: named, tone, isMain: true }]),
  ].toSorted((left, right) => left.y - right.y);
  const main = labels.findIndex(({ isMain }) => isMain);
  const fixed = main === -1 ? 0 : main;
  const placed = [...labels];
  // The main one stays beside its price; the others make room for it.
  for (let index = fixed + 1; index < placed.length; index += 1) {
    placed[index] = { ...placed[index]!, y: Math.max(placed[index]!.y, placed[index - 1]!.y + APART) };
  }
  for (let index = fixed - 1; 0 <= index; index -= 1) {
    placed[index] = { ...placed[index]!, y: Math.min(placed[index]!.y, placed[index + 1]!.y - APART) };
  }
  return placed;
}
