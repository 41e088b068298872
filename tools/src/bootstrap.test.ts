import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The bootstrap, run on small scripts. Every fresh clone tests the installation. */
const BOOTSTRAP = join(import.meta.dirname, '../bootstrap.mjs');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasshouse-bootstrap-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function script(text: string): string {
  const file = join(folder, `${crypto.randomUUID()}.mjs`);
  writeFileSync(file, text);
  return file;
}

test('hands over to the pinned Node with the arguments and exits with its code', () => {
  const file = script(`console.log(process.versions.node.split('.')[0], ...process.argv.slice(2)); process.exit(7);`);
  const ran = spawnSync(process.execPath, [BOOTSTRAP, 'run', file, 'a', 'b'], { encoding: 'utf8' });
  expect({ status: ran.status, output: ran.stdout.trim() }).toEqual({ status: 7, output: '24 a b' });
});

test.each([
  [undefined, '2'],
  ['4', '4'],
])('limits the pools of memory, unless the environment does (%s)', (arenas, expected) => {
  const { MALLOC_ARENA_MAX: _, ...env } = process.env;
  const file = script('console.log(process.env.MALLOC_ARENA_MAX)');
  const ran = spawnSync(process.execPath, [BOOTSTRAP, 'run', file], {
    encoding: 'utf8',
    env: { ...env, ...(arenas === undefined ? {} : { MALLOC_ARENA_MAX: arenas }) },
  });
  expect(ran.stdout.trim()).toBe(expected);
});

test('forwards SIGTERM and waits for the exit', async () => {
  const file =
    script(`process.on('SIGTERM', () => { console.log('stopping'); setTimeout(() => process.exit(0), 100); });
    setInterval(() => {}, 1000); console.log('ready');`);
  const child = spawn(process.execPath, [BOOTSTRAP, 'run', file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines: string[] = [];
  for await (const chunk of child.stdout) {
    lines.push(...String(chunk).trim().split('\n'));
    if (lines.length === 1) child.kill('SIGTERM');
  }
  expect(lines).toEqual(['ready', 'stopping']);
  expect(await ended).toEqual([0, null]);
});

test('under npm, it stops its child when the shell in between has been killed', async () => {
  const file = script(`process.on('SIGTERM', () => { console.log('stopping'); process.exit(0); });
    setInterval(() => {}, 1000); console.log(process.ppid);`);
  const line = `"${process.execPath}" "${BOOTSTRAP}" run "${file}"; true`;
  const env = { ...process.env, npm_lifecycle_event: 'start' };
  const shell = spawn('/bin/sh', ['-c', line], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const lines: string[] = [];
  for await (const chunk of shell.stdout) {
    lines.push(...String(chunk).trim().split('\n'));
    if (lines.length === 1) shell.kill('SIGKILL');
  }
  expect(lines).toEqual([expect.stringMatching(/^\d+$/), 'stopping']);
});

test('an unknown command is refused by name', () => {
  const ran = spawnSync(process.execPath, [BOOTSTRAP, 'dance'], { encoding: 'utf8' });
  expect(ran.status).toBe(1);
  expect(ran.stderr).toContain('dance');
});
