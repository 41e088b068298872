import { type Finding, isTest, isTestHelper, type Rule, type SourceFile } from './sources.ts';

/** What each part may import besides itself. A part is a folder; the longest that matches a path counts. */
const ALLOWED: { readonly [part: string]: readonly string[] } = {
  'packages/api': [],
  'packages/rules': ['packages/api'],
  'packages/i18n': ['packages/api'],
  'packages/ui': ['packages/api', 'packages/rules', 'packages/i18n'],
  'apps/web': ['packages'],
  // The vocabulary of commands is types alone.
  'apps/server/src/platform': ['packages', 'apps/server/src/config.ts', 'apps/server/src/core/types.ts'],
  // The tick journal is written in the tape's own bytes.
  'apps/server/src/core': ['packages', 'apps/server/src/platform', 'apps/server/src/tape/codec.ts'],
  'apps/server/src/feeds': ['packages', 'apps/server/src/config.ts', ...serverParts('core', 'platform', 'markets')],
  'apps/server/src/tape': ['packages', ...serverParts('core', 'platform', 'markets', 'feeds')],
  'apps/server/src/markets': [
    'packages',
    'apps/server/src/config.ts',
    ...serverParts('core', 'platform', 'feeds', 'tape', 'transparency'),
  ],
  'apps/server/src/ledger': ['packages', ...serverParts('core', 'platform', 'tape', 'markets')],
  'apps/server/src/options': [
    'packages',
    ...serverParts('core', 'platform', 'tape', 'markets', 'ledger', 'transparency'),
  ],
  'apps/server/src/contracts': ['packages', ...serverParts('core', 'platform', 'markets', 'levels', 'transparency')],
  'apps/server/src/spot': [
    'packages',
    ...serverParts('core', 'platform', 'tape', 'markets', 'ledger', 'levels', 'transparency'),
  ],
  'apps/server/src/convert': ['packages', ...serverParts('core', 'platform', 'markets', 'transparency')],
  'apps/server/src/alerts': ['packages', ...serverParts('core', 'platform')],
  'apps/server/src/levels': ['packages', ...serverParts('core', 'platform')],
  'apps/server/src/notifications': ['packages', ...serverParts('core', 'platform')],
  'apps/server/src/identity': ['packages', ...serverParts('core', 'platform', 'ledger')],
  'apps/server/src/transparency': ['packages', ...serverParts('core', 'platform', 'tape', 'markets', 'ledger')],
  'apps/server/src/gateway': ['packages', 'apps/server/src'],
};

/** Files that join the parts together; they may import any of the server. */
const WIRING = /^apps\/server\/src\/([a-z-]+\.ts|core\/worker[a-z-]*\.ts)$/;

function serverParts(...names: readonly string[]): readonly string[] {
  return names.map((name) => `apps/server/src/${name}`);
}

function partOf(path: string): string | undefined {
  return Object.keys(ALLOWED)
    .filter((part) => path.startsWith(`${part}/`))
    .sort((left, right) => right.length - left.length)[0];
}

const importDirection: Rule = {
  name: 'imports run one way',
  check: (files) =>
    files
      .filter((file) => !isTest(file.path) && !isTestHelper(file.path) && !WIRING.test(file.path))
      .flatMap((file) => {
        const part = partOf(file.path);
        if (part === undefined) return [];
        const allowed = [part, ...ALLOWED[part]!];
        return file.imports
          .filter(
            ({ target }) =>
              target !== undefined && !allowed.some((prefix) => target === prefix || target.startsWith(`${prefix}/`)),
          )
          .map(({ line, target }) => ({ path: file.path, line, message: `${part} may not import ${target}` }));
      }),
};

const FEATURE = /^apps\/web\/src\/features\/([^/]+)\//;

const features: Rule = {
  name: 'web features do not import each other',
  check: (files) =>
    files.flatMap((file) => {
      const own = FEATURE.exec(file.path)?.[1];
      const inApp = file.path.startsWith('apps/web/src/app/') || isTest(file.path);
      return file.imports.flatMap(({ line, target }) => {
        const other = FEATURE.exec(target ?? '')?.[1];
        if (other === undefined || other === own || inApp || !file.path.startsWith('apps/web/')) return [];
        return [
          {
            path: file.path,
            line,
            message: `feature "${other}" is imported from ${own === undefined ? 'outside app/' : `feature "${own}"`}`,
          },
        ];
      });
    }),
};

const PACKAGE = /^(apps\/[^/]+|packages\/[^/]+|[^/]+)\//;

const relativePaths: Rule = {
  name: 'relative paths stay inside a package',
  check: (files) =>
    files
      .filter(({ path }) => !isTest(path))
      .flatMap((file) =>
        file.imports
          .filter(
            ({ specifier, target }) =>
              specifier.startsWith('.') && PACKAGE.exec(target ?? '')?.[0] !== PACKAGE.exec(file.path)?.[0],
          )
          .map(({ line, specifier }) => ({ path: file.path, line, message: `${specifier}: use the package name` })),
      ),
};

const fileNames: Rule = {
  name: 'files have kebab-case names',
  check: (files) =>
    files
      .filter(({ path }) => /\.(ts|tsx|mjs|css)$/.test(path) && !/\/[a-z0-9]+([.-][a-z0-9]+)*\.\w+$/.test(`/${path}`))
      .map(({ path }) => ({ path, line: 1, message: 'is not kebab-case' })),
};

const LINES_MAX = 450;

const fileLength: Rule = {
  name: `files have at most ${LINES_MAX} lines`,
  check: (files) =>
    files
      .filter(
        (file) =>
          /\.(ts|tsx|mjs|css)$/.test(file.path) &&
          !file.path.includes('.generated.') &&
          LINES_MAX < file.lines.length - 1,
      )
      .map((file) => ({ path: file.path, line: LINES_MAX, message: `${file.lines.length - 1} lines` })),
};

const deadFiles: Rule = { name: 'every file is used', check: findDeadFiles };

/** Where things start, or what a tool finds by its name. */
const ENTRIES =
  /(\.config\.ts|\/main\.tsx?|\.d\.ts|\.test\.tsx?|\.spec\.tsx?|^e2e\/.*\.ts|^packages\/[^/]+\/src\/index\.ts)$/;

/** A file is used when another one (its own test aside) imports it, names it in a string or matches it by a pattern. */
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

export const STRUCTURE_RULES: readonly Rule[] = [
  importDirection,
  features,
  relativePaths,
  fileNames,
  fileLength,
  deadFiles,
];
