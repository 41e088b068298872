/**
 * A proxy that can simulate the next release: the same app with a changed page and service worker.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReleaseProxy {
  readonly url: string;
  /** From now on the page carries `data-release="new"`. */
  release(): void;
  stop(): Promise<void>;
}

/** As it is sent to a visitor, and as the worker caches it. */
const PAGES: readonly string[] = ['/', '/?shell'];
const VERSION = /\\?"version\\?":\\?"[0-9a-f]{12}/;

/** A server may close a kept connection in the moment in which it is used again. */
const fetchAgain: typeof fetch = (...args) => fetch(...args).catch(() => fetch(...args));

export async function startReleaseProxy(target: string): Promise<ReleaseProxy> {
  let released = false;
  const changed = (path: string, text: string): string => {
    if (!released) return text;
    if (PAGES.includes(path)) return text.replace('<html', '<html data-release="new"');
    return text.replace(VERSION, (found) => found.replace(/[0-9a-f]{12}$/, '0123456789ab'));
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/';
    const headers = { authorization: request.headers.authorization ?? '', 'cache-control': 'no-cache' };
    const upstream = await fetchAgain(target + path, { headers });
    const body = Buffer.from(await upstream.arrayBuffer());
    response.statusCode = upstream.status;
    for (const name of ['content-type', 'content-security-policy', 'cache-control']) {
      const value = upstream.headers.get(name);
      if (value !== null) response.setHeader(name, value);
    }
    response.end(PAGES.includes(path) || path === '/sw.js' ? changed(path, body.toString('utf8')) : body);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => {
      released = true;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
