import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

/**
 * A source file as the rules see it. Paths are relative to the repository, with forward slashes.
 */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly imports: readonly Import[];
}

export interface Import {
  readonly line: number;
  readonly specifier: string;
  /** The imported file; undefined for third-party packages. */
  readonly target: string | undefined;
}

export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

export interface Rule {
  readonly name: string;
  /** Gets all files, since some rules look at the relations between them. */
  readonly check: (files: readonly SourceFile[]) => readonly Finding[];
}

const ROOTS: readonly string[] = ['apps', 'packages', 'simulation', 'benches', 'e2e', 'tools', 'deploy', 'docs'];
const ENDINGS = /\.(ts|tsx|mts|mjs|js|css|html|json|sql|sh|yaml|yml|md|tsv)$/;
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'data', 'coverage', 'test-results', 'playwright-report']);
const DEPTH_MAX = 12;

export function readSources(root: string): readonly SourceFile[] {
  const paths: string[] = [
    'package.json',
    'vitest.config.ts',
    ...readdirSync(root).filter((name) => /\.md$|^LICENSE$/.test(name)),
  ];
  const visit = (folder: string, depth: number): void => {
    if (DEPTH_MAX < depth) throw new Error(`${folder} is nested deeper than ${DEPTH_MAX} folders`);
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) visit(path, depth + 1);
      else if (entry.isFile() && ENDINGS.test(entry.name)) paths.push(path);
    }
  };
  for (const folder of ROOTS) visit(folder, 1);
  return paths.map((path) => parseSource(path, readFileSync(join(root, path), 'utf8')));
}

export function parseSource(path: string, text: string): SourceFile {
  const lines = text.split('\n');
  const imports = /\.(ts|tsx|mts|mjs|js)$/.test(path) ? findImports(path, lines) : [];
  return { path, text, lines, imports };
}

const IMPORT = /(?:\bfrom\s+|\bimport\s*\(\s*|^\s*import\s+)(['"])([^'"]+)\1/g;

function findImports(path: string, lines: readonly string[]): readonly Import[] {
  return lines.flatMap((text, index) =>
    [...text.matchAll(IMPORT)].map((match) => {
      const specifier = match[2]!;
      return { line: index + 1, specifier, target: resolveImport(path, specifier) };
    }),
  );
}

const PACKAGE_FOLDERS: { readonly [name: string]: string } = {
  server: 'apps/server',
  client: 'packages/client',
  app: 'packages/app',
  trade: 'packages/trade',
  web: 'apps/web',
  console: 'apps/console',
  e2e: 'e2e',
  simulation: 'simulation',
  benches: 'benches',
  tools: 'tools',
};

/** Package exports whose name is not the file's path. */
const SHORT_NAMES: { readonly [name: string]: string } = { 'ui/chart': 'chart/index.ts', 'ui/icons': 'icon/icons.ts' };

function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) {
    const path = normalize(join(dirname(from), specifier.replace(/\?.*$/, ''))).replaceAll('\\', '/');
    return relative('.', path).replaceAll('\\', '/');
  }
  const match = /^@glasshouse\/([a-z0-9-]+)(?:\/(.+))?$/.exec(specifier);
  if (match === null) return undefined;
  const folder = PACKAGE_FOLDERS[match[1]!] ?? `packages/${match[1]}`;
  const inner = SHORT_NAMES[`${match[1]}/${match[2]}`] ?? match[2] ?? 'index';
  return `${folder}/src/${/\.\w+$/.test(inner) ? inner : `${inner}.ts`}`;
}

/** A finding per matching line, unless it or the line above has `tidy-allow: <reason>`. */
export function findLines(
  file: SourceFile,
  pattern: RegExp,
  message: (match: RegExpExecArray) => string | undefined,
): Finding[] {
  return file.lines.flatMap((text, index) => {
    const match = pattern.exec(text);
    const description = match === null || isAllowed(file, index) ? undefined : message(match);
    return description === undefined ? [] : [{ path: file.path, line: index + 1, message: description }];
  });
}

export function isAllowed(file: SourceFile, index: number): boolean {
  return [file.lines[index], file.lines[index - 1]].some(
    (line) => line !== undefined && /tidy-allow: \S.{8}/.test(line),
  );
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.startsWith('e2e/');
}

/**
 * Code used only by tests but kept beside its subject: `test-instruments.ts`,
 * `scratch-database.ts`.
 */
export function isTestHelper(path: string): boolean {
  return /\/(test|scratch)-[^/]*$|\/testing\//.test(path);
}
