import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSockets } from '@glasshouse/server/realtime/fanout/supervisor';
import { serveCalls, sleep } from '../harness/program.ts';
import { FRAMES_PER_SECOND, type SocketServerCalls } from './calls.ts';

export interface OurFrames {
  /** Sends frame number `seq`. */
  readonly publish: (sockets: Awaited<ReturnType<typeof startSockets>>, seq: number) => void;
  /** Called when the first watcher of an order book arrives or the last one leaves. */
  readonly watchDepth?: () => void;
}

/** The sockets process as in production, fed with these frames instead of a core. */
export async function serveOurs({ publish, watchDepth = () => {} }: OurFrames): Promise<void> {
  const silent = () => {};
  const sockets = await startSockets({
    log: { info: silent, warn: silent, error: console.error } as never,
    authenticate: async () => undefined,
    precisionOf: () => 2,
    marketList: () => undefined,
    watchDepth,
    limits: { socketsPerAddressMax: 20_000 },
  });
  const server = createServer((_, response) => void response.end());
  server.on('upgrade', (request, socket, head) =>
    sockets.handOver(request, socket, head, request.socket.remoteAddress ?? ''),
  );
  let seq = 0;

  serveCalls<SocketServerCalls>({
    async start() {
      await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, resolve));
      return { port: (server.address() as AddressInfo).port };
    },
    async publish({ seconds }) {
      const before = await sockets.stats();
      const own = process.cpuUsage();
      const frames = seconds * FRAMES_PER_SECOND;
      for (let frame = 0; frame < frames; frame += 1) {
        seq += 1;
        publish(sockets, seq);
        await sleep(1000 / FRAMES_PER_SECOND);
      }
      const { user, system } = process.cpuUsage(own);
      const after = await sockets.stats();
      return {
        cpuMs: after.cpuMs - before.cpuMs,
        handoverCpuMs: (user + system) / 1000,
        sentAt: new Map(),
        frames,
        longestTurnMs: after.longestTurnMs,
        framesSkipped: after.framesSkipped - before.framesSkipped,
      };
    },
    async memory() {
      const { rssBytes } = await sockets.stats();
      return { rssBytes };
    },
  });
}
