import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerTreeFiles } from './tree-files.ts';

const requested: string[] = [];
const app = Fastify({ exposeHeadRoutes: false, routerOptions: { maxParamLength: 64 } });
registerTreeFiles(app, async (log, path) => {
  requested.push(`${log} ${path}`);
  if (log !== 'log') return undefined;
  return path === 'checkpoint' ? Buffer.from('head\n') : Uint8Array.of(1, 2, 3);
});
const get = (path: string) => app.inject({ method: 'GET', url: path });

test('a head is text that is soon requested for again, and any site may read it', async () => {
  const answer = await get('/tlog/log/checkpoint');
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe('head\n');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=5',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  });
});

test('a full tile never changes; a partial one is dropped some day', async () => {
  const full = await get('/tlog/log/tile/0/x001/x234/067');
  expect([...full.rawPayload]).toEqual([1, 2, 3]);
  expect(full.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const partial = await get('/tlog/log/tile/entries/000.p/17');
  expect(partial.headers['cache-control']).toBe('public, max-age=3600');
});

test('another log or path is not there, and no store is requested for a path that none has', async () => {
  expect((await get('/tlog/other/checkpoint')).statusCode).toBe(404);
  requested.length = 0;
  for (const path of [
    'tile/0/1',
    'tile/0/000.p/256',
    'tile/99/000',
    '..%2f..%2fkeys%2ftape.pem',
    'tile/0/%2e%2e/000',
    '',
  ]) {
    const answer = await get(`/tlog/log/${path}`);
    expect([path, answer.statusCode]).toEqual([path, 404]);
    expect(answer.headers['cache-control']).toBe('no-store');
  }
  expect(requested).toEqual([]);
});
