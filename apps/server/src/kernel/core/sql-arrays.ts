/**
 * Array parameters built by hand: the driver's serialiser escapes every element with regular
 * expressions and is several times slower, which shows at tens of thousands of rows a second.
 */

/**
 * A PostgreSQL array literal of values that need no quoting: numbers, decimal text, instrument
 * codes.
 */
export const plainArray = (values: readonly (number | bigint | string | null)[]): string =>
  values.includes(null) ? `{${values.map((value) => value ?? 'NULL').join(',')}}` : `{${values.join(',')}}`;

/**
 * Control characters that no text contains: JSON escapes them; names and keys are validated on
 * input.
 */
const SEPARATOR = '\u0001';
const NULL_MARK = '\u0002';

/** SQL that unpacks `packText`: faster than an array literal, in which every quote is escaped. */
export const unpackText = (parameter: string): string => `string_to_array(${parameter}, E'\\x01', E'\\x02')`;

/** Texts in one parameter. An empty text, or one with a separator in it, is a bug of the caller. */
export function packText(values: readonly (string | null)[]): string {
  for (const value of values) {
    if (value === null) continue;
    if (value === '' || value.includes(SEPARATOR) || value.includes(NULL_MARK)) {
      throw new RangeError(`this text cannot be packed: ${JSON.stringify(value.slice(0, 80))}`);
    }
  }
  return (values.includes(null) ? values.map((value) => value ?? NULL_MARK) : values).join(SEPARATOR);
}

/** An array literal of any texts, the empty one included: slower than `packText`. */
export const quotedArray = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${value.replaceAll(/["\\]/g, '\\$&')}"`)).join(',')}}`;
