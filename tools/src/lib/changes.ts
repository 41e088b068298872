import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** The newest of these that exists: what others will compare with. */
const MAIN_BRANCHES = ['origin/main', 'main'];

/** The commit at which the present branch left main; undefined where there is no such branch. */
export function findMergeBase(root: string): string | undefined {
  const main = MAIN_BRANCHES.find((name) => git(root, 'rev-parse', '--verify', '--quiet', name) !== undefined);
  return main === undefined ? undefined : git(root, 'merge-base', 'HEAD', main)?.trim();
}

/**
 * Files that differ from the commit, committed or not, new ones included; not the deleted ones.
 * Relative to the repository, with forward slashes.
 */
export function findChangedFiles(root: string, since: string): readonly string[] {
  const outputs = [
    git(root, 'diff', '--name-only', '--diff-filter=d', '-z', since),
    git(root, 'ls-files', '--others', '--exclude-standard', '-z'),
  ];
  if (outputs.includes(undefined)) throw new Error(`git cannot compare with ${since}`);
  return [...new Set(outputs.flatMap((output) => output!.split('\0')).filter((path) => path !== ''))].toSorted();
}

/** Test files that import a changed file, directly or through others, by the graph of vitest. */
export function findAffectedTests(root: string, since: string): readonly string[] {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const ran = spawnSync(process.execPath, [vitest, 'list', '--changed', since, '--filesOnly', '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (ran.status !== 0) throw new Error(`vitest cannot list tests: ${ran.stderr}`);
  const listed = JSON.parse(ran.stdout) as readonly { readonly file: string }[];
  return listed.map(({ file }) => relative(root, file).split(sep).join('/'));
}

/** Imported by name or not at all. */
const IN_GRAPH = /\.(tsx?|mjs|css|md)$/;

/**
 * Test files of the folder, and of the one above, of each changed file that is read at run time,
 * such as a migration: the graph of imports does not know it.
 */
export function findTestsBeside(root: string, changed: readonly string[]): readonly string[] {
  const folders = changed
    .filter((path) => path.includes('/src/') && !IN_GRAPH.test(path))
    .flatMap((path) => [dirname(path), dirname(dirname(path))]);
  return [...new Set(folders)].flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder))
          .filter((name) => /\.test\.tsx?$/.test(name))
          .map((name) => `${folder}/${name}`)
      : [],
  );
}

function git(root: string, ...args: readonly string[]): string | undefined {
  const ran = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return ran.status === 0 ? ran.stdout : undefined;
}
