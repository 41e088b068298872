import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { serveCalls, sleep } from '../harness/program.ts';
import { FRAMES_PER_SECOND, type SocketServerCalls } from './calls.ts';

/** Frames a bare server prepares and then repeats. */
export const FRAMES_PREPARED = 400;

/**
 * The peer: only the library, writing one prepared buffer to every socket in a loop. It does not
 * handle slow, filtered or closed clients. Frames are numbered from `firstSeq`.
 */
export function serveBare({ prepared, firstSeq }: { prepared: readonly Buffer[]; firstSeq: number }): void {
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
        const index = sent % prepared.length;
        sent += 1;
        sentAt.set(firstSeq + index, Date.now());
        const bytes = prepared[index] as Buffer;
        const startedAt = performance.now();
        for (const socket of sockets) socket.write(bytes);
        longestTurnMs = Math.max(longestTurnMs, performance.now() - startedAt);
        await sleep(1000 / FRAMES_PER_SECOND);
      }
      const { user, system } = process.cpuUsage(own);
      return { cpuMs: (user + system) / 1000, handoverCpuMs: 0, sentAt, frames, longestTurnMs, framesSkipped: 0 };
    },
    memory: () => ({ rssBytes: process.memoryUsage().rss }),
  });
}
