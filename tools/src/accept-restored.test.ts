import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAcceptance } from '@glasshouse/server/kernel/core/restored';
import { HeadFile } from '@glasshouse/server/kernel/log/durable-head';
import { withTestDatabase } from '@glasshouse/server/platform/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptRestored } from './accept-restored.ts';

const database = withTestDatabase();
let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'accept-'));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

const run = (...args: string[]) => acceptRestored(database.pool, { dataDir, args, now: 1_790_000_000_000 });

test('a new folder has nothing to accept', async () => {
  expect(await run()).toMatchObject({ ok: true });
});

test('a loss is described, and accepted only with a reason', async () => {
  const file = new HeadFile(dataDir);
  file.record({ sequence: 12, hash: Buffer.alloc(32, 3) });
  await file.close();
  const shown = await run();
  expect(shown.ok).toBe(false);
  expect(shown.lines.join('\n')).toMatch(
    /Lost: 12 entries, 1 to 12[\s\S]*as if it had never been[\s\S]*Nothing was accepted/,
  );
  expect((await run('--reason', 'short')).ok).toBe(false);
  expect(readAcceptance(dataDir)).toBeUndefined();
  expect(await run('--reason', 'the disk of the first server burnt down')).toMatchObject({ ok: true });
  expect(readAcceptance(dataDir)).toMatchObject({ acknowledged: 12, found: 0, decidedAt: 1_790_000_000_000 });
});
