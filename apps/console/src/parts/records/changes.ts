export interface Change {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly isChanged: boolean;
}

/** Far beyond any request; the rest of a runaway value is cut. */
const LEAVES_MAX = 200;

/** Every value inside some JSON with the path to it. */
function leavesOf(value: unknown, path: string, into: Map<string, string>): Map<string, string> {
  if (LEAVES_MAX <= into.size || value === null || value === undefined) return into;
  if (typeof value !== 'object') into.set(path, String(value));
  else if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) into.set(path, value.join(', '));
  else for (const [key, inner] of Object.entries(value)) leavesOf(inner, path === '' ? key : `${path}.${key}`, into);
  return into;
}

/** What differs between two states, value by value; what stays is listed after it. */
export function changesOf(before: unknown, after: unknown): readonly Change[] {
  const old = leavesOf(before, '', new Map());
  const next = leavesOf(after, '', new Map());
  const rows = [...new Set([...next.keys(), ...old.keys()])].map((path) => ({
    path,
    before: old.get(path),
    after: next.get(path),
    isChanged: old.get(path) !== next.get(path),
  }));
  return [...rows.filter((row) => row.isChanged), ...rows.filter((row) => !row.isChanged)];
}
