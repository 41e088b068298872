import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const MODULE = join(import.meta.dirname, 'last-words.ts');
const LOG = join(import.meta.dirname, 'log.ts');

/** What a process says that does this, line by line. */
function runProgram(program: string): { readonly status: number | null; readonly lines: readonly { msg: string }[] } {
  const source = `
    import { createLog } from ${JSON.stringify(LOG)};
    import { lastWords } from ${JSON.stringify(MODULE)};
    const words = lastWords(createLog({ level: 'info', name: 'main', readable: false }));
    ${program}`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', source], {
    encoding: 'utf8',
  });
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return { status, lines: lines.map((line) => JSON.parse(line) as { msg: string }) };
}

test.each([
  ['calls exit', 'setTimeout(() => process.exit(3), 5)', 3],
  ['waits for what never comes', 'await new Promise(() => {})', 13],
])('a process that %s says that nothing said why', (_what, program, status) => {
  const { status: found, lines } = runProgram(program);
  expect(found).toBe(status);
  expect(lines.at(-1)).toMatchObject({ msg: 'the server ends, and nothing said why', level: 60, status });
});

test('what was logged is written, whatever comes next', () => {
  const { lines } = runProgram("process.kill(process.pid, 'SIGKILL')");
  expect(lines).toEqual([]);
  const logged = runProgram(`
    createLog({ level: 'info', name: 'core', readable: false }).warn('the database failed');
    process.kill(process.pid, 'SIGKILL')`);
  expect(logged.lines).toMatchObject([{ msg: 'the database failed' }]);
});

test('of a server that is killed, its sockets say that it is gone', () => {
  const sockets = join(import.meta.dirname, '../realtime/fanout/process.ts');
  const { lines } = runProgram(`
    const { fork } = await import('node:child_process');
    const child = fork(${JSON.stringify(sockets)}, [], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.on('message', () => process.kill(process.pid, 'SIGKILL'));`);
  expect(lines).toMatchObject([{ name: 'sockets', level: 60, msg: expect.stringContaining('gone without a word') }]);
});

test('a thread that is ended has said what it logged', () => {
  const thread = `import(${JSON.stringify(LOG)}).then(({ createLog }) => {
    createLog({ level: 'info', name: 'core', readable: false }).warn('the last of the core');
    process.exit(0);
  })`;
  const { lines } = runProgram(`
    const { Worker } = await import('node:worker_threads');
    new Worker(${JSON.stringify(thread)}, { eval: true }).on('exit', () => process.exit(0));`);
  expect(lines[0]).toMatchObject({ msg: 'the last of the core' });
});

test('the first reason is the last word', () => {
  const { lines } = runProgram("words.because('SIGTERM'); words.because('the core ended'); process.exit(0)");
  expect(lines).toMatchObject([{ msg: 'the server ends', reason: 'SIGTERM', status: 0 }]);
});
