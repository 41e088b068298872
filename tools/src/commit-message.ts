/**
 * The commit-msg hook: checks the message in the file that git names against CONTRIBUTING.md.
 * `npm run install-hooks` installs it.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findMessageProblems } from './lib/commit-rules.ts';

/** What nobody wrote by hand. */
const GENERATED = [':(exclude)package-lock.json', ':(exclude)*.generated.*'];

const file = process.argv[2];
if (file === undefined) throw new Error('usage: commit-message.ts <file of the message>');
const staged = spawnSync('git', ['diff', '--cached', '--numstat', '--', '.', ...GENERATED], { encoding: 'utf8' });
if (staged.status !== 0) throw new Error(staged.stderr);
const changedLines = staged.stdout
  .split('\n')
  .flatMap((line) => line.split('\t').slice(0, 2))
  // Binary files have a dash.
  .reduce((sum, count) => sum + (Number(count) || 0), 0);
const problems = findMessageProblems(readFileSync(file, 'utf8'), changedLines);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
