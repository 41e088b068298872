import type { AddressInfo, Socket } from 'node:net';
import { SharedMessage } from '@glasshouse/server/gateway/sockets/framing';
import { WebSocketServer } from 'ws';
import { serveCalls, sleep } from '../frame/program.ts';
import { FRAMES_PER_SECOND, INSTRUMENTS, type SocketServerCalls } from './calls.ts';
import { MovingMarket } from './frames.ts';

/** The peer: nothing but the library, writing one buffer, made beforehand, to every socket in one loop. No client that is slow, narrowed or gone is looked after. */
const FRAMES_PREPARED = 400;
const market = new MovingMarket(INSTRUMENTS);
const prepared = Array.from({ length: FRAMES_PREPARED }, (_, index) => {
  const rows = market
    .next()
    .map(({ code, mid, open, stale }) => ({ code, price: mid / 100, zdf: (mid % 500) / 100, open, stale }));
  const text = JSON.stringify({ type: 'update', seq: 7_180_000_000 + index, at: 0, rows });
  return new SharedMessage(text).bytes(true);
});

const sockets: Socket[] = [];
const server = new WebSocketServer({
  noServer: false,
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
      sentAt.set(7_180_000_000 + index, Date.now());
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
