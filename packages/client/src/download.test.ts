/**
 * A download reports lines and bytes as they arrive, can be cancelled at any time, and is never
 * saved in part.
 */
import { afterEach, expect, test, vi } from 'vitest';
import { Client } from './client.ts';
import { download, fileNameOf, type Received } from './download.ts';

const client = new Client({
  origin: '',
  token: () => undefined,
  book: () => 'demo',
  language: () => 'en',
  onSessionEnded: () => undefined,
});

afterEach(() => vi.unstubAllGlobals());

const answer = (body: ConstructorParameters<typeof Response>[0], init?: ResponseInit): void => {
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    signal?.throwIfAborted();
    return new Response(body, init);
  });
};
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const take = async (controller = new AbortController()) => {
  const progress: Received[] = [];
  const onReceived = (received: Received) => {
    progress.push(received);
  };
  return {
    result: await download(client, 'exportStatement', {
      query: { format: 'csv' },
      signal: controller.signal,
      onReceived,
    }),
    progress,
  };
};

test('progress grows with each chunk, and the file keeps its name and bytes', async () => {
  const pieces = new ReadableStream({
    start: (stream) => {
      for (const text of ['id,time\r\n1,', 'a\r\n2,b\r\n']) stream.enqueue(bytes(text));
      stream.close();
    },
  });
  answer(pieces, { headers: { 'content-disposition': 'attachment; filename="statement-demo.csv"' } });
  const { result, progress } = await take();
  expect(progress).toEqual([
    { bytes: 11, lines: 1 },
    { bytes: 19, lines: 3 },
  ]);
  if (result.state !== 'done') throw new Error(result.state);
  expect(result.name).toBe('statement-demo.csv');
  expect(await result.content.text()).toBe('id,time\r\n1,a\r\n2,b\r\n');
});

test('a refusal is a failure with the message of the server', async () => {
  answer(JSON.stringify({ code: 11001, message: 'Slow down.' }), { status: 429, headers: { 'retry-after': '9' } });
  expect((await take()).result).toEqual({
    state: 'failed',
    failure: { kind: 'limited', message: 'Slow down.', retryAfterSeconds: 9 },
  });
});

test('an interrupted download fails', async () => {
  const pieces = new ReadableStream({
    pull: (stream) => stream.error(new TypeError('network')),
    start: (stream) => stream.enqueue(bytes('id\r\n')),
  });
  answer(pieces);
  expect((await take()).result).toEqual({ state: 'broken' });
});

test('a download can be cancelled before and while it arrives', async () => {
  const before = new AbortController();
  before.abort();
  answer('id\r\n');
  expect((await take(before)).result).toEqual({ state: 'cancelled' });

  const during = new AbortController();
  const pieces = new ReadableStream({
    pull: (stream) => {
      during.abort();
      stream.error(during.signal.reason);
    },
  });
  answer(pieces);
  expect((await take(during)).result).toEqual({ state: 'cancelled' });
});

test.each([
  ['attachment; filename="statement-real-2026-11-21.json"', 'statement-real-2026-11-21.json'],
  ['attachment; filename=a.csv', 'a.csv'],
  ['attachment; filename="../../etc/passwd"', undefined],
  ['attachment', undefined],
  [null, undefined],
])('the file name in %s is %s', (header, name) => {
  expect(fileNameOf(header)).toBe(name);
});
