import type { DepthMarket, DepthUpdate, SequencedUserEvent } from '../../kernel/core/bus.ts';
import type { SocketLimits } from './limits.ts';
import type { SocketFrame } from './socket-frame.ts';

/**
 * Who a token belongs to. `sessionId` so that revoking one device closes the sockets of that device
 * only.
 */
export interface SocketUser {
  readonly userId: number;
  readonly sessionId: number;
}

/** The request line and headers of an upgrade; the socket itself travels beside the message. */
export interface UpgradeRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  /** Bytes that the client sent after the headers. */
  readonly head: Uint8Array;
  /** Where the client comes from, for the bound per address. */
  readonly address: string;
}

export type ToSockets =
  | { readonly kind: 'start'; readonly limits: SocketLimits }
  | { readonly kind: 'upgrade'; readonly ticket: number; readonly request: UpgradeRequest }
  | { readonly kind: 'frame'; readonly frame: SocketFrame }
  /** The market list as `listMarkets` answers it, and the core frame whose prices it holds. */
  | { readonly kind: 'list'; readonly coreSeq: number; readonly json: Uint8Array }
  | { readonly kind: 'depth'; readonly updates: readonly DepthUpdate[] }
  | { readonly kind: 'authenticated'; readonly ticket: number; readonly user: SocketUser | null }
  | { readonly kind: 'events'; readonly events: readonly SequencedUserEvent[] }
  | { readonly kind: 'revoke'; readonly userIds: readonly number[]; readonly sessionIds: readonly number[] }
  | { readonly kind: 'stats'; readonly ticket: number }
  | { readonly kind: 'stop' };

export type FromSockets =
  | { readonly kind: 'ready' }
  /** The socket of this hand-over has arrived. */
  | { readonly kind: 'taken'; readonly ticket: number }
  | { readonly kind: 'want-list' }
  /** The first client has come to watch an order book, or the last one has gone. */
  | { readonly kind: 'watch-depth'; readonly market: DepthMarket; readonly isWatched: boolean }
  | { readonly kind: 'authenticate'; readonly ticket: number; readonly token: string }
  /**
   * The events of this user are no longer kept; main may stop sending them, unless it has answered
   * a later ticket of theirs than this.
   */
  | { readonly kind: 'forget'; readonly userId: number; readonly ticket: number }
  | { readonly kind: 'stats'; readonly ticket: number; readonly stats: SocketStats };

export interface SocketStats {
  readonly pid: number;
  readonly marketSockets: number;
  readonly userSockets: number;
  readonly audiences: number;
  /** Order books that somebody watches. */
  readonly depthAudiences: number;
  readonly userStreams: number;
  /** Bytes that wait for slow clients, shared buffers counted once for each. */
  readonly waitingBytes: number;
  readonly framesSkipped: number;
  readonly cutOff: number;
  /** Longest turn of a fan-out so far, ms. */
  readonly longestTurnMs: number;
  readonly rssBytes: number;
  readonly heapBytes: number;
  /** User and system time of the process since it started, ms. */
  readonly cpuMs: number;
}
