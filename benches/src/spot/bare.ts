import type { AddressInfo, Socket } from 'node:net';
import { SharedMessage } from '@glasshouse/server/gateway/sockets/framing';
import { WebSocketServer } from 'ws';
import { serveCalls, sleep } from '../frame/program.ts';
import { FRAMES_PER_SECOND, type SocketServerCalls } from '../market-socket/calls.ts';
import { MovingBook } from './moving-book.ts';

/** The peer: nothing but the library, writing one buffer, made beforehand, to every socket in one loop. */
const FRAMES_PREPARED = 400;
const book = new MovingBook();
const prepared = Array.from({ length: FRAMES_PREPARED }, (_, index) =>
  new SharedMessage(book.next(index + 1, 0).depth ?? '').bytes(true),
);

const sockets: Socket[] = [];
const server = new WebSocketServer({
  port: 0,
  host: '127.0.0.1',
  backlog: 4_096,
  perMessageDeflate: { serverNoContextTakeover: true, clientNoContextTakeover: true },
});
server.on('connection', (_, request) => sockets.push(request.socket));
let sent = 0;

serveCalls<SocketServerCalls>({
  start: () => ({ port: (server.address() as AddressInfo).port }),
  async publish({ seconds }) {
    const own = process.cpuUsage();
    const sentAt = new Map<number, number>();
    const frames = seconds * FRAMES_PER_SECOND;
    let longestTurnMs = 0;
    for (let frame = 0; frame < frames; frame += 1) {
      const index = sent % FRAMES_PREPARED;
      sent += 1;
      sentAt.set(index + 1, Date.now());
      const bytes = prepared[index] as Buffer;
      const startedAt = performance.now();
      for (const socket of sockets) socket.write(bytes);
      longestTurnMs = Math.max(longestTurnMs, performance.now() - startedAt);
      await sleep(1000 / FRAMES_PER_SECOND);
    }
    const { user, system } = process.cpuUsage(own);
    return { cpuMs: (user + system) / 1000, handingOverCpuMs: 0, sentAt, frames, longestTurnMs, framesSkipped: 0 };
  },
  memory: () => ({ rssBytes: process.memoryUsage().rss }),
});
