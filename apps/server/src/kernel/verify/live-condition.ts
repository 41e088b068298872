type Row = Readonly<Record<string, unknown>>;
type Test = (row: Row) => boolean;

const CLAUSES: readonly (readonly [RegExp, (parts: readonly string[]) => Test])[] = [
  [/^true$/, () => () => true],
  [/^false$/, () => () => false],
  [
    /^not (\w+)$/,
    ([column]) =>
      (row) =>
        row[column!] === false,
  ],
  [
    /^(\w+)$/,
    ([column]) =>
      (row) =>
        row[column!] === true,
  ],
  [
    /^(\w+) is null$/,
    ([column]) =>
      (row) =>
        row[column!] === null,
  ],
  [
    /^(\w+) is not null$/,
    ([column]) =>
      (row) =>
        row[column!] !== null,
  ],
  [
    /^(\w+) > (\d+)$/,
    ([column, bound]) =>
      (row) =>
        Number(bound) < Number(row[column!]),
  ],
  [
    /^(\w+) = '(\w+)'$/,
    ([column, value]) =>
      (row) =>
        row[column!] === value,
  ],
  [
    /^(\w+) <> '(\w+)'$/,
    ([column, value]) =>
      (row) =>
        row[column!] !== value,
  ],
  [
    /^(\w+) in \(([\w', ]+)\)$/,
    ([column, list]) =>
      (row) =>
        list!.split(', ').includes(`'${String(row[column!])}'`),
  ],
];

/** A table's condition for live rows, in the part of SQL that is understood outside of it. */
export function liveCondition(sql: string): Test {
  const [first, ...others] = sql.split(' or ');
  if (0 < others.length) {
    const either = [first!, ...others].map(liveCondition);
    return (row) => either.some((test) => test(row));
  }
  const both = sql.split(' and ').map((clause) => {
    for (const [pattern, make] of CLAUSES) {
      const match = pattern.exec(clause.trim());
      if (match !== null) return make(match.slice(1));
    }
    throw new Error(`no support for the condition "${sql}"`);
  });
  return (row) => both.every((test) => test(row));
}

/**
 * Rows that are live with a row of another table: `order_id in (select id from spot_orders where
 * settled_by is null)`.
 */
export interface BelongsTo {
  readonly column: string;
  readonly table: string;
}

export function belongsTo(sql: string): BelongsTo | undefined {
  const match = /^(\w+) in \(select id from (\w+) where .+\)$/.exec(sql);
  return match === null ? undefined : { column: match[1]!, table: match[2]! };
}
