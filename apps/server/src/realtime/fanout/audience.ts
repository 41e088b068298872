import { SharedMessage } from '../protocol/framing.ts';
import type { Dialect, SnapshotLine } from './snapshot-line.ts';
import type { SnapshotStream } from './snapshot-stream.ts';

/** Frame number of a client that must get everything. */
export const FROM_NOTHING = -1;
/** Compressing costs 50 µs at least, so a frame that few share goes out as it is. */
export const COMPRESS_SOCKETS_MIN = 8;

interface Last {
  readonly seq: number;
  readonly from: number;
  readonly dialect: Dialect;
  readonly message: SharedMessage | undefined;
}

/**
 * All market sockets that watch the same instruments. They share each frame: its rows are gathered,
 * compressed and framed once per frame, dialect and starting point.
 */
export class Audience {
  readonly key: string;
  /** Undefined: every instrument. */
  readonly codes: readonly string[] | undefined;
  members = 0;
  readonly #stream: SnapshotStream;
  readonly #messages = new Map<string, SharedMessage | undefined>();
  #cachedSeq = -1;
  /**
   * The last answer, which is nearly always the next one too: at 20,000 calls a second, a look-up
   * by string is measurable.
   */
  #last: Last = { seq: -1, from: -1, dialect: 'plain', message: undefined };

  constructor(stream: SnapshotStream, key: string, codes: readonly string[] | undefined) {
    this.#stream = stream;
    this.key = key;
    this.codes = codes;
  }

  /** Numbered clients hear more of each instrument when they watch few. */
  dialectFor(isNumbered: boolean): Dialect {
    if (!isNumbered) return 'plain';
    return this.codes === undefined ? 'broad' : 'narrow';
  }

  /**
   * What changed after `from`; undefined when nothing did. Nearly all clients are at the same
   * frame, so it is mostly built already.
   */
  since(from: number, dialect: Dialect): SharedMessage | undefined {
    const last = this.#last;
    if (last.seq === this.#stream.seq && last.from === from && last.dialect === dialect) return last.message;
    const message = this.#shared(`${dialect}/${from}`, () => {
      const rows = this.#rows(dialect, from);
      return rows.length === 0 ? undefined : this.#message('update', dialect, rows);
    });
    this.#last = { seq: this.#stream.seq, from, dialect, message };
    return message;
  }

  /** All rows as they are now; for plain clients in the shape of an update. */
  snapshot(dialect: Dialect): SharedMessage {
    const build = () => this.#message('snapshot', dialect, this.#rows(dialect, FROM_NOTHING));
    return this.#shared(`${dialect}/snapshot`, build) as SharedMessage;
  }

  #shared(key: string, build: () => SharedMessage | undefined): SharedMessage | undefined {
    if (this.#cachedSeq !== this.#stream.seq) {
      this.#messages.clear();
      this.#cachedSeq = this.#stream.seq;
    }
    if (!this.#messages.has(key)) this.#messages.set(key, build());
    return this.#messages.get(key);
  }

  #message(type: 'snapshot' | 'update', dialect: Dialect, rows: readonly string[]): SharedMessage {
    const list = `[${rows.join(',')}]`;
    const { seq, at } = this.#stream;
    const text = dialect === 'plain' ? list : `{"type":"${type}","seq":${seq},"at":${at},"rows":${list}}`;
    return new SharedMessage(text, this.codes === undefined || COMPRESS_SOCKETS_MIN <= this.members);
  }

  #rows(dialect: Dialect, from: number): string[] {
    const rows: string[] = [];
    for (const line of this.#lines()) if (from < line.seq) rows.push(line.json(dialect));
    return rows;
  }

  *#lines(): Iterable<SnapshotLine> {
    if (this.codes === undefined) {
      yield* this.#stream.all();
      return;
    }
    for (const code of this.codes) {
      const line = this.#stream.line(code);
      if (line !== undefined) yield line;
    }
  }
}

/**
 * Finds or makes the audience of a set of codes; one without members is forgotten, so there are
 * never more than sockets.
 */
export class Audiences {
  readonly everything: Audience;
  readonly #stream: SnapshotStream;
  readonly #byKey = new Map<string, Audience>();

  constructor(stream: SnapshotStream) {
    this.#stream = stream;
    this.everything = new Audience(stream, '*', undefined);
  }

  get size(): number {
    return this.#byKey.size;
  }

  join(codes: readonly string[] | undefined): Audience {
    const audience = codes === undefined ? this.everything : this.#of(codes);
    audience.members += 1;
    return audience;
  }

  leave(audience: Audience): void {
    audience.members -= 1;
    if (audience.members === 0 && audience !== this.everything) this.#byKey.delete(audience.key);
  }

  #of(codes: readonly string[]): Audience {
    const sorted = [...new Set(codes)].sort();
    const key = sorted.join(',');
    let audience = this.#byKey.get(key);
    if (audience === undefined) {
      audience = new Audience(this.#stream, key, sorted);
      this.#byKey.set(key, audience);
    }
    return audience;
  }
}
