import {
  SOCKET_AUTH_TIMEOUT_MS,
  SOCKET_HEARTBEAT_MS,
  SUBSCRIBE_CODES_MAX,
  USER_RESUME_EVENTS_MAX,
} from '@glasshouse/api/sockets';

/** What the sockets process allows. Every queue, ring and wait in it is bounded by one of these. */
export interface SocketLimits {
  readonly socketsMax: number;
  readonly socketsPerAddressMax: number;
  /** Codes in one `subscribe`. */
  readonly subscriptionsMax: number;
  /**
   * A market socket with more bytes buffered is skipped; it catches up once half of them have
   * drained.
   */
  readonly marketBufferBytesMax: number;
  /** A user socket with more bytes buffered is cut off: its events must not be skipped. */
  readonly userBufferBytesMax: number;
  /** A market socket that stays behind for longer than this is cut off. */
  readonly behindMsMax: number;
  readonly authTimeoutMs: number;
  /**
   * A ping goes out this often, unless frames do the same; a socket that has been silent for two of
   * them is dropped.
   */
  readonly pingEveryMs: number;
  /** Numbered market sockets and user sockets hear a heartbeat after this much silence. */
  readonly heartbeatEveryMs: number;
  /** Shortest time between two frames to a market socket. */
  readonly frameEveryMs: number;
  /** Users whose recent events are kept for `resume`. */
  readonly userStreamsMax: number;
  readonly eventsPerUserMax: number;
}

export const DEFAULT_LIMITS: SocketLimits = {
  socketsMax: 20_000,
  socketsPerAddressMax: 200,
  subscriptionsMax: SUBSCRIBE_CODES_MAX,
  marketBufferBytesMax: 256 * 1024,
  userBufferBytesMax: 256 * 1024,
  behindMsMax: 30_000,
  authTimeoutMs: SOCKET_AUTH_TIMEOUT_MS,
  pingEveryMs: 25_000,
  heartbeatEveryMs: SOCKET_HEARTBEAT_MS,
  frameEveryMs: 250,
  userStreamsMax: 20_000,
  eventsPerUserMax: USER_RESUME_EVENTS_MAX,
};

/**
 * More than systems keep for a socket that stops reading at the pace of our frames: it grows with
 * what is acknowledged, 50 to 100 kB at first. One that does keep more is found out later, when
 * that is full too and the socket falls behind.
 */
export const UNREAD_BYTES_MAX = 256 * 1024;
export const CLIENT_WINDOW_MS = 10_000;
/** Instruments of the snapshot. The default catalogue has about 520. */
export const INSTRUMENTS_MAX = 10_000;
/** Longest run of writes before other processes get their turn. */
export const NAP_EVERY_MS = 1;
/** Longest run of writes, naps included, before this process looks after other things. */
export const SLICE_MS = 5;
/** A closed socket that has not finished its closing handshake by then is destroyed. */
export const CLOSE_GRACE_MS = 2_000;
