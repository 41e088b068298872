import { RECENT_TRADES_MAX } from '@glasshouse/api/sockets';
import type { DepthMarket, DepthUpdate } from '../../kernel/core/bus.ts';
import { SharedMessage } from '../protocol/framing.ts';
import { COMPRESS_SOCKETS_MIN } from './audience.ts';

interface KeptTrade {
  readonly number: number;
  readonly text: string;
}

/**
 * All who watch one order book. They share each message: it is compressed and framed once. The
 * newest depth and the last trades are kept, so that whoever comes later, or was too slow for a
 * while, starts from the current state.
 */
export class DepthAudience<Client> {
  readonly market: DepthMarket;
  readonly clients = new Set<Client>();
  #depthText: string | undefined;
  #depth: SharedMessage | undefined;
  readonly #trades: KeptTrade[] = [];
  #hasBegun = false;
  /** Number of the newest update. */
  #seq = 0;
  /**
   * `trades` messages of the newest update, by the trade that they follow: nearly everybody has
   * seen the same ones.
   */
  readonly #tradeMessages = new Map<number, SharedMessage>();
  /** Counts depths and trades here; each client is somewhere between 0 and these. */
  depthCount = 0;
  tradeCount = 0;

  constructor(market: DepthMarket) {
    this.market = market;
  }

  /** False until the core has sent the book: a client then waits for its first message. */
  get isKnown(): boolean {
    return this.#depthText !== undefined;
  }

  apply(update: DepthUpdate): void {
    // An update meant for an earlier audience of this book does not say how the book began.
    if (!this.#hasBegun && !update.isFirst) return;
    this.#hasBegun = true;
    this.#seq = update.seq;
    this.#tradeMessages.clear();
    if (update.isFirst) this.#trades.length = 0;
    for (const text of update.trades) {
      this.tradeCount += 1;
      this.#trades.push({ number: this.tradeCount, text });
    }
    this.#trades.splice(0, Math.max(0, this.#trades.length - RECENT_TRADES_MAX));
    if (update.depth === null) return;
    this.#depthText = update.depth;
    this.#depth = undefined;
    this.depthCount += 1;
  }

  depthMessage(): SharedMessage | undefined {
    if (this.#depthText === undefined) return undefined;
    this.#depth ??= new SharedMessage(this.#depthText, this.#isShared);
    return this.#depth;
  }

  /** The trades after number `from`, or the last few when those are no longer all kept. */
  tradesAfter(from: number): SharedMessage {
    let message = this.#tradeMessages.get(from);
    if (message === undefined) {
      const items = this.#trades.filter(({ number }) => from < number).map(({ text }) => text);
      const { book, code } = this.market;
      const head = `{"type":"trades","code":"${code}","book":"${book}","seq":${this.#seq}`;
      message = new SharedMessage(`${head},"items":[${items.join(',')}]}`, this.#isShared);
      this.#tradeMessages.set(from, message);
    }
    return message;
  }

  /** Compressing for a few costs more than it saves. */
  get #isShared(): boolean {
    return COMPRESS_SOCKETS_MIN <= this.clients.size;
  }
}
