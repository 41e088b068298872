import type { Rolldown } from 'vite';

/** What must be there before the home list is usable, beside the entry itself: the page, and its words in one language. */
export const HOME_CHUNK = /features\/home\/home-page\.tsx$|messages\/en\/(common|shell|home|market)\.json$/;

/** The chunks and all that they import statically. */
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
