/** A number within one queue; of several queues, its kind too: `withdrawal-812`. */
export type ItemKey = number | string;

/** A row of the list in its place. */
export interface Placed<Row> {
  readonly id: ItemKey;
  readonly row: Row;
  /** Decided, here or elsewhere. It keeps its place until the list is reread. */
  readonly isGone: boolean;
}

/**
 * Brings fresh data into a list that somebody works on: known rows stay where they are, whatever
 * became of them, and new ones follow at the end. So nothing moves under a finger, and the focused
 * row stays the focused row.
 */
export function settle<Row>(
  shown: readonly Placed<Row>[],
  fresh: readonly Row[],
  idOf: (row: Row) => ItemKey,
): readonly Placed<Row>[] {
  const left = new Map(fresh.map((row) => [idOf(row), row]));
  const places = shown.map((place) => {
    const row = left.get(place.id);
    left.delete(place.id);
    return row === undefined ? { ...place, isGone: true } : { id: place.id, row, isGone: false };
  });
  return [...places, ...[...left].map(([id, row]) => ({ id, row, isGone: false }))];
}

/** The next row that waits, from `from` in a direction; the last one found where there is none. */
export function neighbour<Row>(
  places: readonly Placed<Row>[],
  from: ItemKey | undefined,
  step: 1 | -1,
): Placed<Row> | undefined {
  const index = places.findIndex((place) => place.id === from);
  if (index === -1) return step === 1 ? places.find((place) => !place.isGone) : undefined;
  for (let at = index + step; 0 <= at && at < places.length; at += step) {
    const place = places[at];
    if (place !== undefined && !place.isGone) return place;
  }
  return undefined;
}
