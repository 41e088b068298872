/** A line of two texts: in both, only in the older, or only in the newer one. */
export interface DiffLine {
  readonly side: 'both' | 'old' | 'new';
  readonly text: string;
}

/** Beyond this a text counts as replaced, so that no page hangs on two long ones. */
const LINES_MAX = 1_000;

/** The longest common lines stay; everything else left or came. */
export function difference(older: string, newer: string): DiffLine[] {
  const left = older.split('\n');
  const right = newer.split('\n');
  if (LINES_MAX < left.length || LINES_MAX < right.length) {
    return [
      ...left.map((text) => ({ side: 'old', text }) as const),
      ...right.map((text) => ({ side: 'new', text }) as const),
    ];
  }
  const common = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  const at = (row: number, column: number): number => common[row]?.[column] ?? 0;
  for (let row = left.length - 1; 0 <= row; row -= 1) {
    for (let column = right.length - 1; 0 <= column; column -= 1) {
      const line = common[row] as Uint16Array;
      line[column] =
        left[row] === right[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: DiffLine[] = [];
  let row = 0;
  let column = 0;
  while (row < left.length || column < right.length) {
    if (row < left.length && left[row] === right[column]) {
      lines.push({ side: 'both', text: left[row] ?? '' });
      row += 1;
      column += 1;
    } else if (row < left.length && (right.length <= column || at(row, column + 1) <= at(row + 1, column))) {
      lines.push({ side: 'old', text: left[row] ?? '' });
      row += 1;
    } else {
      lines.push({ side: 'new', text: right[column] ?? '' });
      column += 1;
    }
  }
  return lines;
}
