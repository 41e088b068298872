import type { MarketFrame, SequencedUserEvent } from '../kernel/core/bus.ts';
import type { MarketSnapshot } from '../market-data/snapshot/market-snapshot.ts';
import type { SessionStore } from '../people/auth/sessions.ts';
import type { Log } from '../platform/log.ts';
import { type Sockets, startSockets } from '../realtime/fanout/supervisor.ts';
import type { Instruments } from './instruments.ts';
import type { Engine } from './start-engine.ts';

export interface ConnectSocketsDeps {
  readonly engine: Engine;
  readonly snapshot: MarketSnapshot;
  readonly sessions: SessionStore;
  readonly instruments: Instruments;
  /** Who holds the token of a conversation with support, by its number below zero. */
  readonly visitorOf: (token: string) => Promise<number | undefined>;
  readonly log: Log;
}

export interface ConnectedSockets extends Sockets {
  /** Whether the core has sent its first frame. */
  hasFrame(): boolean;
}

/** Events that carry an order with the name of its instrument. */
const NAMED_EVENTS: ReadonlySet<string> = new Set(['options.order', 'contracts.order', 'alert']);

/** Starts the sockets, and passes on to them what the core publishes. */
export async function connectSockets(deps: ConnectSocketsDeps): Promise<ConnectedSockets> {
  const { engine, snapshot, sessions, instruments, log } = deps;
  let newest: MarketFrame | undefined;
  const sockets = await startSockets({
    log,
    authenticate: async (token) => {
      const session = await sessions.find(token);
      if (session !== undefined) return { userId: session.userId, sessionId: session.id };
      const visitor = await deps.visitorOf(token);
      return visitor === undefined ? undefined : { userId: visitor, sessionId: visitor };
    },
    precisionOf: (code) => instruments.precisionOf(code) ?? 0,
    watchDepth: (market, isWatched) => engine.depth.watchDepth(market, isWatched),
    marketList: () =>
      newest === undefined ? undefined : { seq: newest.seq, json: Buffer.from(snapshot.listJson(new Set())) },
  });
  const named = (event: SequencedUserEvent): SequencedUserEvent => {
    if (!NAMED_EVENTS.has(event.kind)) return event;
    const order = event.data as { readonly code: string };
    return { ...event, data: { ...order, name: instruments.nameOf(order.code) } };
  };
  engine.depth.onDepth((update) => sockets.publishDepth(update));
  sessions.onRevoked((sessionIds) => sockets.revoke({ sessionIds }));
  engine.bus.onMarketFrame((frame) => {
    snapshot.apply(frame);
    newest = frame;
    sockets.publishFrame(frame);
  });
  engine.bus.onUserEvents(
    (events) => sockets.publishUserEvents(events.map(named)),
    (userId) => sockets.watches(userId),
  );
  return Object.assign(sockets, { hasFrame: () => newest !== undefined });
}
