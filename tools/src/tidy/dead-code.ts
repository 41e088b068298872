import { type Finding, isTest, type Rule, type SourceFile } from './sources.ts';

export const deadFiles: Rule = { name: 'every file is used', check: findDeadFiles };

/** Entry points, and files a tool finds by name. */
const ENTRIES =
  /(\.config\.ts|\/main\.tsx?|\/painting\/paint\.tsx|\.d\.ts|\.test\.tsx?|\.spec\.tsx?|^e2e\/.*\.ts|^packages\/[^/]+\/src\/index\.ts)$/;

/**
 * A file is used when another one, other than its test, imports it, names it in a string or matches
 * it by a pattern.
 */
function findDeadFiles(files: readonly SourceFile[]): readonly Finding[] {
  const users = new Map<string, Set<string>>();
  const use = (target: string, user: string): void => {
    const known = users.get(target);
    if (known === undefined) users.set(target, new Set([user]));
    else known.add(user);
  };
  const namedBy = new Map<string, Set<string>>();
  const patterns: { readonly pattern: RegExp; readonly user: string }[] = [];
  for (const file of files) {
    for (const { target } of file.imports) if (target !== undefined) use(target, file.path);
    for (const [, name] of file.text.matchAll(/([\w.-]+\.(?:ts|tsx|mjs|css|sql|js))\b/g)) {
      const known = namedBy.get(name!) ?? new Set();
      known.add(file.path);
      namedBy.set(name!, known);
    }
    for (const [, text] of file.text.matchAll(
      /['"`]([^'"`\n]*(?:\$\{[^}]*\}|\*)[^'"`\n]*\.(?:ts|tsx|js|json|css))['"`]/g,
    )) {
      const tail = text!.split('/').map((part) => escapePattern(part));
      patterns.push({
        pattern: new RegExp(`(^|/)${tail.filter((part) => part !== '\\.' && part !== '\\.\\.').join('/')}$`),
        user: file.path,
      });
    }
  }
  return files
    .filter(({ path }) => /\.(ts|tsx|mjs|css)$/.test(path) && !ENTRIES.test(path))
    .filter(({ path }) => {
      const ownTest = path.replace(/\.(tsx?)$/, '.test.$1');
      const base = path.split('/').at(-1)!;
      const found = [...(users.get(path) ?? []), ...(namedBy.get(base) ?? [])].some(
        (user) => user !== path && user !== ownTest,
      );
      return !found && !patterns.some(({ pattern, user }) => user !== path && pattern.test(path));
    })
    .map(({ path }) => ({ path, line: 1, message: 'nothing imports this file' }));
}

function escapePattern(part: string): string {
  return part
    .split(/\$\{[^}]*\}|\*+/)
    .map((text) => text.replace(/[.+?^()[\]{}|\\$]/g, '\\$&'))
    .join('[^/]*');
}

export const deadExports: Rule = { name: 'every export is used', check: findDeadExports };

const EXPORT = /^export (?:async |abstract |declare )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
const RE_EXPORT = /\bexport\s+(?:type\s+)?(?:\*|\{[^}]*\})\s*from\b/;

/** An exported name that no file importing it, directly or through a re-export, mentions. */
function findDeadExports(files: readonly SourceFile[]): readonly Finding[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const importers = new Map<string, SourceFile[]>();
  for (const file of files) {
    for (const target of new Set(file.imports.flatMap(({ target }) => target ?? []))) {
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  const usersOf = (path: string, seen: Set<string>): SourceFile[] =>
    (importers.get(path) ?? [])
      .filter((user) => !seen.has(user.path) && seen.add(user.path))
      .flatMap((user) => [user, ...(RE_EXPORT.test(user.text) ? usersOf(user.path, seen) : [])]);
  return [...byPath.values()]
    .filter(({ path }) => /\.tsx?$/.test(path) && !isTest(path) && !ENTRIES.test(path))
    .flatMap((file) => {
      const users = usersOf(file.path, new Set());
      return [...file.text.matchAll(EXPORT)].flatMap(({ 1: name, index }) => {
        const word = new RegExp(`\\b${name}\\b`, 'g');
        // A name the file uses itself may be exported too, such as the type of a parameter.
        const isUsed = 1 < file.text.match(word)!.length || users.some(({ text }) => text.match(word) !== null);
        const line = file.text.slice(0, index).split('\n').length;
        return isUsed ? [] : [{ path: file.path, line, message: `nothing imports ${name}` }];
      });
    });
}
