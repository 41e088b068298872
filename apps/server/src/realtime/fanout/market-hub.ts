import { performance } from 'node:perf_hooks';
import { type MarketClientMessage, SOCKET_CLOSE } from '@glasshouse/api/sockets';
import type { DepthMarket } from '../../kernel/core/bus.ts';
import { parseMarketMessage } from '../protocol/client-message.ts';
import type { Connection } from '../protocol/connection.ts';
import { SharedMessage } from '../protocol/framing.ts';
import type { SocketLimits } from '../protocol/limits.ts';
import { visitInSlices } from '../protocol/slices.ts';
import type { SocketFrame } from '../protocol/socket-frame.ts';
import { Audiences, FROM_NOTHING } from './audience.ts';
import { DepthHub } from './depth-hub.ts';
import { type DeliveryResult, MarketClient, NOT_OPENED } from './market-client.ts';
import { Opening } from './opening.ts';
import { SnapshotStream } from './snapshot-stream.ts';

/** Order books that may be asked for before the first frame has come. */
const EARLY_DEPTH_AUDIENCES_MAX = 1_000;
/**
 * Core frames whose number in the stream is remembered; a market list is never older than a few of
 * them.
 */
const KNOWN_FRAMES_MAX = 256;

export interface MarketHubPort {
  /** Makes main send the market list to `takeList`. */
  readonly askForList: () => void;
  readonly watchDepth: (market: DepthMarket, isWatched: boolean) => void;
}

/**
 * Fans the snapshot out to the market sockets: one round per frame, newest values, each client from
 * its last frame.
 */
export class MarketHub {
  readonly stream: SnapshotStream;
  readonly audiences: Audiences;
  readonly depth: DepthHub;
  framesSkipped = 0;
  cutOff = 0;
  longestTurnMs = 0;
  readonly #limits: SocketLimits;
  readonly #clock: () => number;
  readonly #clients = new Set<MarketClient>();
  readonly #knownFrames = new Map<number, number>();
  readonly #listOpening: Opening;
  #listArrived: ((list: { coreSeq: number; json: Buffer }) => void) | undefined;
  #roundTimer: NodeJS.Timeout | undefined;
  #isRoundRunning = false;
  /** When the next round may start. */
  #slotMs = Number.NEGATIVE_INFINITY;

  constructor(limits: SocketLimits, port: MarketHubPort, clock: () => number) {
    this.#limits = limits;
    this.#clock = clock;
    this.stream = new SnapshotStream(clock());
    this.audiences = new Audiences(this.stream);
    this.#listOpening = new Opening(
      () => this.#fetchList(port.askForList),
      () => void this.#openWaiting(),
      clock,
    );
    // Before the first frame nobody knows what is listed; a few are let in then, and hear nothing
    // if it is not.
    const isListed = (code: string): boolean =>
      this.stream.size === 0 ? this.depth.size < EARLY_DEPTH_AUDIENCES_MAX : this.stream.line(code) !== undefined;
    this.depth = new DepthHub(
      limits,
      { watch: port.watchDepth, isListed },
      { clock, onResult: (result) => this.#count(result) },
    );
  }

  get size(): number {
    return this.#clients.size;
  }

