import { sentCodes } from './codes.ts';
import { deadExports, deadFiles } from './dead-code.ts';
import { dependencies } from './dependencies.ts';
import { documents } from './documents.ts';
import { figuresFromTheLog, figuresRead } from './figures.ts';
import { importCycles, importDirection } from './layers.ts';
import { isTest, type Rule } from './sources.ts';
import { customProperties, moduleClasses, textRoles } from './styles.ts';

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

/** Other words for the role of a file in a module; `docs/architecture.md` has the list. */
const ROLES: { readonly [name: string]: string } = {
  'gather.ts': 'facts.ts',
  'order.ts': 'rows.ts',
  'orders.ts': 'rows.ts',
  'tables.ts': 'rows.ts',
  'views.ts': 'view.ts',
  'wire.ts': 'view.ts',
};
const MODULE = /^apps\/server\/src\/(?:products|money|people|operator)\/(?:[^/]+\/)*([^/]+)$/;

const roleNames: Rule = {
  name: 'a role of a file has one name',
  check: (files) =>
    files.flatMap(({ path }) => {
      const role = ROLES[MODULE.exec(path)?.[1] ?? ''];
      return role === undefined ? [] : [{ path, line: 1, message: `is called ${role} in other modules` }];
    }),
};

const LINES_MAX = 450;
/** Where a longer file says why it is one: `// long: <reason>`, above its code. */
const LONG = /^\/\/ long: \S.{8}/m;
const HEAD_CHARS = 500;

const fileLength: Rule = {
  name: `files over ${LINES_MAX} lines say why`,
  check: (files) =>
    files
      .filter(
        (file) =>
          /\.(ts|tsx|mjs|css)$/.test(file.path) &&
          !file.path.includes('.generated.') &&
          LINES_MAX < file.lines.length - 1 &&
          !LONG.test(file.text.slice(0, HEAD_CHARS)),
      )
      .map((file) => ({ path: file.path, line: LINES_MAX, message: `${file.lines.length - 1} lines` })),
};

export const STRUCTURE_RULES: readonly Rule[] = [
  importDirection,
  importCycles,
  figuresFromTheLog,
  figuresRead,
  relativePaths,
  fileNames,
  roleNames,
  fileLength,
  deadFiles,
  deadExports,
  sentCodes,
  customProperties,
  moduleClasses,
  textRoles,
  documents,
  dependencies,
];
