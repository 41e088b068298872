/** JSON text that does not depend on the order of keys: what a receipt's seal is made over. */
export const canonicalText = (value: unknown): string => JSON.stringify(sorted(value));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const record = value as { readonly [key: string]: unknown };
  return Object.fromEntries(
    Object.keys(record)
      .filter((key) => record[key] !== undefined)
      .sort()
      .map((key) => [key, sorted(record[key])]),
  );
}
