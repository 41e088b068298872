import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page as a chat of somebody else sends it: a container, and a loader that fills it. */
const PAGE = '<!doctype html><title>Chat</title><main id="chat"></main><script src="/loader.js"></script>';
/** Shows the language that it was told, and whether it reaches the page that frames it. */
const LOADER = `
const say = (text) => document.getElementById('chat').append(Object.assign(document.createElement('p'), { textContent: text }));
say('Chat in ' + new URLSearchParams(location.search).get('locale'));
try {
  say('Session: ' + parent.localStorage.getItem('language'));
} catch {
  say('Session out of reach');
}`;

export interface Widget {
  readonly origin: string;
  /** As the operator sets it. */
  readonly template: string;
  /** What browsers asked for, in order. */
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

/** A chat of somebody else, at an origin of its own on this machine. */
export async function startWidget(): Promise<Widget> {
  const requests: string[] = [];
  const server = createServer(({ url = '/' }, response) => {
    requests.push(url);
    const isLoader = url === '/loader.js';
    response.writeHead(200, { 'content-type': isLoader ? 'text/javascript' : 'text/html; charset=utf-8' });
    response.end(isLoader ? LOADER : PAGE);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    template: `${origin}/widget?website_token=abc&locale={language}`,
    requests,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
