import { dirname, join, normalize } from 'node:path';
import type { Finding, Rule, SourceFile } from './sources.ts';

/** `](docs/operations.md)`, except external addresses and anchors. */
const LINK = /\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g;
/**
 * `core/state.ts`, `tape.ts`, `auth/password-*`: anything in backticks that looks like one of
 * our files.
 */
const NAMED = /`([\w.{}*,/-]+\.(?:ts|tsx|mjs|css|sql|tsv))`/g;
/** `apps/server/src/kernel`: a folder from the root. */
const FOLDER = /`((?:apps|packages|simulation|benches|e2e|tools|docs|deploy)\/[\w/{},-]+)`/g;

/**
 * Documents name only files that exist. A name may be short: it counts as found when any path ends
 * with it.
 */
export const documents: Rule = {
  name: 'documents name files that exist',
  check: (files) => {
    const paths = files.map(({ path }) => path);
    return files.filter(({ path }) => path.endsWith('.md')).flatMap((file) => findings(file, paths));
  },
};

function findings(file: SourceFile, paths: readonly string[]): readonly Finding[] {
  const folder = dirname(file.path);
  return file.lines.flatMap((text, index) => {
    const links = [...text.matchAll(LINK)]
      .map(([, target]) => normalize(join(folder, target!)))
      .filter((target) => !paths.some((path) => path === target || path.startsWith(`${target.replace(/\/$/, '')}/`)));
    const names = [...text.matchAll(NAMED)]
      .map(([, name]) => name!)
      .filter((name) => !alternatives(name).every((alternative) => isFound(alternative, paths)));
    const folders = [...text.matchAll(FOLDER)]
      .map(([, name]) => name!.replace(/\/$/, ''))
      .filter(
        (name) =>
          !alternatives(name).every((alternative) => paths.some((path) => `${path}/`.startsWith(`${alternative}/`))),
      );
    return [...links, ...names, ...folders].map((name) => ({ path: file.path, line: index + 1, message: name }));
  });
}

/** Expands `{state,store}.ts` into two names. */
function alternatives(name: string): readonly string[] {
  const match = /^(.*)\{([^}]*)\}(.*)$/.exec(name);
  return match === null
    ? [name]
    : match[2]!.split(',').flatMap((part) => alternatives(`${match[1]}${part}${match[3]}`));
}

function isFound(name: string, paths: readonly string[]): boolean {
  const pattern = name
    .split(/\*+/)
    .map((text) => text.replace(/[.+?^()[\]{}|\\$]/g, '\\$&'))
    .join('[^/]*');
  const ending = new RegExp(`(^|/)${pattern}$`);
  return paths.some((path) => ending.test(path));
}
