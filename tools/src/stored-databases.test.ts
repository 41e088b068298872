import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restore } from '@glasshouse/server/platform/restore';
import { openScratchDatabase, type ScratchDatabase } from '@glasshouse/server/platform/scratch-database';
import { scratchPort } from '@glasshouse/server/platform/scratch-port';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * Databases that earlier releases wrote, by their default settings: two customers with options,
 * contracts and spot orders, some of them still open. This release opens each by the
 * same settings, and `verify` finds nothing in it. The README beside them says how to make one.
 */
const FOLDER = join(import.meta.dirname, '../databases');
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.backup'));
const SERVER = join(import.meta.dirname, '../../apps/server/src/main.ts');
/** A start and a verification of everything take this long on no machine, however busy. */
const HANGS_MS = 900_000;
const COMMANDS = join(import.meta.dirname, 'glasshouse.ts');

test('the first release that can be built is among them', () => expect(FILES).toContain('6c0d4b2.backup'));

describe.each(FILES)('%s', (name) => {
  let database: ScratchDatabase;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    database = await openScratchDatabase({ migrated: false });
    env = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: database.url,
      DATA_DIR: mkdtempSync(join(tmpdir(), 'glasshouse-stored-')),
      PORT: String(await scratchPort()),
      // What a database of the product's own has by default.
      PROFILE: 'sandbox',
      LOG_LEVEL: 'error',
    };
  });
  afterAll(async () => {
    rmSync(env.DATA_DIR!, { recursive: true, force: true });
    await database.drop();
  });

  test(
    'opens by the settings of its time, and verifies clean',
    async () => {
      expect(await restore(database.url, join(FOLDER, name))).toMatchObject({ ok: true });
      expect(await runUntilReady(env)).toEqual({ isReady: true, problem: '' });
      const { status, stdout, stderr } = spawnSync(process.execPath, [COMMANDS, 'verify'], { env, encoding: 'utf8' });
      expect(`${stderr}${stdout}`).toContain('no difference');
      expect(status).toBe(0);
    },
    HANGS_MS,
  );
});

/** Starts the server, and stops it in order as soon as it serves. */
async function runUntilReady(env: NodeJS.ProcessEnv): Promise<{ isReady: boolean; problem: string }> {
  const server = spawn(process.execPath, [SERVER], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let problem = '';
  server.stderr.on('data', (chunk) => (problem += String(chunk)));
  server.stdout.on('data', (chunk) => {
    output += String(chunk);
    if (output.includes('is ready')) server.kill('SIGTERM');
  });
  await new Promise((ended) => server.once('exit', ended));
  return { isReady: output.includes('is ready'), problem: output.includes('is ready') ? '' : problem + output };
}
