import { readFileSync } from 'node:fs';

/** A file of this package that lies beside `src`. */
export const packageFile = (name: string): URL => new URL(`../../${name}`, import.meta.url);

export type Row<Column extends string> = Readonly<Record<Column, string>>;

/**
 * Rows of a tab-separated file of this package, its first line being the names of the columns.
 * Empty cells at the end of a line may be left out; a missing or an unknown column is a bug and
 * throws.
 */
export function readTable<Column extends string>(name: string, columns: readonly Column[]): readonly Row<Column>[] {
  const [head = '', ...lines] = readFileSync(packageFile(name), 'utf8').trimEnd().split('\n');
  if (head !== columns.join('\t')) throw new Error(`${name}: the columns are not ${columns.join(', ')}`);
  return lines.map((line, index) => {
    const cells = line.split('\t');
    if (columns.length < cells.length) throw new Error(`${name}:${index + 2} has ${cells.length} cells`);
    return Object.fromEntries(columns.map((column, place) => [column, cells[place] ?? ''])) as Row<Column>;
  });
}
