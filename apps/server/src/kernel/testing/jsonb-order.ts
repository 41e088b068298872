/**
 * A copy of the JSON value in the order in which PostgreSQL's jsonb returns the keys of an object:
 * the shorter ones first, then by bytes. A store in memory that loads rows so shows what depends on
 * the order of keys.
 */
export function inJsonbOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inJsonbOrder);
  // A bigint is a column's value, no JSON.
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([left], [right]) => byLengthAndBytes(left, right));
  return Object.fromEntries(entries.map(([key, inner]) => [key, inJsonbOrder(inner)]));
}

function byLengthAndBytes(left: string, right: string): number {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length ? Buffer.compare(a, b) : a.length - b.length;
}
