import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dataDirProblem } from './data-dir.ts';
import { lockFolder } from './folder-lock.ts';
import { heldProblem, openDatabaseForServer } from './open-database.ts';
import { portProblem } from './port-problem.ts';
import { cannotMount, mountSmall, type SmallFileSystem } from './testing/small-file-system.ts';

/** Each start that cannot be names its cause in one line, and leaves nothing behind. */
const MAIN = join(import.meta.dirname, '../main.ts');
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasshouse-start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const missing = cannotMount();

describe.skipIf(missing !== undefined)(
  `on a small file system${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    let small: SmallFileSystem;
    beforeEach(() => {
      small = mountSmall('8m');
    });
    afterEach(() => small.unmount());

    test('a read-only one is named, and no folder is made on it', async () => {
      small.makeReadOnly();
      const dataDir = join(small.folder, 'srv/data');
      const opened = await openDatabaseForServer({ dataDir, databaseUrl: undefined });
      expect(opened).toEqual({
        ok: false,
        problem: expect.stringMatching(/^.* is on a file system that is read-only\. .*$/),
      });
      expect(readdirSync(small.folder)).toEqual([]);
    });

    test('a full one is refused before a cluster is made, with what is left and what is needed', async () => {
      const dataDir = join(small.folder, 'srv/data');
      const opened = await openDatabaseForServer({ dataDir, databaseUrl: undefined });
      expect(opened).toEqual({
        ok: false,
        problem: expect.stringMatching(/^.* has 8 MB left, and a start needs 256 MB\. .*$/),
      });
      expect(readdirSync(small.folder)).toEqual([]);
    });

    test('with the database elsewhere, little room is enough, and none is not', () => {
      const dataDir = join(small.folder, 'data');
      expect(dataDirProblem(dataDir, { isEmbedded: false })).toBeUndefined();
      writeFileSync(join(small.folder, 'filler'), Buffer.alloc(6 * 1024 * 1024));
      expect(dataDirProblem(dataDir, { isEmbedded: false })).toContain('left, and a start needs 4 MB');
      expect(readdirSync(dataDir)).toEqual([]);
    });
  },
);

test('a file in the place of the folder is named', () => {
  const file = join(folder, 'data');
  writeFileSync(file, '');
  for (const dataDir of [file, join(file, 'below')])
    expect(dataDirProblem(dataDir, { isEmbedded: false })).toContain('is a file where a folder should be');
});

test('the process that holds the folder is named, and nothing is written', async () => {
  const lock = lockFolder(folder);
  expect(heldProblem(folder)).toBe(
    `Process ${process.pid} uses ${folder} already. Stop it first, or set another DATA_DIR.`,
  );
  expect(readdirSync(folder)).toEqual(['glasshouse.lock']);
  if (lock.ok) lock.release();
  expect(heldProblem(folder)).toBeUndefined();
});

test('a port that is taken is named; one that is free, and any free one, are none to speak of', async () => {
  const { port, close } = await takenPort();
  expect(await portProblem({ port, host: '127.0.0.1' })).toBe(
    `Port ${port} at 127.0.0.1 is taken by another program. Stop it, or set another PORT.`,
  );
  await close();
  expect(await portProblem({ port, host: '127.0.0.1' })).toBeUndefined();
  expect(await portProblem({ port: 0, host: '127.0.0.1' })).toBeUndefined();
});

describe('the whole server', () => {
  test('with its port taken ends in one line, and no data folder is made', async () => {
    const { port, close } = await takenPort();
    const dataDir = join(folder, 'data');
    const { status, lines } = await start({ PORT: String(port), DATA_DIR: dataDir });
    await close();
    expect({ status, lines }).toEqual({
      status: 1,
      lines: [expect.stringMatching(`^Port ${port} at 127.0.0.1 is taken`)],
    });
    expect(existsSync(dataDir)).toBe(false);
  });

  test('without its database ends in one line, and leaves no lock', async () => {
    const { port, close } = await takenPort();
    await close();
    const { status, lines } = await start({
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: `postgresql://nobody:secret@127.0.0.1:${port}/none`,
    });
    expect({ status, lines }).toEqual({
      status: 1,
      lines: [`No database answers at 127.0.0.1:${port}. Start it, or correct DATABASE_URL.`],
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});

/** What the operator reads: lines that are not of the log. */
async function start(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += String(chunk);
    });
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, lines: text.split('\n').filter((line) => line !== '') };
}

async function takenPort() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.close();
    await once(server, 'close');
  };
  return { port, close };
}
