import { MARKET_SOCKET_PATH, SOCKET_PROTOCOL } from '@glasshouse/api/constants';
import type { DepthServerMessage, MarketClientMessage, MarketServerMessage } from '@glasshouse/api/sockets';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { forgetServerTime, recordServerTime } from './clock.ts';
import { Connection, type ConnectionState } from './connection.ts';
import { Cell } from './emitter.ts';
import { MarketSnapshot, type Quote } from './market-snapshot.ts';
import { type Need, Subscriptions } from './subscriptions.ts';

export type { MarketRow, Quote } from './market-snapshot.ts';

/** The one market socket of the page, the snapshot it feeds, and the hooks that read it. */
export const marketSnapshot = new MarketSnapshot();

const state = new Cell<ConnectionState>('connecting');
/** Number of the last frame: where a new link takes up the thread. */
let lastSeq: number | undefined;

/** Three heartbeats: the server sends one every ten seconds when nothing changes. */
const SILENCE_MS = 30_000;
const SUBSCRIBE_DELAY_MS = 120;

export const socketUrl = (path: string): string => `${window.location.origin.replace(/^http/, 'ws')}${path}`;

const connection = new Connection({
  open: () => {
    const resume = lastSeq === undefined ? '' : `?resume=${lastSeq}`;
    return new WebSocket(socketUrl(`${MARKET_SOCKET_PATH}${resume}`), SOCKET_PROTOCOL);
  },
  onOpen: () => {
    forgetServerTime();
    subscriptions.reset();
    depth?.onOpen();
  },
  onMessage: (message) => receive(message as MarketServerMessage | DepthServerMessage),
  onState: (next) => state.set(next),
  silenceMs: SILENCE_MS,
});

const subscriptions = new Subscriptions({
  send: (scope) => connection.send({ subscribe: scope === 'all' ? null : scope }),
  delayMs: SUBSCRIBE_DELAY_MS,
});

/** The order book of one pair comes over the same socket, with numbers of its own. */
export interface DepthPart {
  /** The link is up, for the first time or again: it knows nothing of the pair. */
  readonly onOpen: () => void;
  readonly onMessage: (message: DepthServerMessage) => void;
}
let depth: DepthPart | undefined;
export const attachDepth = (part: DepthPart): void => {
  depth = part;
};
export const sendToMarket = (message: MarketClientMessage): void => connection.send(message);

function receive(message: MarketServerMessage | DepthServerMessage): void {
  if (message.type === 'depth' || message.type === 'trades') {
    depth?.onMessage(message);
    return;
  }
  recordServerTime(message.at, Date.now());
  if (message.type !== 'heartbeat') marketSnapshot.applyRows(message.rows, message.at);
  // A frame holds the newest rows and never differences, so the number only says where to resume.
  lastSeq = message.seq;
}

export const startMarket = (): void => connection.start();
/** Hears when the link is back after a loss: bars and lists may have holes then. */
export function onMarketBack(listener: () => void): () => void {
  let lost = false;
  return state.subscribe(() => {
    const now = state.get();
    // A page that was opened without a network goes through "connecting" again before it is live.
    if (now === 'reconnecting' || now === 'offline') lost = true;
    if (now !== 'live' || !lost) return;
    lost = false;
    listener();
  });
}
export const useMarketState = (): ConnectionState => useSyncExternalStore(state.subscribe, state.get);

/**
 * Says which markets this component shows while it is mounted. Keep the array's identity while its
 * codes stay the same.
 */
export function useMarketScope(codes: readonly string[], need: Need = 'quote'): void {
  useEffect(() => subscriptions.want(codes, need), [codes, need]);
}

/**
 * One value of one quote; renders again only when that value changes. `select` must give a
 * primitive or keep identities.
 */
export function useQuote<Value>(code: string, select: (quote: Quote) => Value): Value {
  const subscribe = useCallback((listener: () => void) => marketSnapshot.subscribe(code, listener), [code]);
  return useSyncExternalStore(subscribe, () => select(marketSnapshot.quote(code)));
}
