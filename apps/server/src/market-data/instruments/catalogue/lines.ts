/**
 * Splits a table of the catalogue into lines of `columns` blank-separated fields; the last field
 * keeps its blanks.
 */
export function parseLines(table: string, columns: number): readonly (readonly string[])[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const fields = line.split(' ');
      if (fields.length < columns) throw new Error(`a catalogue line has too few fields: ${line}`);
      return [...fields.slice(0, columns - 1), fields.slice(columns - 1).join(' ')];
    });
}

/**
 * Decimals so that a price shows about six significant digits, between two and the ten that money
 * can carry.
 */
export function precisionOf(price: number): number {
  return Math.min(10, Math.max(2, 5 - Math.floor(Math.log10(price))));
}

/** The spread in points nearest to `bps` of the price, at least one point. */
export function spreadOf(line: { price: number; precision: number; bps: number }): number {
  return Math.max(1, Math.round((line.price * line.bps * 10 ** line.precision) / 10_000));
}
