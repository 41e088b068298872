import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderHolder, lockFolder } from './folder-lock.ts';
import { ownIdentity } from './process-identity.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasshouse-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the second process is refused and told who holds the lock; releasing it leaves a clean folder', () => {
  const first = lockFolder(folder);
  expect(lockFolder(folder)).toEqual({ ok: false, holder: ownIdentity() });
  expect(folderHolder(folder)).toEqual(ownIdentity());
  if (first.ok) first.release();
  expect(folderHolder(folder)).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock whose holder was killed is taken over', async () => {
  const script = `import { lockFolder } from '${join(import.meta.dirname, 'folder-lock.ts')}';
    console.log(lockFolder(process.argv[1]).ok); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  expect(String(line).trim()).toBe('true');
  expect(lockFolder(folder)).toMatchObject({ ok: false, holder: { pid: child.pid } });
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(lockFolder(folder).ok).toBe(true);
});

test('a lock is stale when its process id belongs to a younger process', () => {
  writeFileSync(join(folder, 'glasshouse.lock'), JSON.stringify({ pid: process.pid, birth: 'another boot/1' }));
  expect(lockFolder(folder).ok).toBe(true);
});

test('a lock file with rubbish in it does not block', () => {
  writeFileSync(join(folder, 'glasshouse.lock'), '');
  expect(lockFolder(folder).ok).toBe(true);
});
