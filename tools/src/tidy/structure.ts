import { deadExports, deadFiles } from './dead-code.ts';
import { dependencies } from './dependencies.ts';
import { documents } from './documents.ts';
import { figuresFromTheLog } from './figures.ts';
import { importCycles, importDirection } from './layers.ts';
import { isTest, type Rule } from './sources.ts';
import { customProperties } from './styles.ts';

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

export const STRUCTURE_RULES: readonly Rule[] = [
  importDirection,
  importCycles,
  figuresFromTheLog,
  relativePaths,
  fileNames,
  fileLength,
  deadFiles,
  deadExports,
  customProperties,
  documents,
  dependencies,
];
