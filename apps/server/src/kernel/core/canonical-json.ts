/**
 * JSON text that does not depend on the order of keys: jsonb reorders them, and so may a client
 * that repeats a request. Not quite RFC 8785: keys that are array indexes come first, by number, as
 * in every object of ECMAScript; `docs/protocol.md` says so to verifiers. `scalar` may rewrite a
 * value that is neither array nor object.
 */
export const canonicalJson = (value: unknown, scalar?: (value: unknown) => unknown): string =>
  JSON.stringify(sorted(value, scalar));

/** Whether two JSON values are equal whatever the order of their keys. */
export function sameJson(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right) || canonicalJson(left) === canonicalJson(right);
}

function sorted(value: unknown, scalar?: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => sorted(item, scalar));
  if (value === null || typeof value !== 'object') return scalar === undefined ? value : scalar(value);
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted((value as Record<string, unknown>)[key], scalar)]),
  );
}
