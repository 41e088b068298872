import type { SequencedUserEvent } from '../../kernel/core/bus.ts';
import { SharedMessage } from '../protocol/framing.ts';

interface BufferedMessage {
  readonly seq: number;
  readonly message: SharedMessage;
}

/**
 * The recent events of one user, numbered without holes. Numbers start at the epoch milliseconds at
 * which the stream began, so a number from a stream that was forgotten, or from an earlier process,
 * is below the first one of this stream.
 */
export class UserStream {
  readonly #kept: BufferedMessage[] = [];
  readonly #keptMax: number;
  #lastSeq: number;

  constructor(startedAtMs: number, keptMax: number) {
    this.#lastSeq = startedAtMs;
    this.#keptMax = keptMax;
  }

  get seq(): number {
    return this.#lastSeq;
  }

  add({ at, book, kind, data }: SequencedUserEvent): SharedMessage {
    this.#lastSeq += 1;
    const text = JSON.stringify({ type: 'event', seq: this.#lastSeq, at, book, kind, data });
    const message = new SharedMessage(text, false);
    this.#kept.push({ seq: this.#lastSeq, message });
    if (this.#keptMax < this.#kept.length) this.#kept.shift();
    return message;
  }

  /**
   * The events after `seq`; undefined when some of them are not kept, or `seq` is no number of this
   * stream.
   */
  after(seq: number): SharedMessage[] | undefined {
    const firstKept = this.#kept[0]?.seq ?? this.#lastSeq + 1;
    if (seq < firstKept - 1 || this.#lastSeq < seq) return undefined;
    return this.#kept.filter((event) => seq < event.seq).map((event) => event.message);
  }
}
