import type { Rolldown } from 'vite';

/** What the home list needs besides the entry: the page, and its texts in one language. */
export const HOME_CHUNK =
  /web\/src\/main\.tsx$|features\/home\/home-page\.tsx$|messages\/en\/(common|shell|home|market)\.json$/;

/** The chunks and everything they import statically. */
export function closure(
  roots: readonly Rolldown.OutputChunk[],
  all: readonly Rolldown.OutputChunk[],
): Rolldown.OutputChunk[] {
  const seen = new Set(roots);
  for (const chunk of seen) {
    for (const name of chunk.imports) {
      const imported = all.find((candidate) => candidate.fileName === name);
      if (imported !== undefined) seen.add(imported);
    }
  }
  return [...seen];
}
