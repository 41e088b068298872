export interface EndedRow {
  readonly product: string;
  /** When it ended, in epoch milliseconds. */
  readonly at: number;
}

interface Pages<Row> {
  /** Newest first, as far as they have been loaded. */
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

/**
 * Lists of several products as one, newest first. A list with more to load hides what is older than
 * its last row: something that is not loaded yet may belong between. `next`: which lists to load
 * from for the rows that come next.
 */
export function mergePages<Row extends EndedRow>(
  lists: readonly Pages<Row>[],
): { readonly rows: readonly Row[]; readonly next: readonly number[] } {
  const oldest = lists.map(({ rows, hasMore }) =>
    hasMore ? (rows.at(-1)?.at ?? Number.POSITIVE_INFINITY) : undefined,
  );
  const known = oldest.filter((at) => at !== undefined);
  const from = known.length === 0 ? Number.NEGATIVE_INFINITY : Math.max(...known);
  return {
    rows: lists
      .flatMap(({ rows }) => rows)
      .filter(({ at }) => from <= at)
      .toSorted((left, right) => right.at - left.at),
    next: oldest.flatMap((at, index) => (at === from ? [index] : [])),
  };
}