  get waitingBytes(): number {
    let bytes = 0;
    for (const client of this.#clients) bytes += client.connection.waitingBytes;
    return bytes;
  }

  open(connection: Connection, isNumbered: boolean, resume: number | undefined): void {
    const client = new MarketClient(connection, isNumbered, this.audiences.join(undefined));
    this.#clients.add(client);
    connection.ws.on('close', () => {
      if (!this.#clients.delete(client)) return;
      this.audiences.leave(client.audience);
      this.depth.leave(client);
    });
    connection.ws.on('message', (data, isBinary) => this.#onMessage(client, data as Buffer, isBinary));
    if (isNumbered && resume !== undefined) this.#resume(client, resume);
    else this.#start(client);
  }

  publish(frame: SocketFrame): void {
    const changed = this.stream.apply(frame);
    this.#knownFrames.set(frame.seq, this.stream.seq);
    if (KNOWN_FRAMES_MAX < this.#knownFrames.size) {
      this.#knownFrames.delete(this.#knownFrames.keys().next().value as number);
    }
    if (changed) this.#scheduleRound();
  }

  takeList(coreSeq: number, json: Buffer): void {
    this.#listArrived?.({ coreSeq, json });
    this.#listArrived = undefined;
  }

  async ping(): Promise<void> {
    const now = this.#clock();
    await visitInSlices([...this.#clients], (client) => client.connection.ping(now));
  }

  /**
   * Tells numbered clients that nothing changed, so that they can tell a quiet market from a dead
   * link.
   */
  async beat(): Promise<void> {
    const now = this.#clock();
    const { seq } = this.stream;
    const message = new SharedMessage(heartbeatText(seq, now));
    await visitInSlices([...this.#clients], (client) => {
      const { connection, isNumbered, sentSeq } = client;
      if (!isNumbered || sentSeq !== seq || connection.waitingBytes !== 0) return;
      if (connection.lastSentAtMs + this.#limits.heartbeatEveryMs <= now) client.send(message, now);
    });
  }

  async closeAll(code: number, reason: string): Promise<void> {
    clearTimeout(this.#roundTimer);
    await visitInSlices([...this.#clients], (client) => client.connection.close(code, reason));
  }

  /**
   * The first message, or a new start after `subscribe`. A plain client begins with the market
   * list, which may have to be waited for.
   */
  #start(client: MarketClient): void {
    const now = this.#clock();
    if (client.isNumbered || client.sentSeq !== NOT_OPENED) {
      client.startAgain(this.stream, this.#limits, now);
      return;
    }
    const list = this.#listOpening.take();
    if (list === undefined) return;
    client.send(list.message, now);
    client.sentSeq = list.seq;
    this.#catchUp(client, now);
  }

  #resume(client: MarketClient, from: number): void {
    if (!this.stream.canResume(from)) {
      this.#start(client);
      return;
    }
    client.sentSeq = from;
    const now = this.#clock();
    const result = this.#catchUp(client, now);
    // Confirms the client's number even when nothing has changed.
    if (result === 'nothing') client.send(new SharedMessage(heartbeatText(this.stream.seq, now)), now);
  }

  async #openWaiting(): Promise<void> {
    const waiting = [...this.#clients].filter((client) => client.sentSeq === NOT_OPENED);
    await visitInSlices(waiting, (client) => {
      if (client.sentSeq === NOT_OPENED) this.#start(client);
    });
  }

  async #fetchList(askForList: () => void): Promise<{ message: SharedMessage; seq: number }> {
    const arrived = new Promise<{ coreSeq: number; json: Buffer }>((resolve) => {
      this.#listArrived = resolve;
    });
    askForList();
    const { coreSeq, json } = await arrived;
    return { message: new SharedMessage(json), seq: this.#knownFrames.get(coreSeq) ?? FROM_NOTHING };
  }

  #onMessage(client: MarketClient, data: Buffer, isBinary: boolean): void {
    const text = client.connection.textOf(data, isBinary, this.#clock());
    if (text === undefined) return;
    const message = parseMarketMessage(text);
    if (message === undefined) client.connection.close(SOCKET_CLOSE.policy, 'wrong message');
    else this.#handle(client, message);
  }

  #handle(client: MarketClient, { subscribe, resume, depth, book }: MarketClientMessage): void {
    if (subscribe !== undefined) {
      const before = client.audience;
      client.audience = this.audiences.join(subscribe ?? undefined);
      this.audiences.leave(before);
    }
    if (resume !== undefined && client.isNumbered) this.#resume(client, resume);
    else if (subscribe !== undefined && client.sentSeq !== NOT_OPENED) this.#start(client);
    if (depth === null) this.depth.leave(client);
    else if (depth !== undefined) this.depth.join(client, { code: depth, book: book ?? 'demo' });
  }

  #catchUp(client: MarketClient, now: number): DeliveryResult {
    const result = client.catchUp(this.stream, this.#limits, now);
    this.#count(result);
    return result;
  }

  #count(result: DeliveryResult): void {
    if (result === 'skipped') this.framesSkipped += 1;
    if (result === 'cut-off') this.cutOff += 1;
  }

  #scheduleRound(): void {
    if (this.#isRoundRunning || this.#roundTimer !== undefined) return;
    const waitMs = this.#slotMs - performance.now();
    this.#roundTimer = setTimeout(() => void this.#round(), Math.max(0, Math.ceil(waitMs)));
  }

  /**
   * One pass over all clients. A frame that arrives meanwhile waits for the next pass, in which its
   * rows are newest.
   */
  async #round(): Promise<void> {
    this.#roundTimer = undefined;
    this.#isRoundRunning = true;
    // A round that starts late must not delay the ones after it: the delay would add up until a
    // frame is skipped.
    const { frameEveryMs } = this.#limits;
    this.#slotMs = Math.max(this.#slotMs + frameEveryMs, performance.now() + frameEveryMs / 2);
    const { seq } = this.stream;
    const now = this.#clock();
    const longestMs = await visitInSlices([...this.#clients], (client) => void this.#catchUp(client, now));
    this.longestTurnMs = Math.max(this.longestTurnMs, longestMs);
    this.#isRoundRunning = false;
    if (seq < this.stream.seq) this.#scheduleRound();
  }
}

const heartbeatText = (seq: number, at: number): string => JSON.stringify({ type: 'heartbeat', seq, at });
