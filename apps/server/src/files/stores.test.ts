/** One contract for both stores: a folder, and a bucket on a real S3 server. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EnvReader } from '../platform/env-reader.ts';
import { folderStore } from './folder-store.ts';
import { s3Store } from './s3-store.ts';
import { readFileSettings } from './settings.ts';
import type { FileStore } from './store.ts';
import { type S3Server, startS3Server } from './testing/s3-server.ts';

const NAME = 'Aa0_-Aa0_-Aa0_-Aa0';
let folder: string;
let server: S3Server;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'glasshouse-files-'));
  server = await startS3Server();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});

describe.each<[string, () => FileStore]>([
  ['folder', () => folderStore(folder)],
  ['bucket', () => s3Store(server.settings)],
])('a %s', (_kind, open) => {
  test('returns what was put, replaces and deletes it', async () => {
    const store = open();
    expect(await store.open(NAME)).toBeUndefined();
    await store.put(NAME, Buffer.from('first'));
    expect(await store.open(NAME)).toEqual(Buffer.from('first'));
    const large = Buffer.alloc(3_000_000, 7);
    await store.put(NAME, large);
    expect((await store.open(NAME))?.equals(large)).toBe(true);
    await store.delete(NAME);
    expect(await store.open(NAME)).toBeUndefined();
    await store.delete(NAME);
  });

  test.each([
    '../../../etc/passwd',
    'a/b',
    '',
    '.',
    'short',
    'with space in the name',
    'x'.repeat(65),
    '..%2f..%2f..%2fetc',
  ])('takes no name that leads elsewhere: %j', async (name) => {
    const store = open();
    await expect(async () => store.put(name, Buffer.from('x'))).rejects.toThrow('not the name of a file');
    await expect(async () => store.open(name)).rejects.toThrow('not the name of a file');
    await expect(async () => store.delete(name)).rejects.toThrow('not the name of a file');
  });

  test('many at once', async () => {
    const store = open();
    const names = Array.from({ length: 12 }, (_none, index) => `many-files-at-once-${index}`);
    await Promise.all(names.map((name) => store.put(name, Buffer.from(name))));
    expect(await Promise.all(names.map(async (name) => String(await store.open(name))))).toEqual(names);
  });

  test('takes nothing larger than an upload can be', async () => {
    await expect(open().put(NAME, Buffer.alloc(52 * 1024 * 1024))).rejects.toThrow('too large');
  });
});

test('files of the folder are for their owner only, and none is left half written', async () => {
  await folderStore(folder).put(NAME, Buffer.from('x'));
  expect(statSync(join(folder, 'Aa', NAME)).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, 'Aa'))).toEqual([NAME]);
  expect(readFileSync(join(folder, 'Aa', NAME), 'utf8')).toBe('x');
});

test('a bucket that refuses the key, is unknown or is gone fails every call', async () => {
  const wrong = s3Store({ ...server.settings, secretAccessKey: 'wrong' });
  await expect(wrong.put(NAME, Buffer.from('x'))).rejects.toThrow('403');
  await expect(wrong.open(NAME)).rejects.toThrow('403');
  await expect(wrong.delete(NAME)).rejects.toThrow('403');
  const unknown = s3Store({ ...server.settings, bucket: 'elsewhere' });
  await expect(unknown.put(NAME, Buffer.from('x'))).rejects.toThrow('404');
  const gone = s3Store({ ...server.settings, endpoint: 'http://127.0.0.1:9' });
  await expect(gone.put(NAME, Buffer.from('x'))).rejects.toThrow();
});

describe('FILES_URL', () => {
  const read = (value: string | undefined) => {
    const reader = new EnvReader({ FILES_URL: value });
    return { settings: readFileSettings(reader), problems: reader.problems };
  };

  test('left out, it is the folder', () => {
    expect(read(undefined)).toEqual({ settings: { kind: 'folder' }, problems: [] });
  });

  test.each([
    [
      's3://AKIA:se%2Fcret@s3.eu-central-1.amazonaws.com/papers?region=eu-central-1',
      { endpoint: 'https://s3.eu-central-1.amazonaws.com', region: 'eu-central-1', secretAccessKey: 'se/cret' },
    ],
    [
      's3://a:b@minio/papers?endpoint=http://127.0.0.1:9000/',
      { endpoint: 'http://127.0.0.1:9000', region: 'us-east-1' },
    ],
  ])('%s', (url, expected) => {
    const { settings, problems } = read(url);
    expect(problems).toEqual([]);
    expect(settings).toMatchObject({ kind: 's3', bucket: 'papers', ...expected });
  });

  test.each([
    'https://key:hidden@host/papers',
    's3://host/papers',
    's3://key:hidden@host',
    's3://key:hidden@host/a/b',
    's3://key:hidden@host/papers?acl=public',
    's3://key:hidden@host/papers?endpoint=ftp://host',
    'papers',
  ])('%s is refused without repeating the secret', (url) => {
    const { problems } = read(url);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('FILES_URL');
    expect(problems[0]).not.toContain('hidden');
  });
});
