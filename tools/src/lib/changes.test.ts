import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findChangedFiles, findMergeBase, findTestsBeside } from './changes.ts';

let folder = '';
const git = (...args: string[]): string => {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  const ran = spawnSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(ran.stderr);
  return ran.stdout.trim();
};
const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
const commit = (message: string): string => {
  git('add', '-A');
  git('commit', '-q', '-m', message);
  return git('rev-parse', 'HEAD');
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasshouse-changes-'));
  git('init', '-q', '-b', 'main');
  mkdirSync(join(folder, 'src'));
  for (const name of ['kept', 'edited', 'staged', 'deleted', 'committed']) write(`src/${name}.ts`, '1');
  write('.gitignore', '*.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('changes since main left are those committed, staged, edited and new, not those of main', () => {
  const base = commit('first');
  git('checkout', '-q', '-b', 'work');
  write('src/committed.ts', '2');
  commit('second');
  git('checkout', '-q', 'main');
  write('src/kept.ts', '2');
  commit('of main');
  git('checkout', '-q', 'work');
  write('src/staged.ts', '2');
  git('add', '-A');
  write('src/edited.ts', '2');
  write('src/new file.ts', '1');
  write('src/ignored.log', '1');
  rmSync(join(folder, 'src/deleted.ts'));
  expect(findMergeBase(folder)).toBe(base);
  expect(findChangedFiles(folder, base)).toEqual(
    ['committed', 'edited', 'new file', 'staged'].map((name) => `src/${name}.ts`),
  );
});

test('the published main comes before the local one', () => {
  const published = commit('first');
  git('update-ref', 'refs/remotes/origin/main', published);
  write('src/edited.ts', '2');
  commit('not published');
  expect(findMergeBase(folder)).toBe(published);
});

test('without main there is no merge base', () => {
  commit('first');
  git('branch', '-m', 'other');
  expect(findMergeBase(folder)).toBeUndefined();
});

test('a file that is read at run time has the tests of its folder and of the one above', () => {
  mkdirSync(join(folder, 'a/src/db/migrations'), { recursive: true });
  const beside = ['a/src/db/migrations/names.test.tsx', 'a/src/db/migrate.test.ts'];
  for (const path of ['a/src/other.test.ts', ...beside]) write(path, '');
  expect(findTestsBeside(folder, ['a/src/db/migrations/0001.sql'])).toEqual(beside);
  expect(findTestsBeside(folder, ['a/src/db/migrate.ts', 'a/src/db/README.md'])).toEqual([]);
  expect(findTestsBeside(folder, ['docs/picture.png', 'a/src/gone/gone/0001.sql'])).toEqual([]);
});
