import { SOCKET_CLOSE } from '@glasshouse/api/sockets';
import type { Connection } from '../protocol/connection.ts';
import type { SharedMessage } from '../protocol/framing.ts';
import type { SocketLimits } from '../protocol/limits.ts';
import { type Audience, FROM_NOTHING } from './audience.ts';
import type { DepthAudience } from './depth-audience.ts';
import type { SnapshotStream } from './snapshot-stream.ts';

/** Frame number of a plain client that waits for the market list. */
export const NOT_OPENED = -2;

/** The order book that a client watches, and how far it has come there. */
export interface Watching {
  readonly audience: DepthAudience<MarketClient>;
  depth: number;
  trades: number;
  /** It has heard nothing of the book yet, not even that there are no trades. */
  isNew: boolean;
}

export type DeliveryResult = 'sent' | 'nothing' | 'skipped' | 'cut-off';

/** One market socket: what it watches and how far it has come. */
export class MarketClient {
  readonly connection: Connection;
  readonly isNumbered: boolean;
  audience: Audience;
  /** Every frame up to this number is sent, or needs no sending. */
  sentSeq = NOT_OPENED;
  watching: Watching | undefined;
  /** Since when its buffer has been too full to write to; undefined when it keeps up. */
  #behindSinceMs: number | undefined;

  constructor(connection: Connection, isNumbered: boolean, audience: Audience) {
    this.connection = connection;
    this.isNumbered = isNumbered;
    this.audience = audience;
  }

  /**
   * Sends what changed since the last message. A client whose buffer is full is passed over: it
   * gets the newest rows once it has read, or is cut off when it does not. So no more than the
   * bound plus one message ever waits for it.
   */
  catchUp(stream: SnapshotStream, limits: SocketLimits, now: number): DeliveryResult {
    const { connection, audience, sentSeq } = this;
    if (!connection.open || sentSeq === NOT_OPENED || sentSeq === stream.seq) return 'nothing';
    const hindrance = this.hindrance(limits, now);
    if (hindrance !== undefined) return hindrance;
    this.sentSeq = stream.seq;
    return this.send(audience.since(sentSeq, audience.dialectFor(this.isNumbered)), now);
  }

  /**
   * Why it cannot be written to now: its buffer is full, and it is passed over, or cut off when
   * that lasts.
   */
  hindrance(limits: SocketLimits, now: number): 'skipped' | 'cut-off' | undefined {
    const { connection } = this;
    const allowed = this.#behindSinceMs === undefined ? limits.marketBufferBytesMax : limits.marketBufferBytesMax / 2;
    if (connection.waitingBytes <= allowed) {
      this.#behindSinceMs = undefined;
      return undefined;
    }
    this.#behindSinceMs ??= now;
    if (now - this.#behindSinceMs < limits.behindMsMax) return 'skipped';
    connection.close(SOCKET_CLOSE.tryAgainLater, 'too slow');
    return 'cut-off';
  }

  /**
   * All rows of what it watches. A client cannot get around the bound by asking for more than it
   * reads.
   */
  startAgain(stream: SnapshotStream, limits: SocketLimits, now: number): void {
    if (this.isFull(limits)) {
      this.sentSeq = FROM_NOTHING;
      return;
    }
    this.sentSeq = stream.seq;
    this.send(this.audience.snapshot(this.audience.dialectFor(this.isNumbered)), now);
  }

  isFull(limits: SocketLimits): boolean {
    return limits.marketBufferBytesMax < this.connection.waitingBytes;
  }

  send(message: SharedMessage | undefined, now: number): DeliveryResult {
    if (message === undefined) return 'nothing';
    this.connection.write(message.bytes(this.connection.deflate), now);
    return 'sent';
  }
}
