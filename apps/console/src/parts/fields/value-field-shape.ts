/** A value as it is typed: one text, or lines of texts by column. */
export type Draft = string | readonly (readonly string[])[];

/** How a value is laid out for typing, and read back. */
export interface Shape {
  /** Columns of its lines; none for a single text. */
  readonly columns: readonly string[];
  /** Columns that are whole numbers on the wire. */
  readonly numbers: readonly string[];
  /** As many lines as there are, neither more nor fewer. */
  readonly isFixed?: boolean;
  /** Names that a map can have, where no others are allowed: each has a line, empty while unset. */
  readonly names?: readonly string[];
  readonly as: 'text' | 'number' | 'map' | 'list' | 'rows' | 'row';
}

export function draftOf(shape: Shape, value: unknown): Draft {
  switch (shape.as) {
    case 'text':
    case 'number':
      return String(value ?? '');
    case 'map':
      return linesOf(shape, (value ?? {}) as Record<string, unknown>);
    case 'list':
      return ((value ?? []) as readonly unknown[]).map((item) => [String(item)]);
    case 'rows':
      return ((value ?? []) as readonly Record<string, unknown>[]).map((row) => cellsOf(shape, row));
    case 'row':
      return [cellsOf(shape, (value ?? {}) as Record<string, unknown>)];
  }
}

/** The names that it can have, then those of a value that was set under other rules. */
function linesOf({ names = [] }: Shape, values: Record<string, unknown>): string[][] {
  const others = Object.keys(values).filter((name) => !names.includes(name));
  return [...names, ...others].map((name) => [name, String(values[name] ?? '')]);
}

const cellsOf = ({ columns }: Shape, row: Record<string, unknown>): string[] =>
  columns.map((column) => String(row[column] ?? ''));

export function valueFrom(shape: Shape, draft: Draft): unknown {
  const cell = (column: string, text: string): unknown => (shape.numbers.includes(column) ? Number(text) : text.trim());
  if (typeof draft === 'string') return shape.as === 'number' ? Number(draft) : draft.trim();
  switch (shape.as) {
    case 'map': {
      const isSet = ([, text = '']: readonly string[]): boolean => shape.names === undefined || text.trim() !== '';
      const entries = draft.filter(isSet);
      return Object.fromEntries(entries.map(([name = '', text = '']) => [name.trim(), cell('value', text)]));
    }
    case 'list':
      return draft.map(([text = '']) => text.trim());
    case 'row':
    case 'rows': {
      const rows = draft.map((line) =>
        Object.fromEntries(shape.columns.map((column, index) => [column, cell(column, line[index] ?? '')])),
      );
      return shape.as === 'row' ? rows[0] : rows;
    }
    default:
      return draft;
  }
}
