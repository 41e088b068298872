import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { Connection } from './connection.ts';
import { frameOf } from './framing.ts';
import { UNREAD_BYTES_MAX } from './limits.ts';

const TEXT = 1;
const open: { close(): void }[] = [];
afterEach(() => {
  for (const resource of open.splice(0)) resource.close();
});

/** A connection and the client at its other end. */
async function connected(): Promise<{ connection: Connection; client: WebSocket; pings: () => number }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  open.push({ close: () => client.terminate() }, server);
  let pings = 0;
  client.on('ping', () => {
    pings += 1;
  });
  const [[ws, request]] = await Promise.all([once(server, 'connection'), once(client, 'open')]);
  return { connection: new Connection(ws, request.socket, 0), client, pings: () => pings };
}

test('one that was sent more than the system buffers must have read, and is not pinged', async () => {
  const { connection, client, pings } = await connected();
  const large = frameOf(TEXT, Buffer.alloc(UNREAD_BYTES_MAX + 1, 'a'));
  for (let round = 0; round < 4; round += 1) {
    const arrived = once(client, 'message');
    connection.write(large, 0);
    await arrived;
    connection.ping(0);
  }
  connection.write(frameOf(TEXT, Buffer.from('small')), 0);
  await once(client, 'message');
  expect(pings()).toBe(0);
  expect(client.readyState).toBe(WebSocket.OPEN);

  connection.ping(0);
  await once(client, 'ping');
});

test('one that does not read is pinged, and dropped when it does not answer', async () => {
  const { connection, client } = await connected();
  client.pause();
  const large = frameOf(TEXT, Buffer.alloc(1_000_000, 'a'));
  const closed = once(connection.ws, 'close');
  // The system buffers some of it over a few checks, then nothing more.
  for (let look = 0; look < 200 && connection.open; look += 1) {
    connection.write(large, 0);
    connection.ping(0);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await closed;
});
