import { writeSync } from 'node:fs';
import type { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { USER_SOCKET_PATH } from '@glasshouse/api/constants';
import { SOCKET_CLOSE } from '@glasshouse/api/sockets';
import { resumeOfUrl } from '../protocol/client-message.ts';
import { Handshake } from '../protocol/handshake.ts';
import { CLOSE_GRACE_MS, type SocketLimits } from '../protocol/limits.ts';
import type { FromSockets, SocketStats, ToSockets, UpgradeRequest } from '../protocol/messages.ts';
import { MarketHub } from './market-hub.ts';
import { UserHub } from './user-hub.ts';

/**
 * The sockets process: started by `supervisor.ts`, it talks to main over its channel and ends when
 * that is gone.
 */
const sendToMain = (message: FromSockets): void => {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
};

function serve(limits: SocketLimits): (message: ToSockets, socket: Socket | undefined) => void {
  const clock = Date.now;
  const handshake = new Handshake(limits, clock);
  const market = new MarketHub(
    limits,
    {
      askForList: () => sendToMain({ kind: 'want-list' }),
      watchDepth: (watched, isWatched) => sendToMain({ kind: 'watch-depth', market: watched, isWatched }),
    },
    clock,
  );
  const users = new UserHub(
    limits,
    {
      authenticate: (ticket, token) => sendToMain({ kind: 'authenticate', ticket, token }),
      forget: (userId, ticket) => sendToMain({ kind: 'forget', userId, ticket }),
    },
    clock,
  );
  setInterval(() => void Promise.all([market.ping(), users.ping()]), limits.pingEveryMs);
  // Four checks in each interval, so that a heartbeat is late by a quarter of it at most.
  setInterval(() => void Promise.all([market.beat(), market.depth.beat(), users.beat()]), limits.heartbeatEveryMs / 4);

  const upgrade = (request: UpgradeRequest, socket: Socket | undefined): void => {
    // Without a socket: the client left during its hand-over.
    if (socket === undefined) return;
    handshake.upgrade(request, socket, ({ path, connection, isNumbered }) => {
      if (path === USER_SOCKET_PATH) users.open(connection);
      else market.open(connection, isNumbered, resumeOfUrl(request.url));
    });
  };
  return (message, socket) => {
    if (message.kind === 'upgrade') {
      sendToMain({ kind: 'taken', ticket: message.ticket });
      upgrade(message.request, socket);
    }
    if (message.kind === 'frame') market.publish(message.frame);
    else if (message.kind === 'list') market.takeList(message.coreSeq, Buffer.from(message.json));
    else if (message.kind === 'depth') market.depth.publish(message.updates);
    else if (message.kind === 'authenticated') users.authenticated(message.ticket, message.user);
    else if (message.kind === 'events') users.publish(message.events);
    else if (message.kind === 'revoke') users.revoke(message.userIds, message.sessionIds);
    else if (message.kind === 'stats')
      sendToMain({ kind: 'stats', ticket: message.ticket, stats: statsOf(market, users) });
    else if (message.kind === 'stop') void stop(market, users);
  };
}

async function stop(market: MarketHub, users: UserHub): Promise<void> {
  const { goingAway } = SOCKET_CLOSE;
  await Promise.all([market.closeAll(goingAway, 'server stops'), users.closeAll(goingAway, 'server stops')]);
  const deadline = Date.now() + CLOSE_GRACE_MS;
  while (0 < market.size + users.size && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  process.exit(0);
}

function statsOf(market: MarketHub, users: UserHub): SocketStats {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return {
    pid: process.pid,
    marketSockets: market.size,
    userSockets: users.size,
    audiences: market.audiences.size,
    depthAudiences: market.depth.size,
    userStreams: users.streams,
    waitingBytes: market.waitingBytes + users.waitingBytes,
    framesSkipped: market.framesSkipped,
    cutOff: market.cutOff + users.cutOff,
    longestTurnMs: Math.max(market.longestTurnMs, market.depth.longestTurnMs),
    rssBytes: rss,
    heapBytes: heapUsed,
    cpuMs: (user + system) / 1000,
  };
}

// With few processors, thousands of socket writes should wait for an order, not the other way
// round.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const main = process.ppid;
let isStopping = false;
let handle: ReturnType<typeof serve> | undefined;
process.on('message', (message, socket) => {
  const received = message as ToSockets;
  if (received.kind === 'stop') isStopping = true;
  if (received.kind === 'start') handle = serve(received.limits);
  else handle?.(received, socket as Socket | undefined);
});
// Main decides when this process ends: a Ctrl-C reaches both, and main then stops this one in
// order.
process.on('SIGINT', () => {});
// Main tells it to stop before it ends. Killed, or by a crash of the runtime, it could say nothing:
// then this is the last word.
process.on('disconnect', () => {
  const msg = 'the server is gone without a word: it was killed, or crashed';
  if (!isStopping) writeSync(1, `${JSON.stringify({ level: 60, time: Date.now(), name: 'sockets', main, msg })}\n`);
  process.exit(0);
});
sendToMain({ kind: 'ready' });
